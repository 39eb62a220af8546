import CSQLite
import Compression
import Foundation
import StageKit

/// A file of MBTiles: tiles in a SQLite database. It is opened for reading alone.
final class MBTilesArchive: TileArchive {
  private let database: OpaquePointer
  let hasPictures: Bool?
  let zooms: ClosedRange<Int>
  let bounds: GeoJSON.BoundingBox?
  let attribution: String?

  static let magic = Array("SQLite format 3\0".utf8)

  init(path: String) throws {
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw MapFileError("it cannot be opened as a database")
    }
    var isKept = false
    defer { if !isKept { sqlite3_close(opened) } }
    func text(_ name: String) throws -> String? {
      try Self.first(opened, "SELECT value FROM metadata WHERE name = ?1", [.text(name)]).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    hasPictures = try text("format").map { $0 != "pbf" }
    func zoom(_ function: String) throws -> Int? {
      try Self.first(opened, "SELECT \(function)(zoom_level) FROM tiles", []).flatMap {
        Int(String(decoding: $0, as: UTF8.self))
      }
    }
    guard let low = try zoom("min"), let high = try zoom("max"), 0...high ~= low, high <= 26 else {
      throw MapFileError("it has no tiles")
    }
    zooms = low...high
    let sides =
      try text("bounds")?.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) } ?? []
    bounds =
      sides.count == 4
      ? GeoJSON.BoundingBox(
        southWest: Coordinate(longitude: sides[0], latitude: sides[1]),
        northEast: Coordinate(longitude: sides[2], latitude: sides[3])) : nil
    attribution = try text("attribution").map(plainText)
    database = opened
    isKept = true
  }

  deinit { sqlite3_close(database) }

  func tile(_ place: TilePlace) throws -> [UInt8]? {
    // Rows are counted from the south.
    let row = (1 << place.zoom) - 1 - place.row
    let found = try Self.first(
      database, "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3",
      [.number(place.zoom), .number(place.column), .number(row)])
    guard let found else { return nil }
    guard found.starts(with: [0x1F, 0x8B]) else { return found }
    guard let tile = inflated(found[...], .wrapped, maxSize: 1 << 28) else { throw MapFileError("a tile is damaged") }
    return tile
  }

  private enum Argument {
    case number(Int)
    case text(String)
  }

  /// The first column of the first row; nil without any, or for NULL.
  private static func first(_ database: OpaquePointer, _ query: String, _ arguments: [Argument]) throws -> [UInt8]? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw MapFileError("it is no MBTiles file: \(String(cString: sqlite3_errmsg(database)))")
    }
    defer { sqlite3_finalize(statement) }
    for (index, argument) in arguments.enumerated() {
      switch argument {
      case .number(let value): sqlite3_bind_int64(statement, Int32(index + 1), Int64(value))
      case .text(let text):
        // SQLite copies the text.
        sqlite3_bind_text(statement, Int32(index + 1), text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
    switch sqlite3_step(statement) {
    case SQLITE_ROW:
      guard let bytes = sqlite3_column_blob(statement, 0) else { return nil }
      return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, 0))))
    case SQLITE_DONE: return nil
    default: throw MapFileError("it is damaged: \(String(cString: sqlite3_errmsg(database)))")
    }
  }
}
