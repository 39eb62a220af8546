import Foundation
import StageKit

/// Maps in files: vector tiles (PMTiles, MBTiles), and extracts of OpenStreetMap (PBF).
public enum MapFile {
  /// The features of a part of the world. Those of tiles have their layers' names as properties `layer`; those of
  /// OpenStreetMap have its tags.
  ///
  /// Throws `MapFileError` where the file is damaged, or has nothing there.
  ///
  /// - Parameters:
  ///   - center: The middle of the part; nil for the middle of the area that the file covers.
  ///   - reach: The distance that the part reaches in each of the four directions, in meters.
  public static func features(
    ofFile path: String, around center: Coordinate?, reach: Double
  ) throws -> GeoJSON.FeatureCollection {
    let (file, start) = try open(path)
    if let tiles = try tiles(file, start, path) { return try tiles.features(around: center, reach: reach) }
    if start.dropFirst(4).starts(with: PBFFile.magic) {
      return try OSMExtract(PBFFile(file), around: center, reach: reach).features()
    }
    throw MapFileError("it is neither PMTiles, MBTiles, nor PBF of OpenStreetMap")
  }

  /// An archive of tiles. Throws where the file is none.
  static func tiles(atPath path: String) throws -> any TileArchive {
    let (file, start) = try open(path)
    guard let tiles = try tiles(file, start, path) else { throw MapFileError("it is neither PMTiles nor MBTiles") }
    return tiles
  }

  /// A file with its first bytes.
  private static func open(_ path: String) throws -> (FileHandle, start: [UInt8]) {
    guard let file = FileHandle(forReadingAtPath: path) else { throw MapFileError("it cannot be opened") }
    let start = try file.read(upToCount: 16).map { Array($0) } ?? []
    if start.isEmpty { throw MapFileError("it is empty") }
    return (file, start)
  }

  private static func tiles(_ file: FileHandle, _ start: [UInt8], _ path: String) throws -> (any TileArchive)? {
    if start.starts(with: PMTilesArchive.magic) { return try PMTilesArchive(file) }
    return start.elementsEqual(MBTilesArchive.magic) ? try MBTilesArchive(path: path) : nil
  }
}

/// The part of the world that a map shows, and what its file covers.
struct MapArea {
  /// Its west lies east of its east where it crosses the antimeridian.
  let box: GeoJSON.BoundingBox
  private let bounds: GeoJSON.BoundingBox?

  /// The area within reach of a center, and within a file's bounds if these are in reach. Throws if there is neither
  /// center nor bounds.
  init(around center: Coordinate?, reach: Double, within bounds: GeoJSON.BoundingBox?) throws(MapFileError) {
    guard let center = center ?? bounds.map(Self.middle) else {
      throw MapFileError("it does not say what it covers", hint: "Set the stage's 'center'.")
    }
    self.bounds = bounds
    let ground = WebMercatorPlane(origin: center)
    var (low, high) = (ground.coordinate(Point(-reach, reach)), ground.coordinate(Point(reach, -reach)))
    if high.longitude - low.longitude >= 360 {
      (low.longitude, high.longitude) = (-180, 180)
    } else {
      if low.longitude < -180 { low.longitude += 360 }
      if high.longitude > 180 { high.longitude -= 360 }
    }
    if let bounds, low.longitude <= high.longitude, bounds.southWest.longitude <= bounds.northEast.longitude,
      low.longitude < bounds.northEast.longitude, high.longitude > bounds.southWest.longitude,
      low.latitude < bounds.northEast.latitude, high.latitude > bounds.southWest.latitude
    {
      low.longitude = max(low.longitude, bounds.southWest.longitude)
      low.latitude = max(low.latitude, bounds.southWest.latitude)
      high.longitude = min(high.longitude, bounds.northEast.longitude)
      high.latitude = min(high.latitude, bounds.northEast.latitude)
    }
    box = GeoJSON.BoundingBox(southWest: low, northEast: high)
  }

  /// That a file has nothing here.
  func nothing(_ message: String) -> MapFileError {
    func text(_ degrees: Double) -> String { "\((degrees * 1e4).rounded() / 1e4)" }
    return MapFileError(
      message,
      hint: bounds.map {
        "It covers \(text($0.southWest.longitude)), \(text($0.southWest.latitude)) to \(text($0.northEast.longitude)), \(text($0.northEast.latitude))."
      })
  }

  private static func middle(_ box: GeoJSON.BoundingBox) -> Coordinate {
    Coordinate(
      longitude: (box.southWest.longitude + box.northEast.longitude) / 2,
      latitude: (box.southWest.latitude + box.northEast.latitude) / 2)
  }
}
