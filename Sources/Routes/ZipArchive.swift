import Compression

/// The files in a ZIP archive.
struct ZipArchive {
  private struct Entry {
    var name: String
    var method: Int
    var packedSize: Int
    var size: Int
    var offset: Int
  }

  private let bytes: [UInt8]
  private var entries: [Entry] = []

  /// The largest size of an unpacked KML file.
  private static let maxSize = 1 << 30

  /// Reads the archive's directory.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    // At the end, before a comment of up to 65,535 bytes.
    let last = bytes.count - 22
    guard last >= 0,
      let end = stride(from: last, through: max(last - 65_535, 0), by: -1).first(where: { number($0, 4) == 0x0605_4B50 }
      )
    else { throw RouteFileError("the archive is cut off") }
    var place = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      guard place + 46 <= bytes.count, number(place, 4) == 0x0201_4B50 else {
        throw RouteFileError("the archive's directory is damaged")
      }
      let length = number(place + 28, 2)
      guard place + 46 + length <= bytes.count else { throw RouteFileError("the archive's directory is damaged") }
      entries.append(
        Entry(
          name: String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self), method: number(place + 10, 2),
          packedSize: number(place + 20, 4), size: number(place + 24, 4), offset: number(place + 42, 4)))
      place += 46 + length + number(place + 30, 2) + number(place + 32, 2)
    }
  }

  private func number(_ place: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(place + $1 < bytes.count ? bytes[place + $1] : 0) << (8 * $1) }
  }

  /// `doc.kml`, or the first KML file in the archive.
  func firstKML() throws -> [UInt8] {
    let files = entries.filter { $0.name.lowercased().hasSuffix(".kml") }
    guard let entry = files.first(where: { $0.name == "doc.kml" }) ?? files.first else {
      throw RouteFileError("the archive has no KML file")
    }
    return try unpacked(entry)
  }

  private func unpacked(_ entry: Entry) throws -> [UInt8] {
    let start = entry.offset + 30 + number(entry.offset + 26, 2) + number(entry.offset + 28, 2)
    guard number(entry.offset, 4) == 0x0403_4B50, start + entry.packedSize <= bytes.count, entry.size <= Self.maxSize
    else { throw RouteFileError("'\(entry.name)' is damaged in the archive") }
    let packed = bytes[start..<start + entry.packedSize]
    switch entry.method {
    case 0: return Array(packed)
    case 8:
      guard let result = inflated(packed, .raw, maxSize: Self.maxSize), result.count == entry.size else {
        throw RouteFileError("'\(entry.name)' is damaged in the archive")
      }
      return result
    default:
      throw RouteFileError("'\(entry.name)' is packed in a way that cannot be read", hint: "Pack it as KMZ files are.")
    }
  }
}
