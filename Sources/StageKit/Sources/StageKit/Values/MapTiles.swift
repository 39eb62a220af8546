/// The features of a map in square tiles of Web Mercator.
///
/// At zoom `z` the world has 2^z columns, counted from the west, and as many rows, counted from the north.
///
/// ```swift
/// let tiles = try context.mapTiles(file)
/// let features = try tiles.features(zoom: 14, column: 8529, row: 5974)
/// ```
public struct MapTiles: Sendable {
  /// The zooms that have tiles.
  public let zooms: ClosedRange<Int>
  /// The area that the tiles cover; nil where it is not known.
  public let bounds: GeoJSON.BoundingBox?
  /// Whom the picture has to name; nil where the file does not say.
  public let attribution: String?

  private let read: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) throws -> [GeoJSON.Feature]?

  /// Tiles whose features come from `read`, which gives nil where there is no tile.
  public init(
    zooms: ClosedRange<Int>, bounds: GeoJSON.BoundingBox? = nil, attribution: String? = nil,
    read: @escaping @Sendable (_ zoom: Int, _ column: Int, _ row: Int) throws -> [GeoJSON.Feature]?
  ) {
    (self.zooms, self.bounds, self.attribution, self.read) = (zooms, bounds, attribution, read)
  }

  /// The features of a tile, whose properties `layer` are the names of their layers; nil where there is no tile. Features may reach
  /// somewhat beyond it. Throws `StageError` where the file is damaged.
  public func features(zoom: Int, column: Int, row: Int) throws -> [GeoJSON.Feature]? {
    guard zooms.contains(zoom), zoom <= 30, 0..<(1 << zoom) ~= column, 0..<(1 << zoom) ~= row else { return nil }
    return try read(zoom, column, row)
  }
}
