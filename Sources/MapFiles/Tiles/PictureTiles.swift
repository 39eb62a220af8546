import Foundation
import StageKit
import Synchronization

/// A file of tiles that are pictures. It may be asked from several threads.
public final class PictureTiles: Sendable {
  public let zooms: ClosedRange<Int>
  /// The area of the tiles; nil if the file does not have it.
  public let bounds: GeoJSON.BoundingBox?
  public let attribution: String?
  private let archive: Mutex<any TileArchive>

  /// Opens PMTiles or MBTiles. Throws `MapFileError` where the file is damaged, or its tiles are vectors.
  public init(path: String) throws {
    let archive = try MapFile.tiles(atPath: path)
    guard archive.hasPictures != false else {
      throw MapFileError("its tiles are vectors", hint: "Use the map 'tiles', or a file of pictures.")
    }
    (zooms, bounds, attribution) = (archive.zooms, archive.bounds, archive.attribution)
    self.archive = Mutex(archive)
  }

  /// The file of a tile's picture; nil where there is none.
  public func bytes(zoom: Int, column: Int, row: Int) throws -> [UInt8]? {
    try archive.withLock { try $0.tile(TilePlace(zoom: zoom, column: column, row: row)) }
  }
}
