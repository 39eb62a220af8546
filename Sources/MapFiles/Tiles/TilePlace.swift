import StageKit

/// The place of a tile in Web Mercator's world, which has 2^zoom columns from the west and 2^zoom rows from the north.
struct TilePlace: Hashable, Comparable {
  var zoom: Int
  var column: Int
  var row: Int

  static func < (a: TilePlace, b: TilePlace) -> Bool { (a.zoom, a.row, a.column) < (b.zoom, b.row, b.column) }

  /// The coordinate of a place within the tile, from 0 to 1, y downward.
  func coordinate(_ p: Point) -> Coordinate {
    let count = Double(1 << zoom)
    let world = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
    let side = 2 * Double.pi * WebMercatorPlane.earthRadius
    let (x, y) = ((Double(column) + p.x) / count - 0.5, (Double(row) + p.y) / count - 0.5)
    return Coordinate(longitude: x * 360, latitude: world.coordinate(Point(0, y * side)).latitude)
  }

  /// The tile that has a coordinate.
  init(_ coordinate: Coordinate, zoom: Int) {
    let world = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
    let side = 2 * Double.pi * WebMercatorPlane.earthRadius
    let count = 1 << zoom
    func index(_ share: Double) -> Int { min(max(Int((share * Double(count)).rounded(.down)), 0), count - 1) }
    self.zoom = zoom
    column = index(coordinate.longitude / 360 + 0.5)
    row = index(world.point(Coordinate(longitude: 0, latitude: coordinate.latitude)).y / side + 0.5)
  }

  /// The maximum number of tiles that are read; a lower zoom is taken where a part of the world would need more.
  static let maxTiles = 64

  /// The tiles of a part of the world, row by row; nil for more than `maxTiles`.
  static func all(in box: GeoJSON.BoundingBox, zoom: Int) -> [TilePlace]? {
    let first = TilePlace(Coordinate(longitude: box.southWest.longitude, latitude: box.northEast.latitude), zoom: zoom)
    let last = TilePlace(Coordinate(longitude: box.northEast.longitude, latitude: box.southWest.latitude), zoom: zoom)
    guard first.row <= last.row else { return nil }
    // Across the antimeridian they begin anew in the west.
    let crosses = box.southWest.longitude > box.northEast.longitude
    let columns =
      crosses && first.column > last.column
      ? [first.column...(1 << zoom) - 1, 0...last.column] : [crosses ? 0...(1 << zoom) - 1 : first.column...last.column]
    guard columns.reduce(0, { $0 + $1.count }) * (last.row - first.row + 1) <= maxTiles else { return nil }
    return (first.row...last.row).flatMap { row in
      columns.joined().map { TilePlace(zoom: zoom, column: $0, row: row) }
    }
  }

  init(zoom: Int, column: Int, row: Int) { (self.zoom, self.column, self.row) = (zoom, column, row) }
}
