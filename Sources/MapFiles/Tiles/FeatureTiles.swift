import Foundation
import StageKit
import Synchronization

/// A file of tiles with features. It may be asked from several threads.
public final class FeatureTiles: Sendable {
  /// The zooms that have tiles.
  public let zooms: ClosedRange<Int>
  /// The area of the tiles; nil if the file does not have it.
  public let bounds: GeoJSON.BoundingBox?
  /// Whom the picture has to name; nil where the file does not say.
  public let attribution: String?
  private let archive: Mutex<any TileArchive>

  /// Opens PMTiles or MBTiles. Throws `MapFileError` where the file is damaged, or its tiles are pictures.
  public init(path: String) throws {
    let archive = try MapFile.tiles(atPath: path)
    try archive.checkForFeatures()
    (zooms, bounds, attribution) = (archive.zooms, archive.bounds, archive.attribution)
    self.archive = Mutex(archive)
  }

  /// The bytes of a tile, not compressed; nil where there is none. Throws `MapFileError` where the file is damaged.
  public func bytes(zoom: Int, column: Int, row: Int) throws -> [UInt8]? {
    try archive.withLock { try $0.tile(TilePlace(zoom: zoom, column: column, row: row)) }
  }

  /// The features of a tile; none where there is none. Throws `MapFileError` where it is damaged.
  public func features(zoom: Int, column: Int, row: Int) throws -> [GeoJSON.Feature] {
    try archive.withLock { try $0.features(of: TilePlace(zoom: zoom, column: column, row: row)) ?? [] }
  }
}
