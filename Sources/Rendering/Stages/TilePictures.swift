import Files
import Foundation
import MapFiles
import MediaBase
import StageKit
import Synchronization
import Video

/// Tiles that are pictures, in an archive or in folders, decoded when they are drawn.
final class TilePictures: Sendable {
  private let file: FileReference
  private let base: JobContext
  private let archive: TileFile?
  private let state = Mutex(State())

  private struct State {
    /// The sides of all tiles, in pixels, once one was decoded.
    var sides: (width: Int, height: Int)?
    /// The first fault of a tile that was drawn.
    var fault: StageError?
  }

  /// Throws `StageError` where there are no tiles, or the job may not read them.
  init(_ file: FileReference, _ base: JobContext) throws {
    (self.file, self.base) = (file, base)
    try base.files.checkAccess(file)
    if PictureSequence.begins(with: file) {
      if Self.place(in: file.literal) == nil {
        throw StageError(
          "'\(file.literal)' does not end with the zoom, column and row of a tile",
          hint: "Name one of the tiles, such as 'satellite/12/2132/1493.jpg', or give the 'bounds' of the picture.")
      }
      archive = nil
    } else {
      do {
        archive = try TileFile(path: file.path, of: .pictures)
      } catch let error as MapFileError {
        throw StageError("\(file.literal): \(error)", hint: error.hint)
      }
    }
  }

  var fault: StageError? { state.withLock { $0.fault } }

  var imagery: MapImagery {
    let area = archive.map { Area(zooms: $0.zooms, bounds: $0.bounds) } ?? folders
    return MapImagery(
      zooms: area.zooms, bounds: area.bounds, center: area.center, attribution: archive?.attribution
    ) { [self] zoom, column, row in
      try picture(zoom, column, row)
    }
  }

  /// The tiles that there are.
  private struct Area {
    var zooms: ClosedRange<Int>
    var bounds: GeoJSON.BoundingBox?
    var center: Coordinate?
  }

  private func picture(_ zoom: Int, _ column: Int, _ row: Int) throws -> Image? {
    let name = "\(zoom)/\(column)/\(row)"
    guard let bytes = try bytes(zoom, column, row, name) else { return nil }
    let key = Digest { hasher in
      hasher.combine("tile")
      hasher.combine(VideoLibraries.colorVersion)
      hasher.combine(bytes: bytes.span)
    }
    let sides = try sides(of: bytes, name)
    return Image(width: sides.width, height: sides.height, digest: key) { [self] in
      do {
        let image = try decoded(bytes, name)
        if (image.width, image.height) == sides { return image.pixels }
        throw StageError(
          "\(file.literal): the tile \(name) has \(image.width) × \(image.height) pixels, and others "
            + "\(sides.width) × \(sides.height)")
      } catch {
        state.withLock { $0.fault = $0.fault ?? (error as? StageError ?? StageError("\(error)")) }
        return [UInt8](repeating: 0, count: sides.width * sides.height * 4)
      }
    }
  }

  private func bytes(_ zoom: Int, _ column: Int, _ row: Int, _ name: String) throws -> [UInt8]? {
    let bytes: [UInt8]?
    if let archive {
      do {
        bytes = try archive.bytes(zoom: zoom, column: column, row: row)
      } catch let error as MapFileError {
        throw StageError("\(file.literal): the tile \(name): \(error)", hint: error.hint)
      }
      try base.hold(bytes?.count ?? 0, for: "the tiles", file.literal)
    } else {
      guard let tile = Self.tile(name, beside: file) else { return nil }
      bytes = try Self.reading(tile) {
        try base.files.bytes(of: tile) { try base.hold($0, for: "the tiles", file.literal) }
      }
    }
    guard let bytes, !bytes.isEmpty else { return nil }
    if !isPicture(bytes) { throw StageError("\(file.literal): the tile \(name) is no picture") }
    return bytes
  }

  private func sides(of bytes: [UInt8], _ name: String) throws -> (width: Int, height: Int) {
    if let sides = state.withLock({ $0.sides }) { return sides }
    let image = try decoded(bytes, name)
    return state.withLock { state in
      state.sides = state.sides ?? (image.width, image.height)
      return state.sides ?? (image.width, image.height)
    }
  }

  private func decoded(_ bytes: [UInt8], _ name: String) throws -> Image {
    do throws(MediaError) {
      return try readPicture(bytes, maxPixels: 4096 * 4096)
    } catch {
      throw StageError("\(file.literal): the tile \(name): \(error.reason)", hint: error.hint)
    }
  }

  // MARK: Folders

  /// Those of the folders around the tile that is named, which a camera looks at.
  private var folders: Area {
    func numbers(in folder: String) -> [Int] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.compactMap { name in Int(name.prefix { $0 != "." }) }
    }
    guard let named = Self.place(in: file.literal) else { return Area(zooms: 0...0) }
    let root = Self.root(of: file.path)
    let zooms = numbers(in: root.isEmpty ? "." : root).filter { 0...30 ~= $0 } + [named.zoom]
    func coordinate(_ zoom: Int, _ column: Double, _ row: Double) -> Coordinate {
      let world = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
      let count = Double(1 << zoom)
      let latitude = world.coordinate(Point(0, (row / count - 0.5) * world.worldWidth)).latitude
      return Coordinate(longitude: (column / count - 0.5) * 360, latitude: latitude)
    }
    var corners: [Coordinate] = []
    for zoom in Set(zooms) {
      let folder = (root as NSString).appendingPathComponent("\(zoom)")
      let columns = numbers(in: folder)
      // The rows of the outer columns stand for all.
      let rows = Set([columns.min(), columns.max()].compactMap { $0 }).flatMap {
        numbers(in: (folder as NSString).appendingPathComponent("\($0)"))
      }
      guard let west = columns.min(), let east = columns.max(), let north = rows.min(), let south = rows.max() else {
        continue
      }
      corners.append(coordinate(zoom, Double(west), Double(south + 1)))
      corners.append(coordinate(zoom, Double(east + 1), Double(north)))
    }
    let (longitudes, latitudes) = (corners.map(\.longitude), corners.map(\.latitude))
    var area = Area(zooms: (zooms.min() ?? 0)...(zooms.max() ?? 0))
    area.center = coordinate(named.zoom, Double(named.column) + 0.5, Double(named.row) + 0.5)
    if let west = longitudes.min(), let east = longitudes.max(), let south = latitudes.min(),
      let north = latitudes.max()
    {
      area.bounds = GeoJSON.BoundingBox(
        southWest: Coordinate(longitude: west, latitude: south), northEast: Coordinate(longitude: east, latitude: north)
      )
    }
    return area
  }

  /// The tile that a path such as `satellite/12/2132/1493.jpg` names; nil where it names none.
  private static func place(in path: String) -> (zoom: Int, column: Int, row: Int)? {
    let parts = path.split(separator: "/").suffix(3)
    let numbers = parts.compactMap { part in Int(part.prefix { $0 != "." }) }
    guard parts.count == 3, numbers.count == 3, 0...30 ~= numbers[0], 0..<(1 << numbers[0]) ~= numbers[1],
      0..<(1 << numbers[0]) ~= numbers[2]
    else { return nil }
    return (numbers[0], numbers[1], numbers[2])
  }

  /// Reads a tile. Where its folder is to be allowed, the hint names that of all tiles, since each column has its own.
  private static func reading<Value>(_ tile: FileReference, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as StageError where error.hint?.contains("--allow-read") == true {
      let root = RealPath.of(root(of: tile.path)) ?? root(of: tile.path)
      throw StageError(error.message, hint: "Allow the folder of all tiles: --allow-read '\(root)'.")
    }
  }

  /// The folder of all zooms.
  private static func root(of path: String) -> String {
    (0..<3).reduce(path) { path, _ in (path as NSString).deletingLastPathComponent }
  }

  /// The file of another tile, with the ending of the one that is named, or else with another one; nil where there is none.
  private static func tile(_ name: String, beside file: FileReference) -> FileReference? {
    let own = file.literal.split(separator: "/").last?.split(separator: ".").last.map(String.init) ?? ""
    func replaced(_ path: String, _ ending: String) -> String {
      let root = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      return (root + ["\(name).\(ending)"[...]]).joined(separator: "/")
    }
    for ending in [own] + FileReference.pictureEndings {
      let path = replaced(file.path, ending)
      if FileManager.default.fileExists(atPath: path) {
        return FileReference(literal: replaced(file.literal, ending), path: path)
      }
    }
    return nil
  }
}
