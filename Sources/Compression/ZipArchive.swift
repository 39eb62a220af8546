/// A fault of a ZIP archive.
public struct ZipError: Error, Hashable, Sendable {
  /// A phrase such as `the archive is cut off`.
  public let message: String
  public let hint: String?

  init(_ message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }
}

/// The files in a ZIP archive: stored or packed by DEFLATE, without encryption.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, 4.3 and 4.4.
public struct ZipArchive: Sendable {
  private struct Entry {
    var method: Int
    var packedSize: Int
    var size: Int
    var offset: Int
    var isEncrypted: Bool
  }

  /// The names of all files, in the order of the directory.
  public private(set) var names: [String] = []
  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  /// Reads the archive's directory.
  public init(_ bytes: [UInt8]) throws(ZipError) {
    self.bytes = bytes
    // At the end, before a comment of up to 65,535 bytes.
    let last = bytes.count - 22
    guard last >= 0,
      let end = stride(from: last, through: max(last - 65_535, 0), by: -1).first(where: { number($0, 4) == 0x0605_4B50 }
      )
    else { throw ZipError("the archive is cut off") }
    var place = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      guard place + 46 <= bytes.count, number(place, 4) == 0x0201_4B50 else {
        throw ZipError("the archive's directory is damaged")
      }
      let length = number(place + 28, 2)
      guard place + 46 + length <= bytes.count else { throw ZipError("the archive's directory is damaged") }
      let name = String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self)
      names.append(name)
      if entries[name] == nil {
        entries[name] = Entry(
          method: number(place + 10, 2), packedSize: number(place + 20, 4), size: number(place + 24, 4),
          offset: number(place + 42, 4), isEncrypted: number(place + 8, 2) & 1 != 0)
      }
      place += 46 + length + number(place + 30, 2) + number(place + 32, 2)
    }
  }

  /// A number of some bytes, the least one first; those beyond the end are 0.
  private func number(_ place: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(place + $1 < bytes.count ? bytes[place + $1] : 0) << (8 * $1) }
  }

  /// The bytes of a file; nil if there is none of that name. Throws for one that is damaged, or larger than `maxSize` bytes.
  public func file(_ name: String, maxSize: Int) throws(ZipError) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    if entry.isEncrypted { throw ZipError("'\(name)' is encrypted in the archive") }
    let start = entry.offset + 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2)
    guard number(entry.offset, 4) == 0x0403_4B50, start + entry.packedSize <= bytes.count, entry.size <= maxSize else {
      throw ZipError("'\(name)' is damaged in the archive")
    }
    let packed = bytes[start..<start + entry.packedSize]
    switch entry.method {
    case 0: return Array(packed)
    case 8:
      guard let result = inflated(packed, .raw, maxSize: entry.size), result.count == entry.size else {
        throw ZipError("'\(name)' is damaged in the archive")
      }
      return result
    default:
      throw ZipError("'\(name)' is packed in a way that cannot be read", hint: "Pack it by DEFLATE, as usual.")
    }
  }
}
