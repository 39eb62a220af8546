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
    guard let directory, let count = number(directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let found = number(entry, 2) else { return nil }
      guard found == tag, number(entry + 4, 4) == 1 else { continue }
      switch number(entry + 2, 2) {
      case 3: return number(entry + 8, 2)
      case 4: return number(entry + 8, 4)
      default: return nil
      }
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
