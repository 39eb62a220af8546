/// How the picture of a PNG, JPEG or WebP file is to be turned and mirrored to be upright, as its EXIF data numbers it: from 1,
/// upright, to 8; 1 where the file has none, or another format.
///
/// `bytes` are all bytes of the file, with indices from 0.
func exifOrientation(ofPicture bytes: some RandomAccessCollection<UInt8>) -> Int {
  EXIFFile(bytes: bytes).orientation ?? 1
}

/// The bytes of a picture file, read within their bounds.
private struct EXIFFile<Bytes: RandomAccessCollection<UInt8>> {
  let bytes: Bytes

  var orientation: Int? {
    if matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return inPNG }
    if matches([0xFF, 0xD8, 0xFF], at: 0) { return inJPEG }
    if matches(Array("RIFF".utf8), at: 0), matches(Array("WEBP".utf8), at: 8) { return inWebP }
    return nil
  }

  /// Of the chunk `eXIf` (PNG, third edition, 11.3.4.5).
  private var inPNG: Int? {
    var place = 8
    while let size = number(at: place, bytes: 4, isBigEndian: true) {
      if matches(Array("eXIf".utf8), at: place + 4) { return orientation(in: place + 8..<place + 8 + size) }
      place += size + 12
    }
    return nil
  }

  /// Of the first application segment 1 with EXIF data before the scan (CIPA DC-008, 4.7.2).
  private var inJPEG: Int? {
    var place = 2
    while let marker = number(at: place, bytes: 2, isBigEndian: true), marker >= 0xFF00, marker != 0xFFDA {
      // Any number of bytes 255 may come before a marker.
      if marker == 0xFFFF {
        place += 1
        continue
      }
      guard let size = number(at: place + 2, bytes: 2, isBigEndian: true), size >= 2 else { return nil }
      if marker == 0xFFE1, matches(Self.prefix, at: place + 4) {
        return orientation(in: place + 4..<place + 2 + size)
      }
      place += size + 2
    }
    return nil
  }

  /// Of the chunk `EXIF`.
  private var inWebP: Int? {
    var place = 12
    while let size = number(at: place + 4, bytes: 4, isBigEndian: false) {
      if matches(Array("EXIF".utf8), at: place) { return orientation(in: place + 8..<place + 8 + size) }
      place += 8 + size + size % 2
    }
    return nil
  }

  /// What comes before the data in JPEG files, and in PNG and WebP files of some programs.
  private static var prefix: [UInt8] { Array("Exif".utf8) + [0, 0] }

  /// The value of the tag 0x0112 in the first directory of a TIFF structure; nil without a valid one.
  private func orientation(in range: Range<Int>) -> Int? {
    let start = matches(Self.prefix, at: range.lowerBound) ? range.lowerBound + 6 : range.lowerBound
    let isBigEndian = matches(Array("MM".utf8), at: start)
    func number(_ offset: Int, _ count: Int) -> Int? {
      start + offset + count <= range.upperBound
        ? self.number(at: start + offset, bytes: count, isBigEndian: isBigEndian) : nil
    }
    guard isBigEndian || matches(Array("II".utf8), at: start), number(2, 2) == 42, let directory = number(4, 4),
      let count = number(directory, 2)
    else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = number(offset, 2) else { return nil }
      // A short number, once.
      if tag == 0x0112, number(offset + 2, 2) == 3, number(offset + 4, 4) == 1 {
        return number(offset + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil }
      }
    }
    return nil
  }

  private func matches(_ wanted: [UInt8], at place: Int) -> Bool {
    place <= bytes.count - wanted.count && bytes.dropFirst(place).starts(with: wanted)
  }

  private func number(at place: Int, bytes count: Int, isBigEndian: Bool) -> Int? {
    guard place <= bytes.count - count else { return nil }
    let digits = bytes.dropFirst(place).prefix(count)
    return isBigEndian ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
