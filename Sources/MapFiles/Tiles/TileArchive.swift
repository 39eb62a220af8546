import StageKit

/// A file of tiles.
protocol TileArchive {
  /// True where its tiles are pictures, false for vectors, and nil where it does not say.
  var hasPictures: Bool? { get }
  var zooms: ClosedRange<Int> { get }
  /// The area of the tiles; nil if the file does not have it.
  var bounds: GeoJSON.BoundingBox? { get }
  var attribution: String? { get }
  /// A tile's bytes, not compressed; nil where there is none.
  func tile(_ place: TilePlace) throws -> [UInt8]?
}
