import StageKit

/// The files of a ZIP archive: stored or packed by DEFLATE, without encryption.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, 4.3 and 4.4.
struct ZIPArchive {
  /// The greatest size of a file in an archive.
  static let maxFileSize = 256 << 20

  private struct Entry {
    var method: Int
    var packedSize: Int
    var size: Int
    var header: Int
  }

  private let bytes: [UInt8]
  private let name: String
  private let inflate: @Sendable (ArraySlice<UInt8>, Bool, Int) -> [UInt8]?
  private var entries: [String: Entry] = [:]
  /// The names of all files, in the order of the directory.
  private(set) var names: [String] = []

  /// Reads the directory of an archive.
  init(
    _ bytes: [UInt8], name: String, inflate: @escaping @Sendable (ArraySlice<UInt8>, Bool, Int) -> [UInt8]?
  ) throws {
    self.bytes = bytes
    self.name = name
    self.inflate = inflate
    // The end record is 22 bytes long and is followed by a comment of at most 65,535.
    let lowest = max(bytes.count - 22 - 65_535, 0)
    guard bytes.count >= 22,
      let end = stride(from: bytes.count - 22, through: lowest, by: -1).first(where: {
        number(at: $0, 4) == 0x0605_4B50
      })
    else { throw StageError("\(name): is no complete ZIP archive") }
    let count = number(at: end + 10, 2)
    var place = number(at: end + 16, 4)
    for _ in 0..<count {
      guard number(at: place, 4) == 0x0201_4B50, place + 46 <= bytes.count else {
        throw StageError("\(name): the directory of the ZIP archive is damaged at byte \(place)")
      }
      let nameLength = number(at: place + 28, 2)
      guard place + 46 + nameLength <= bytes.count else {
        throw StageError("\(name): the directory of the ZIP archive is damaged at byte \(place)")
      }
      let file = String(decoding: bytes[place + 46..<place + 46 + nameLength], as: UTF8.self)
      guard number(at: place + 8, 2) & 1 == 0 else { throw StageError("\(name): '\(file)' in it is encrypted") }
      if entries[file] == nil { names.append(file) }
      entries[file] = Entry(
        method: number(at: place + 10, 2), packedSize: number(at: place + 20, 4), size: number(at: place + 24, 4),
        header: number(at: place + 42, 4))
      place += 46 + nameLength + number(at: place + 30, 2) + number(at: place + 32, 2)
    }
  }

  /// The bytes of a file; nil if there is none of that name.
  func file(_ file: String) throws -> [UInt8]? {
    guard let entry = entries[file] else { return nil }
    let start = entry.header + 30 + number(at: entry.header + 26, 2) + number(at: entry.header + 28, 2)
    guard number(at: entry.header, 4) == 0x0403_4B50, start + entry.packedSize <= bytes.count,
      entry.size <= Self.maxFileSize
    else { throw StageError("\(name): '\(file)' in it is damaged or too large") }
    let packed = bytes[start..<start + entry.packedSize]
    switch entry.method {
    case 0: return Array(packed)
    case 8:
      guard let result = inflate(packed, true, entry.size), result.count == entry.size else {
        throw StageError("\(name): '\(file)' in it is damaged")
      }
      return result
    default: throw StageError("\(name): '\(file)' in it is packed by method \(entry.method), which is not read")
    }
  }

  /// A number of some bytes, the least one first; 0 beyond the end.
  private func number(at offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset <= bytes.count - count else { return 0 }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
