@_spi(Host) import StageKit

/// The ways in a file of a GPS receiver, a map or a watch.
public enum RouteFile {
  /// `fault` says where the rest of the file cannot be read, `remarks` what of it is left out before that.
  public typealias Contents = (tracks: [RouteTrack], fault: RouteFileError?, remarks: [RouteFileError])

  /// All ways in a file of a `RouteFormat`, in its order, each with a point at least; the format follows from what the file holds.
  /// Recordings that are cut off, and FIT files that are damaged, are read up to there: `fault` says where.
  ///
  /// Throws `RouteFileError` where the file is damaged otherwise, is of another format, or has no way.
  /// - Parameter ending: That of the file's name, without a dot. It says the decimals of an encoded polyline, and the format of a
  ///   text that nothing else tells; empty where there is no name.
  public static func tracks(_ bytes: [UInt8], ending: String = "") throws -> Contents {
    var (tracks, fault, remarks) = try read(bytes, ending: ending.lowercased())
    tracks.removeAll(where: \.parts.isEmpty)
    guard !tracks.isEmpty else {
      let noLine = "it has no line to follow"
      throw fault ?? remarks.first.map { RouteFileError("\(noLine): \($0)", at: $0.place, hint: $0.hint) }
        ?? RouteFileError(noLine, hint: noRoute)
    }
    return (tracks, fault, remarks)
  }

  /// The hint of files without a line.
  static let noRoute = "Points alone, areas and pictures are no route."

  private static func read(_ bytes: [UInt8], ending: String) throws -> Contents {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return try KMLReader.contents(archive: bytes) }
    if bytes.count >= 12, bytes[8..<12].elementsEqual([0x2E, 0x46, 0x49, 0x54]) { return try FITReader.tracks(bytes) }
    // Encoded polylines may begin with a brace or a bracket, too.
    if PolylineReader.recognizes(bytes) { return try PolylineReader.contents(bytes, ending: ending) }
    // UTF-16 is markup where it is anything.
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return try markup(bytes) }
    let start = bytes.first { !([0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D] as [UInt8]).contains($0) }
    switch start.map({ UnicodeScalar($0) }) {
    case "{", "[": return try JSONRoutes.contents(bytes)
    case "<": return try markup(bytes)
    default: return try text(bytes, ending: ending)
    }
  }

  private static func markup(_ bytes: [UInt8]) throws -> Contents {
    let tree = try XMLTree(
      Self.withDeclarationFirst(bytes),
      places: ["trkpt": GPXReader.places, "rtept": GPXReader.places, "Trackpoint": TCXReader.places])
    switch tree.root.name {
    case "gpx": return GPXReader.contents(tree)
    case "kml": return KMLReader.contents(tree)
    case "TrainingCenterDatabase": return TCXReader.contents(tree)
    default:
      throw RouteFileError(
        "expected 'gpx', 'kml' or 'TrainingCenterDatabase', found '\(tree.root.name)'", at: "\(tree.root.line):1")
    }
  }

  /// The same text with the blanks before its XML declaration behind that, so that lines keep their numbers.
  private static func withDeclarationFirst(_ bytes: [UInt8]) -> [UInt8] {
    let mark = bytes.prefix { [0xEF, 0xBB, 0xBF].contains($0) }.count
    let blanks = bytes[mark...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let rest = bytes[blanks.endIndex...]
    guard !blanks.isEmpty, rest.starts(with: Array("<?xml".utf8)), let end = rest.firstIndex(of: UInt8(ascii: ">"))
    else {
      return bytes
    }
    return Array(bytes[..<mark] + rest[...end] + blanks + rest[(end + 1)...])
  }

  /// The lines from the start of a text in which a record shows the format.
  private static let headLength = 200

  private static func text(_ bytes: [UInt8], ending: String) throws(RouteFileError) -> Contents {
    if WKTReader.recognizes(bytes) { return try WKTReader.contents(bytes) }
    for line in TextLines(bytes).prefix(headLength) {
      if NMEAReader.recognizes(line.bytes) { return try NMEAReader.contents(bytes) }
      if IGCReader.recognizes(line.bytes) { return try IGCReader.contents(bytes) }
    }
    if bytes.first == UInt8(ascii: "\"") { return try PolylineReader.contents(bytes, ending: ending) }
    // The reader of the format that the name says finds what is wrong.
    let named = RouteFormat.allCases.filter { $0.endings.contains(ending) }
    switch named.count == 1 ? named[0] : nil {
    case .igc: return try IGCReader.contents(bytes)
    case .nmea: return try NMEAReader.contents(bytes)
    case .wkt: return try WKTReader.contents(bytes)
    case .polyline: return try PolylineReader.contents(bytes, ending: ending)
    default: throw RouteFileError("it is no file of routes", hint: "Use \(RouteFormat.names).")
    }
  }
}

extension RouteTrack.Waypoint {
  /// A place with the name and the symbol of a file, which may be empty.
  init(_ coordinate: Coordinate, named name: String?, symbol: String? = nil) {
    func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    self.init(coordinate, name: text(name), symbol: text(symbol))
  }
}

extension RouteTrack.Place {
  /// The same place in a lap.
  func inLap(_ number: Int) -> RouteTrack.Place {
    var result = self
    result.lap = number
    return result
  }
}

extension RouteTrack {
  /// The same way with the waypoints of its file.
  func with(_ waypoints: [Waypoint]) -> RouteTrack {
    var result = self
    result.waypoints = waypoints
    return result
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
