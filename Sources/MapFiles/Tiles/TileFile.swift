import Foundation
import StageKit
import Synchronization

/// A file of tiles: pictures, or features. It may be asked from several threads.
public final class TileFile: Sendable {
  /// The content of the tiles of a file.
  public enum Content: Sendable { case pictures, features }

  /// The zooms that have tiles.
  public let zooms: ClosedRange<Int>
  /// The area of the tiles; nil if the file does not have it.
  public let bounds: GeoJSON.BoundingBox?
  /// Whom the picture has to name; nil where the file does not say.
  public let attribution: String?
  private let archive: Mutex<any TileArchive>

  /// Opens PMTiles or MBTiles. Throws `MapFileError` where the file is damaged, or its tiles have other content.
  public init(path: String, of content: Content) throws {
    let archive = try MapFile.tiles(atPath: path)
    try archive.check(for: content)
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

extension TileArchive {
  /// Throws where tiles have other content; a file that does not say what it has may have any.
  func check(for content: TileFile.Content) throws(MapFileError) {
    switch (content, hasPictures) {
    case (.pictures, false):
      throw MapFileError("its tiles are vectors", hint: "Use the map 'tiles', or a file of pictures.")
    case (.features, true):
      throw MapFileError("its tiles are pictures", hint: "Use a file of vector tiles, or the map 'imagery'.")
    default: break
    }
  }
}
