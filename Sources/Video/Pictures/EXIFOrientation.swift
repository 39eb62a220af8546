/// How the picture of a PNG, JPEG or WebP file is to be turned and mirrored to be upright, as its EXIF data numbers it: from 1,
/// upright, to 8; 1 where the file has none, or another format.
///
/// The data is that of the chunk `eXIf` (PNG, third edition, 11.3.4.5), of an application segment 1 (CIPA DC-008, 4.7.2), or of the
/// chunk `EXIF` of WebP. `bytes` are all bytes of the file, with indices from 0.
func exifOrientation(ofPicture bytes: some RandomAccessCollection<UInt8>) -> Int {
  let file = PictureChunks(bytes: bytes)
  // What comes before the data in JPEG files, and in PNG and WebP files of some programs.
  let prefix = Array("Exif".utf8) + [0, 0]
  guard let part = file.part(png: "eXIf", jpeg: (0xFFE1, prefix), webP: "EXIF") else { return 1 }
  let start = file.matches(prefix, at: part.lowerBound) ? part.lowerBound + 6 : part.lowerBound
  let isBigEndian = file.matches(Array("MM".utf8), at: start)
  func number(_ offset: Int, _ count: Int) -> Int? {
    start + offset + count <= part.upperBound
      ? file.number(at: start + offset, bytes: count, isBigEndian: isBigEndian) : nil
  }
  guard isBigEndian || file.matches(Array("II".utf8), at: start), number(2, 2) == 42, let directory = number(4, 4),
    let count = number(directory, 2)
  else { return 1 }
  for entry in 0..<count {
    let offset = directory + 2 + entry * 12
    guard let tag = number(offset, 2) else { return 1 }
    // A short number, once.
    if tag == 0x0112, number(offset + 2, 2) == 3, number(offset + 4, 4) == 1 {
      return number(offset + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    }
  }
  return 1
}
