import StageKit

extension TileArchive {
  /// The features of a part of the world: those of the highest zoom that has tiles there and needs `maxTiles` of them at most.
  func features(around center: Coordinate?, reach: Double) throws -> GeoJSON.FeatureCollection {
    try check(for: .features)
    let area = try MapArea(around: center, reach: reach, within: bounds)
    var features: [GeoJSON.Feature] = []
    var isEmpty = true
    for zoom in zooms.reversed() where isEmpty {
      for place in TilePlace.all(in: area.box, zoom: zoom) ?? [] {
        guard let found = try self.features(of: place) else { continue }
        isEmpty = false
        features += found
      }
    }
    if isEmpty { throw area.nothing("it has no tiles where the camera looks") }
    return GeoJSON.FeatureCollection(features: features, boundingBox: area.box, attribution: attribution)
  }

  /// The features of a tile; nil where there is none.
  func features(of place: TilePlace) throws -> [GeoJSON.Feature]? {
    try tile(place).map { try VectorTile($0).features.flatMap { Self.features($0, at: place) } }
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
