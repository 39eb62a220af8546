/// The head of a JPEG XL file (ISO/IEC 18181-1, annex D; 18181-2, 9).
struct JPEGXLHeader {
  private let bytes: ArraySlice<UInt8>
  private var bit = 0

  /// The size of its picture; nil where the bytes do not say it, and for pictures that are to be turned.
  static func size(of file: [UInt8]) -> PictureTraits.PixelSize? {
    guard let codestream = codestream(of: file), codestream.starts(with: [0xFF, 0x0A]) else { return nil }
    var header = JPEGXLHeader(bytes: codestream.dropFirst(2))
    return header.size()
  }

  /// The codestream of a file, or its beginning: in a box, or bare.
  private static func codestream(of file: [UInt8]) -> ArraySlice<UInt8>? {
    if file.starts(with: [0xFF, 0x0A]) { return file[...] }
    var place = 0
    while place <= file.count - 16 {
      func number(_ place: Int, _ count: Int) -> Int { file[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
      let isLong = number(place, 4) == 1
      let size = isLong ? number(place + 8, 8) : number(place, 4)
      let content = place + (isLong ? 16 : 8)
      switch String(decoding: file[place + 4..<place + 8], as: UTF8.self) {
      case "jxlc": return file[content...]
      // After the number of the part.
      case "jxlp": return file.dropFirst(content + 4)
      default:
        // Boxes of size 0 are the last.
        guard size >= content - place, size <= file.count - place else { return nil }
        place += size
      }
    }
    return nil
  }

  private mutating func number(_ count: Int) -> Int? {
    guard bit + count <= bytes.count * 8 else { return nil }
    var value = 0
    for index in 0..<count {
      let byte = bytes[bytes.startIndex + bit / 8]
      value |= Int(byte >> (bit % 8) & 1) << index
      bit += 1
    }
    return value
  }

  private mutating func side(isSmall: Bool) -> Int? {
    if isSmall { return number(5).map { ($0 + 1) * 8 } }
    return number(2).flatMap { number([9, 13, 18, 30][$0]) }.map { $0 + 1 }
  }

  private mutating func size() -> PictureTraits.PixelSize? {
    guard let small = number(1), let height = side(isSmall: small == 1), let ratio = number(3) else { return nil }
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let width =
      ratio == 0 ? side(isSmall: small == 1) : height * ratios[ratio - 1].0 / ratios[ratio - 1].1
    guard let width, let isPlain = number(1) else { return nil }
    if isPlain == 0 {
      guard let hasMore = number(1) else { return nil }
      if hasMore == 1, number(3) != 0 { return nil }
    }
    return PictureTraits.PixelSize(width: width, height: height)
  }
}
