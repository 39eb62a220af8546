import Foundation
import StageKit

/// Maps in files of vector tiles.
public enum MapTiles {
  /// At most as many tiles are read; a lower zoom is taken where a part of the world would need more.
  public static let maxTiles = 64

  /// The features of a part of the world, as tiles have them: their layers' names are properties `layer`.
  ///
  /// The highest zoom is taken that has tiles there and needs `maxTiles` of them at most. Throws `TileError` where the file is damaged, or has nothing
  /// there.
  ///
  /// - Parameters:
  ///   - center: In the middle of the part; nil for the middle of what the file covers.
  ///   - reach: How far the part goes in each of the four directions, in meters.
  public static func features(
    ofFile path: String, around center: Coordinate?, reach: Double
  ) throws -> GeoJSON.FeatureCollection {
    let archive = try open(path)
    guard let center = center ?? archive.bounds.map(Self.middle) else {
      throw TileError("it does not say what it covers", hint: "Set the stage's 'center'.")
    }
    let box = Self.box(around: center, reach: reach, within: archive.bounds)
    var features: [GeoJSON.Feature] = []
    var isEmpty = true
    for zoom in archive.zooms.reversed() where isEmpty {
      for place in places(in: box, zoom: zoom) ?? [] {
        guard let bytes = try archive.tile(place) else { continue }
        isEmpty = false
        for feature in try VectorTile(bytes).features { features += Self.features(feature, at: place) }
      }
    }
    if isEmpty {
      let bounds = archive.bounds.map {
        "It covers \(text($0.southWest.longitude)), \(text($0.southWest.latitude)) to \(text($0.northEast.longitude)), \(text($0.northEast.latitude))."
      }
      throw TileError("it has no tiles where the camera looks", hint: bounds)
    }
    return GeoJSON.FeatureCollection(features: features, boundingBox: box, attribution: archive.attribution)
  }

  private static func middle(_ box: GeoJSON.BoundingBox) -> Coordinate {
    Coordinate(
      longitude: (box.southWest.longitude + box.northEast.longitude) / 2,
      latitude: (box.southWest.latitude + box.northEast.latitude) / 2)
  }

  /// The part of a file's bounds within reach; without bounds in reach, all that is in reach.
  private static func box(
    around center: Coordinate, reach: Double, within bounds: GeoJSON.BoundingBox?
  ) -> GeoJSON.BoundingBox {
    let ground = WebMercatorPlane(origin: center)
    var (low, high) = (ground.coordinate(Point(-reach, reach)), ground.coordinate(Point(reach, -reach)))
    if let bounds, low.longitude < bounds.northEast.longitude, high.longitude > bounds.southWest.longitude,
      low.latitude < bounds.northEast.latitude, high.latitude > bounds.southWest.latitude
    {
      low.longitude = max(low.longitude, bounds.southWest.longitude)
      low.latitude = max(low.latitude, bounds.southWest.latitude)
      high.longitude = min(high.longitude, bounds.northEast.longitude)
      high.latitude = min(high.latitude, bounds.northEast.latitude)
    }
    return GeoJSON.BoundingBox(southWest: low, northEast: high)
  }

  private static func text(_ degrees: Double) -> String { "\((degrees * 1e4).rounded() / 1e4)" }

  private static func open(_ path: String) throws -> any TileArchive {
    guard let file = FileHandle(forReadingAtPath: path) else { throw TileError("it cannot be opened") }
    let start = try file.read(upToCount: 16).map { Array($0) } ?? []
    if start.starts(with: PMTilesArchive.magic) { return try PMTilesArchive(file) }
    if start.elementsEqual(MBTilesArchive.magic) { return try MBTilesArchive(path: path) }
    throw TileError(start.isEmpty ? "it is empty" : "it is neither PMTiles nor MBTiles")
  }

  /// The tiles of a part; nil for more than `maxTiles`, and for a part that crosses the antimeridian.
  private static func places(in box: GeoJSON.BoundingBox, zoom: Int) -> [TilePlace]? {
    let (first, last) = (
      TilePlace(Coordinate(longitude: box.southWest.longitude, latitude: box.northEast.latitude), zoom: zoom),
      TilePlace(Coordinate(longitude: box.northEast.longitude, latitude: box.southWest.latitude), zoom: zoom)
    )
    guard first.column <= last.column, first.row <= last.row,
      (last.column - first.column + 1) * (last.row - first.row + 1) <= maxTiles
    else { return nil }
    return (first.row...last.row).flatMap { row in
      (first.column...last.column).map { TilePlace(zoom: zoom, column: $0, row: row) }
    }
  }

  /// A feature's points, lines and areas, each as a feature.
  private static func features(_ feature: VectorTile.Feature, at place: TilePlace) -> [GeoJSON.Feature] {
    func coordinate(_ p: Point) -> Coordinate { place.coordinate(p / feature.extent) }
    // A tag of this name counts levels.
    var properties = feature.properties.map {
      $0.name == "layer" ? GeoJSON.Property(name: "level", value: $0.value) : $0
    }
    properties.append(GeoJSON.Property(name: "layer", value: .string(feature.layer)))
    var geometries: [GeoJSON.Geometry] = []
    if !feature.points.isEmpty { geometries.append(.multiPoint(feature.points.map(coordinate))) }
    if !feature.lines.isEmpty { geometries.append(.multiLineString(feature.lines.map { $0.map(coordinate) })) }
    if !feature.polygons.isEmpty {
      geometries.append(
        .multiPolygon(feature.polygons.map { $0.map { ring in (ring + ring.prefix(1)).map(coordinate) } }))
    }
    return geometries.map { GeoJSON.Feature(geometry: $0, properties: properties) }
  }
}
