/// The bytes of a PNG, JPEG or WebP file, read within their bounds.
struct PictureChunks<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
  enum Format { case png, jpeg, webP }

  /// A chunk of a PNG or WebP file, or a segment of a JPEG file.
  struct Chunk {
    /// The four letters of a chunk, or the marker of a segment as two hexadecimal digits.
    let name: String
    /// The bytes after name and size; may end after the file, where that is cut off.
    let range: Range<Int>
  }

  /// With indices from 0.
  let bytes: Bytes
  let format: Format?

  init(bytes: Bytes) {
    self.bytes = bytes
    func starts(_ text: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: text) }
    format =
      starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      ? .png
      : starts([0xFF, 0xD8, 0xFF])
        ? .jpeg : starts(Array("RIFF".utf8)) && starts(Array("WEBP".utf8), at: 8) ? .webP : nil
  }

  /// All chunks in order; of JPEG files the segments before the first scan.
  var chunks: some Sequence<Chunk> {
    var place = format == .png ? 8 : format == .jpeg ? 2 : 12
    return AnyIterator {
      let chunk: Chunk?
      switch format {
      case .png?: chunk = pngChunk(at: place)
      case .jpeg?: chunk = jpegSegment(at: &place)
      case .webP?: chunk = webPChunk(at: place)
      case nil: chunk = nil
      }
      guard let chunk else { return nil }
      place = chunk.range.upperBound + (format == .png ? 4 : format == .webP ? chunk.range.count % 2 : 0)
      return chunk
    }
  }

  private func pngChunk(at place: Int) -> Chunk? {
    guard let size = number(at: place, bytes: 4, isBigEndian: true), let name = name(at: place + 4) else { return nil }
    return Chunk(name: name, range: place + 8..<place + 8 + size)
  }

  private func jpegSegment(at place: inout Int) -> Chunk? {
    // Any number of bytes 255 may come before a marker.
    while number(at: place, bytes: 2, isBigEndian: true) == 0xFFFF { place += 1 }
    guard let marker = number(at: place, bytes: 2, isBigEndian: true), marker > 0xFF00, marker != 0xFFDA,
      marker != 0xFFD9, let size = number(at: place + 2, bytes: 2, isBigEndian: true), size >= 2
    else { return nil }
    return Chunk(name: String(marker & 0xFF, radix: 16, uppercase: true), range: place + 4..<place + 2 + size)
  }

  private func webPChunk(at place: Int) -> Chunk? {
    guard let size = number(at: place + 4, bytes: 4, isBigEndian: false), let name = name(at: place) else { return nil }
    return Chunk(name: name, range: place + 8..<place + 8 + size)
  }

  private func name(at place: Int) -> String? {
    place <= bytes.count - 4 ? String(decoding: bytes[place..<place + 4], as: UTF8.self) : nil
  }

  /// A chunk's bytes; nil where the file ends before it does.
  subscript(chunk: Chunk) -> Bytes.SubSequence? { chunk.range.upperBound <= bytes.count ? bytes[chunk.range] : nil }

  /// True where `wanted` lies at a place.
  func matches(_ wanted: [UInt8], at place: Int) -> Bool {
    place <= bytes.count - wanted.count && bytes.dropFirst(place).starts(with: wanted)
  }

  /// The number of `count` bytes at a place; nil where the file ends before.
  func number(at place: Int, bytes count: Int, isBigEndian: Bool) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    let digits = bytes.dropFirst(place).prefix(count)
    return isBigEndian ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
