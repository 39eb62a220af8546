import CSQLite
import Foundation
import TestSupport

extension TileFiles {
  /// An MBTiles file with one tile, whose row is counted from the south.
  static func writeMBTiles(
    _ path: String, tile: [UInt8], zoom: Int, column: Int, row: Int, format: String = "pbf"
  ) {
    var database: OpaquePointer?
    sqlite3_open(path, &database)
    defer { sqlite3_close(database) }
    let hex = tile.map { String(format: "%02X", $0) }.joined()
    sqlite3_exec(
      database,
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      INSERT INTO metadata VALUES ('format', '\(format)'), ('attribution', '© Somebody'), ('bounds', '-180,-85,180,85');
      INSERT INTO tiles VALUES (\(zoom), \(column), \(row), X'\(hex)');
      """, nil, nil, nil)
  }
}
