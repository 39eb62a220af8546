/// Pictures of the ground, such as those of satellites, in square tiles of Web Mercator.
///
/// At zoom `z` the world has 2^z columns, counted from the west, and as many rows, counted from the north.
///
/// ```swift
/// let imagery = try context.imagery(file)
/// let picture = try imagery.tile(zoom: 12, column: 2132, row: 1493)
/// ```
public struct MapImagery: Sendable {
  /// The zooms that have tiles.
  public let zooms: ClosedRange<Int>
  /// The area that the tiles cover; nil where it is not known.
  public let bounds: GeoJSON.BoundingBox?
  /// The place that a camera looks at where a job names none; nil where it is not known.
  public let center: Coordinate?
  /// Whom the picture has to name; nil where the file does not say.
  public let attribution: String?

  private let picture: @Sendable (_ zoom: Int, _ column: Int, _ row: Int) throws -> Image?

  /// Imagery whose tiles come from `picture`, which gives nil where there is none.
  public init(
    zooms: ClosedRange<Int>, bounds: GeoJSON.BoundingBox? = nil, center: Coordinate? = nil,
    attribution: String? = nil,
    picture: @escaping @Sendable (_ zoom: Int, _ column: Int, _ row: Int) throws -> Image?
  ) {
    (self.zooms, self.bounds, self.center) = (zooms, bounds, center)
    (self.attribution, self.picture) = (attribution, picture)
  }

  /// The picture of a tile, whose pixels are read when it is drawn; nil where there is none. Throws `StageError` where
  /// the file is damaged.
  public func tile(zoom: Int, column: Int, row: Int) throws -> Image? {
    guard zooms.contains(zoom), zoom <= 30, 0..<(1 << zoom) ~= column, 0..<(1 << zoom) ~= row else { return nil }
    return try picture(zoom, column, row)
  }
}
