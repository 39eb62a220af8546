/// The bytes of a PNG, JPEG or WebP file, read within their bounds.
struct PictureChunks<Bytes: RandomAccessCollection<UInt8>> {
  /// With indices from 0.
  let bytes: Bytes

  /// Where the first part of a kind lies, without its name and size; nil where there is none. It may end after the file, where that
  /// is cut off.
  ///
  /// Parts are chunks of PNG and of WebP files, and segments of JPEG files before the scan: of a marker and with a first text,
  /// which is part of them.
  func part(png: String, jpeg: (marker: Int, text: [UInt8])? = nil, webP: String? = nil) -> Range<Int>? {
    if matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return chunk(ofPNG: png) }
    if let jpeg, matches([0xFF, 0xD8, 0xFF], at: 0) { return segment(jpeg.marker, jpeg.text) }
    if let webP, matches(Array("RIFF".utf8), at: 0), matches(Array("WEBP".utf8), at: 8) { return chunk(ofWebP: webP) }
    return nil
  }

  private func chunk(ofPNG name: String) -> Range<Int>? {
    var place = 8
    while let size = number(at: place, bytes: 4, isBigEndian: true) {
      if matches(Array(name.utf8), at: place + 4) { return place + 8..<place + 8 + size }
      place += size + 12
    }
    return nil
  }

  private func segment(_ wanted: Int, _ text: [UInt8]) -> Range<Int>? {
    var place = 2
    while let marker = number(at: place, bytes: 2, isBigEndian: true), marker >= 0xFF00, marker != 0xFFDA {
      // Any number of bytes 255 may come before a marker.
      if marker == 0xFFFF {
        place += 1
        continue
      }
      guard let size = number(at: place + 2, bytes: 2, isBigEndian: true), size >= 2 else { return nil }
      if marker == wanted, matches(text, at: place + 4) { return place + 4..<place + 2 + size }
      place += size + 2
    }
    return nil
  }

  private func chunk(ofWebP name: String) -> Range<Int>? {
    var place = 12
    while let size = number(at: place + 4, bytes: 4, isBigEndian: false) {
      if matches(Array(name.utf8), at: place) { return place + 8..<place + 8 + size }
      place += 8 + size + size % 2
    }
    return nil
  }

  /// Whether bytes lie at a place.
  func matches(_ wanted: [UInt8], at place: Int) -> Bool {
    place <= bytes.count - wanted.count && bytes.dropFirst(place).starts(with: wanted)
  }

  /// The number of so many bytes at a place; nil where the file ends before.
  func number(at place: Int, bytes count: Int, isBigEndian: Bool) -> Int? {
    guard place <= bytes.count - count else { return nil }
    let digits = bytes.dropFirst(place).prefix(count)
    return isBigEndian ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
