import Compression
import Foundation
import StageKit

/// A file of PMTiles, version 3. Only what is asked for is read.
struct PMTilesArchive: TileArchive {
  private enum Packing: UInt8 { case unknown, none, gzip, brotli, zstd }

  /// A run of tiles with the same bytes, or, with a run of 0, a further directory.
  private struct Entry {
    var id: UInt64
    var run: UInt64
    var offset: UInt64
    var length: UInt64
  }

  let hasPictures: Bool?
  private let file: FileHandle
  private let size: UInt64
  private let root: [Entry]
  private let leaves: UInt64
  private let tiles: UInt64
  private let directoryPacking: Packing
  private let tilePacking: Packing
  let zooms: ClosedRange<Int>
  let bounds: GeoJSON.BoundingBox?
  let attribution: String?

  static let magic = Array("PMTiles".utf8)
  private static let maxDirectory = 1 << 28

  init(_ file: FileHandle) throws {
    self.file = file
    size = try file.seekToEnd()
    let header = try Self.read(file, at: 0, length: 127, size: size)
    guard header.starts(with: Self.magic) else { throw MapFileError("it is no PMTiles file") }
    guard header[7] == 3 else { throw MapFileError("it has version \(header[7]) of PMTiles; 3 is read") }
    func number(_ place: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(header[place + $1]) << UInt64(8 * $1) }
    }
    func degrees(_ place: Int) -> Double { Double(Int32(truncatingIfNeeded: number(place, 4))) / 1e7 }
    hasPictures = header[99] == 0 ? nil : header[99] != 1
    directoryPacking = Packing(rawValue: header[97]) ?? .unknown
    tilePacking = Packing(rawValue: header[98]) ?? .unknown
    leaves = number(40, 8)
    tiles = number(56, 8)
    guard header[100] <= header[101], header[101] <= 26 else { throw MapFileError("its range of zooms is damaged") }
    zooms = Int(header[100])...Int(header[101])
    let box = GeoJSON.BoundingBox(
      southWest: Coordinate(longitude: degrees(102), latitude: degrees(106)),
      northEast: Coordinate(longitude: degrees(110), latitude: degrees(114)))
    bounds = box.southWest.latitude < box.northEast.latitude ? box : nil
    root = try Self.directory(
      try Self.read(file, at: number(8, 8), length: number(16, 8), size: size), directoryPacking)
    let metadata = try Self.unpacked(
      try Self.read(file, at: number(24, 8), length: number(32, 8), size: size), directoryPacking)
    attribution = Self.attribution(in: metadata)
  }

  private static func attribution(in metadata: [UInt8]) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(metadata)) as? [String: Any]
    return (object?["attribution"] as? String).map(plainText)
  }

  func tile(_ place: TilePlace) throws -> [UInt8]? {
    let id = Self.id(of: place)
    var directory = root
    // Directories lead to directories at most three times.
    for _ in 0..<4 {
      guard let index = directory.lastIndex(where: { $0.id <= id }) else { return nil }
      let entry = directory[index]
      if entry.run == 0 {
        directory = try Self.directory(
          try Self.read(file, at: leaves &+ entry.offset, length: entry.length, size: size), directoryPacking)
        continue
      }
      guard id - entry.id < entry.run else { return nil }
      return try Self.unpacked(
        try Self.read(file, at: tiles &+ entry.offset, length: entry.length, size: size), tilePacking)
    }
    throw MapFileError("its directories lead to each other")
  }

  /// A tile's number along the Hilbert curves of all zooms, one after the other.
  static func id(of place: TilePlace) -> UInt64 {
    var result: UInt64 = 0
    for zoom in 0..<place.zoom { result += 1 << UInt64(2 * zoom) }
    var (x, y) = (UInt64(place.column), UInt64(place.row))
    var side: UInt64 = place.zoom > 0 ? 1 << UInt64(place.zoom - 1) : 0
    while side > 0 {
      let (right, down): (UInt64, UInt64) = (x & side > 0 ? 1 : 0, y & side > 0 ? 1 : 0)
      result += side * side * ((3 * right) ^ down)
      if down == 0 {
        if right == 1 { (x, y) = (side &- 1 &- x, side &- 1 &- y) }
        swap(&x, &y)
      }
      side >>= 1
    }
    return result
  }

  private static func directory(_ packed: [UInt8], _ packing: Packing) throws -> [Entry] {
    var numbers = ProtocolBuffer(try unpacked(packed, packing)[...])
    let count = try numbers.number()
    guard count <= UInt64(maxDirectory / 4) else { throw MapFileError("a directory is damaged") }
    var entries: [Entry] = []
    var id: UInt64 = 0
    for _ in 0..<count {
      id &+= try numbers.number()
      entries.append(Entry(id: id, run: 0, offset: 0, length: 0))
    }
    for i in entries.indices { entries[i].run = try numbers.number() }
    for i in entries.indices { entries[i].length = try numbers.number() }
    for i in entries.indices {
      let offset = try numbers.number()
      if offset == 0, i == 0 { throw MapFileError("a directory is damaged") }
      entries[i].offset = offset == 0 ? entries[i - 1].offset &+ entries[i - 1].length : offset - 1
    }
    return entries
  }

  private static func unpacked(_ bytes: [UInt8], _ packing: Packing) throws -> [UInt8] {
    switch packing {
    case .none, .unknown: return bytes
    case .gzip:
      guard let result = inflated(bytes[...], .wrapped, maxSize: maxDirectory) else {
        throw MapFileError("it is damaged")
      }
      return result
    case .brotli, .zstd:
      throw MapFileError("it is packed with \(packing)", hint: "Use a file that is packed with gzip.")
    }
  }

  private static func read(_ file: FileHandle, at offset: UInt64, length: UInt64, size: UInt64) throws -> [UInt8] {
    guard length <= size, offset <= size - length, length <= UInt64(maxDirectory) else {
      throw MapFileError(size == 0 ? "it is empty" : "it is cut off")
    }
    try file.seek(toOffset: offset)
    let data = try file.read(upToCount: Int(length)) ?? Data()
    guard data.count == Int(length) else { throw MapFileError("it is cut off") }
    return Array(data)
  }
}

/// Text without the tags and the common entities of HTML.
func plainText(_ html: String) -> String {
  var result = ""
  var isTag = false
  for character in html {
    if character == "<" { isTag = true }
    if !isTag { result.append(character) }
    if character == ">" { isTag = false }
  }
  for (entity, text) in [("&copy;", "©"), ("&amp;", "&"), ("&nbsp;", " "), ("&quot;", "\"")] {
    result = result.replacingOccurrences(of: entity, with: text)
  }
  return result
}
