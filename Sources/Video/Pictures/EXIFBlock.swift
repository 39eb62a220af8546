/// The EXIF data of a PNG, JPEG or WebP file: that of the chunk `eXIf` (PNG, third edition, 11.3.4.5), of an application segment 1
/// (CIPA DC-008, 4.7.2), or of the chunk `EXIF` of WebP.
struct EXIFBlock<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
  private let file: PictureChunks<Bytes>
  private let start: Int
  private let end: Int
  private let isBigEndian: Bool

  /// Before the data in JPEG files, and in PNG and WebP files of some programs.
  private static var prefix: [UInt8] { Array("Exif".utf8) + [0, 0] }

  /// Nil where a file has none.
  init?(_ file: PictureChunks<Bytes>) {
    let found = file.chunks.first { chunk in
      switch file.format {
      case .png?: chunk.name == "eXIf"
      case .jpeg?: chunk.name == "E1" && file.matches(Self.prefix, at: chunk.range.lowerBound)
      default: chunk.name == "EXIF"
      }
    }
    guard let range = found?.range else { return nil }
    self.init(file, in: range)
  }

  /// The data in a range of a file.
  init?(_ file: PictureChunks<Bytes>, in range: Range<Int>) {
    self.file = file
    start = file.matches(Self.prefix, at: range.lowerBound) ? range.lowerBound + 6 : range.lowerBound
    end = range.upperBound
    isBigEndian = file.matches(Array("MM".utf8), at: start)
    guard isBigEndian || file.matches(Array("II".utf8), at: start), number(2, 2) == 42 else { return nil }
  }

  /// The offset of the first directory.
  var firstDirectory: Int? { number(4, 4) }

  /// The single value of a tag in a directory; nil where it has another type or count.
  func value(of tag: Int, in directory: Int?) -> Int? {
    guard let entry = entry(of: tag, in: directory), entry.count == 1 else { return nil }
    switch entry.type {
    case 3: return number(entry.place, 2)
    case 4: return number(entry.place, 4)
    default: return nil
    }
  }

  /// The text of a tag in a directory, up to its first zero.
  func text(of tag: Int, in directory: Int?) -> String? {
    guard let entry = entry(of: tag, in: directory), entry.type == 2, entry.count <= 64 else { return nil }
    guard let place = entry.count > 4 ? number(entry.place, 4) : entry.place else { return nil }
    let bytes = (0..<entry.count).compactMap { number(place + $0, 1).map { UInt8($0) } }
    return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The fractions of a tag in a directory; nil where one has no value.
  func fractions(of tag: Int, in directory: Int?) -> [Double]? {
    guard let entry = entry(of: tag, in: directory), entry.type == 5, entry.count <= 8,
      let place = number(entry.place, 4)
    else { return nil }
    var result: [Double] = []
    for index in 0..<entry.count {
      guard let above = number(place + index * 8, 4), let below = number(place + index * 8 + 4, 4), below > 0 else {
        return nil
      }
      result.append(Double(above) / Double(below))
    }
    return result
  }

  /// The first entry of a tag: its type, the number of its values, and the offset of these, or of their offset.
  private func entry(of tag: Int, in directory: Int?) -> (type: Int, count: Int, place: Int)? {
    guard let directory, let count = number(directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let found = number(entry, 2) else { return nil }
      guard found == tag, let type = number(entry + 2, 2), let values = number(entry + 4, 4) else { continue }
      return (type, values, entry + 8)
    }
    return nil
  }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    offset >= 0 && start + offset + count <= end
      ? file.number(at: start + offset, bytes: count, isBigEndian: isBigEndian) : nil
  }
}

/// The orientation of a PNG, JPEG or WebP picture, as its EXIF data numbers it: from 1, upright, to 8; 1 if the file
/// has none, or another format. `bytes` are all bytes of the file, with indices from 0.
func exifOrientation<Bytes: RandomAccessCollection<UInt8>>(ofPicture bytes: Bytes) -> Int where Bytes.Index == Int {
  let block = EXIFBlock(PictureChunks(bytes: bytes))
  return block.flatMap { $0.value(of: 0x0112, in: $0.firstDirectory) }.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
}
