import Compression
import StageKit

/// The ways in a file of a GPS receiver, a map or a watch.
public enum RouteFile {
  /// `fault` says where the rest of the file cannot be read, `remarks` what of it is left out before that.
  public typealias Contents = (tracks: [RouteTrack], fault: RouteFileError?, remarks: [RouteFileError])

  /// All ways in a GPX, TCX, KML, KMZ, FIT or GeoJSON file, in its order, each with a point at least; the format follows from
  /// what the file holds. Recordings that are cut off, and FIT files that are damaged, are read up to there: `fault` says where.
  ///
  /// Throws `RouteFileError` where the file is damaged otherwise, is of another format, or has no way.
  public static func tracks(_ bytes: [UInt8]) throws -> Contents {
    var (tracks, fault, remarks) = try read(bytes)
    tracks.removeAll(where: \.parts.isEmpty)
    guard !tracks.isEmpty else {
      throw fault ?? remarks.first
        ?? RouteFileError("it has no line to follow", hint: "Points alone, areas and pictures are no route.")
    }
    return (tracks, fault, remarks)
  }

  /// The largest size of an unpacked KML file.
  private static let maxKMLSize = 1 << 30

  /// `doc.kml`, or the first KML file in an archive.
  private static func firstKML(_ bytes: [UInt8]) throws -> [UInt8] {
    do {
      let archive = try ZipArchive(bytes)
      let names = archive.names.filter { $0.lowercased().hasSuffix(".kml") }
      guard let name = names.first(where: { $0 == "doc.kml" }) ?? names.first,
        let file = try archive.file(name, maxSize: maxKMLSize)
      else { throw RouteFileError("the archive has no KML file") }
      return file
    } catch let error as ZipError {
      throw RouteFileError(error.message, hint: error.hint)
    }
  }

  private static func read(_ bytes: [UInt8]) throws -> Contents {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      return KMLReader.contents(try XMLTree(firstKML(bytes)))
    }
    if bytes.count >= 12, bytes[8..<12].elementsEqual([0x2E, 0x46, 0x49, 0x54]) { return try FITReader.tracks(bytes) }
    let start = bytes.first { !([0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D] as [UInt8]).contains($0) }
    if start == UInt8(ascii: "{") {
      do {
        return (try GeoJSON.parse(bytes).tracks, nil, [])
      } catch {
        throw RouteFileError(error.message, at: "\(error.line):\(error.column)")
      }
    }
    guard start == UInt8(ascii: "<") else {
      throw RouteFileError("it is no file of routes", hint: "Use GPX, TCX, KML, KMZ, FIT or GeoJSON.")
    }
    let tree = try XMLTree(
      bytes, places: ["trkpt": GPXReader.places, "rtept": GPXReader.places, "Trackpoint": TCXReader.places])
    switch tree.root.name {
    case "gpx": return (GPXReader.tracks(tree), tree.fault, tree.remarks.texts)
    case "kml": return KMLReader.contents(tree)
    case "TrainingCenterDatabase": return (TCXReader.tracks(tree), tree.fault, tree.remarks.texts)
    default:
      throw RouteFileError(
        "expected 'gpx', 'kml' or 'TrainingCenterDatabase', found '\(tree.root.name)'", at: "\(tree.root.line):1")
    }
  }
}

/// Why a file, or the rest of it, has no ways that can be read.
public struct RouteFileError: Error, Equatable, CustomStringConvertible {
  public let description: String
  public let hint: String?
  /// The position, as `line:column`; nil for a file without lines.
  public let place: String?

  init(_ description: String, at place: String? = nil, hint: String? = nil) {
    self.description = description
    self.place = place
    self.hint = hint
  }
}
