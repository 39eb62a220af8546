/// The features of a map in square tiles of Web Mercator.
///
/// At zoom `z` the world has 2^z columns, counted from the west, and as many rows, counted from the north.
///
/// ```swift
/// let tiles = try context.mapTiles(file)
/// let features = try tiles.tile(zoom: 14, column: 8529, row: 5974)?.features()
/// ```
public struct MapTiles: Sendable {
  /// A tile, whose features are read when they are asked for.
  public struct Tile: Sendable {
    /// A digest of the tile's bytes, from which its features follow.
    public let digest: Digest
    private let read: @Sendable () throws -> [GeoJSON.Feature]

    /// A tile whose features come from `read`.
    public init(digest: Digest, read: @escaping @Sendable () throws -> [GeoJSON.Feature]) {
      (self.digest, self.read) = (digest, read)
    }

    /// The features, whose properties `layer` are the names of their layers. They may reach somewhat beyond the tile. Throws `StageError`
    /// where the tile is damaged.
    public func features() throws -> [GeoJSON.Feature] { try read() }
  }

  /// The zooms that have tiles.
  public let zooms: ClosedRange<Int>
  /// The area that the tiles cover; nil where it is not known.
  public let bounds: GeoJSON.BoundingBox?
  /// Whom the picture has to name; nil where the file does not say.
  public let attribution: String?

  private let find: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) throws -> Tile?

  /// Tiles that come from `find`, which gives nil where there is none.
  public init(
    zooms: ClosedRange<Int>, bounds: GeoJSON.BoundingBox? = nil, attribution: String? = nil,
    find: @escaping @Sendable (_ zoom: Int, _ column: Int, _ row: Int) throws -> Tile?
  ) {
    (self.zooms, self.bounds, self.attribution, self.find) = (zooms, bounds, attribution, find)
  }

  /// A tile; nil where there is none. Throws `StageError` where the file is damaged.
  public func tile(zoom: Int, column: Int, row: Int) throws -> Tile? {
    guard zooms.contains(zoom), zoom <= 30, 0..<(1 << zoom) ~= column, 0..<(1 << zoom) ~= row else { return nil }
    return try find(zoom, column, row)
  }
}
