import Compression
import Foundation
import StageKit

/// A file of OpenStreetMap's data in its PBF format: a header, then blocks of nodes, ways and relations.
struct PBFFile {
  /// The bytes after the first four bytes of a file.
  static let magic = [0x0A, 9] + Array("OSMHeader".utf8)

  /// The area that the header declares.
  private(set) var bounds: GeoJSON.BoundingBox?
  private let file: FileHandle
  /// The places and the sizes of the blocks, in bytes.
  private var blocks: [(place: UInt64, size: Int)] = []

  /// The most bytes that a block may unpack to, as the format has it.
  private static let maxBlock = 32 << 20
  /// The features that a reader must support; this one supports all but a history of versions.
  private static let features: Set = ["OsmSchema-V0.6", "DenseNodes"]

  /// Finds all blocks. Throws `MapFileError` where the file is damaged or needs what is not read.
  init(_ file: FileHandle) throws {
    self.file = file
    let end = try file.seekToEnd()
    var place: UInt64 = 0
    while place < end {
      let length = try read(4, at: place).reduce(0) { $0 << 8 | Int($1) }
      guard length <= 64 << 10 else { throw MapFileError("it is damaged: a header of \(length) bytes") }
      var header = ProtocolBuffer(try read(length, at: place + 4)[...])
      var (type, size) = ("", -1)
      while !header.isAtEnd {
        switch try header.field() {
        case (1, .bytes(let text)): type = String(decoding: text, as: UTF8.self)
        case (3, .number(let count)): size = Int(clamping: count)
        default: break
        }
      }
      guard (0...Self.maxBlock).contains(size) else { throw MapFileError("it is damaged: a block of \(size) bytes") }
      place += UInt64(4 + length)
      guard place + UInt64(size) <= end else { throw MapFileError("it is cut off") }
      if type == "OSMHeader" {
        try read(header: try unpack(place, size))
      } else if type == "OSMData" {
        blocks.append((place, size))
      }
      place += UInt64(size)
    }
  }

  /// The kinds of things that the blocks may have.
  struct Kinds: OptionSet {
    let rawValue: Int
    static let nodes = Kinds(rawValue: 1)
    static let ways = Kinds(rawValue: 2)
    static let relations = Kinds(rawValue: 4)
  }

  var count: Int { blocks.count }

  /// A block's things. Throws `MapFileError` where it is damaged.
  func block(_ index: Int) throws -> PBFBlock { try PBFBlock(try unpack(blocks[index].place, blocks[index].size)) }

  /// Around all nodes; nil where there are none.
  func nodeBounds() throws -> GeoJSON.BoundingBox? {
    var (low, high) = (OSMPlace(longitude: .max, latitude: .max), OSMPlace(longitude: .min, latitude: .min))
    for index in 0..<count {
      try block(index).forEachNode { node in
        low.longitude = min(low.longitude, node.place.longitude)
        low.latitude = min(low.latitude, node.place.latitude)
        high.longitude = max(high.longitude, node.place.longitude)
        high.latitude = max(high.latitude, node.place.latitude)
      }
    }
    return low.longitude <= high.longitude
      ? GeoJSON.BoundingBox(southWest: low.coordinate, northEast: high.coordinate) : nil
  }

  private func read(_ count: Int, at place: UInt64) throws -> [UInt8] {
    try file.seek(toOffset: place)
    let data = try file.read(upToCount: count) ?? Data()
    guard data.count == count else { throw MapFileError("it is cut off") }
    return Array(data)
  }

  private func unpack(_ place: UInt64, _ size: Int) throws -> [UInt8] {
    var blob = ProtocolBuffer(try read(size, at: place)[...])
    while !blob.isAtEnd {
      switch try blob.field() {
      case (1, .bytes(let plain)): return Array(plain)
      case (3, .bytes(let packed)):
        guard let bytes = inflated(packed, .wrapped, maxSize: Self.maxBlock) else {
          throw MapFileError("it is damaged: a block cannot be unpacked")
        }
        return bytes
      case (4...7, .bytes):
        throw MapFileError(
          "its blocks are packed by another method than zlib",
          hint: "Write it anew: osmium cat FILE -o NEW.osm.pbf -f pbf,pbf_compression=zlib")
      default: break
      }
    }
    throw MapFileError("it is damaged: a block has no data")
  }

  private mutating func read(header bytes: [UInt8]) throws {
    var message = ProtocolBuffer(bytes[...])
    while !message.isAtEnd {
      switch try message.field() {
      case (1, .bytes(let box)):
        var sides: [Int: Double] = [:]
        var message = ProtocolBuffer(box)
        while !message.isAtEnd {
          if case (let side, .number(let value)) = try message.field() {
            sides[side] = Double(ProtocolBuffer.signed(value)) * 1e-9
          }
        }
        if let west = sides[1], let east = sides[2], let north = sides[3], let south = sides[4] {
          bounds = GeoJSON.BoundingBox(
            southWest: Coordinate(longitude: west, latitude: south),
            northEast: Coordinate(longitude: east, latitude: north))
        }
      case (4, .bytes(let text)):
        let feature = String(decoding: text, as: UTF8.self)
        guard Self.features.contains(feature) else {
          throw MapFileError(
            "it has '\(feature)', which is not read", hint: "Use an extract without earlier versions of things.")
        }
      default: break
      }
    }
  }
}
