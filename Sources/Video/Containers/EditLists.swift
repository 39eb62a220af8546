import Files
import Foundation
import MediaBase

/// Makes the edit lists of an MP4 file's pictures free space.
///
/// Their times need none; libav writes one for each stream as soon as sound has to have its own.
func removeEditList(ofPicturesIn path: String, named name: String) throws(MediaError) {
  let operation = "remove the edit list of the pictures"
  guard let index = try topLevelBoxes(at: path, named: name).first(where: { $0.type == "moov" }) else { return }
  do {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seek(toOffset: index.offset)
    let bytes = [UInt8](try file.read(upToCount: Int(index.size)) ?? Data())
    for offset in editLists(ofPicturesIn: bytes) {
      try file.seek(toOffset: index.offset + UInt64(offset) + 4)
      try file.write(contentsOf: Data("free".utf8))
    }
  } catch {
    throw MediaError(operation, reason: SystemError.message(of: error), file: name)
  }
}

/// The offsets of the boxes "edts" of tracks of pictures, in the box "moov".
func editLists(ofPicturesIn index: [UInt8]) -> [Int] {
  boxes(in: index, 8..<index.count).filter { $0.type == "trak" }.flatMap { track -> [Int] in
    let parts = boxes(in: index, track.content)
    guard let media = parts.first(where: { $0.type == "mdia" }),
      let handler = boxes(in: index, media.content).first(where: { $0.type == "hdlr" }),
      handler.content.count >= 12,
      index[handler.content.lowerBound + 8..<handler.content.lowerBound + 12].elementsEqual("vide".utf8)
    else { return [] }
    return parts.filter { $0.type == "edts" }.map { $0.content.lowerBound - 8 }
  }
}

/// The boxes side by side in a range of an index, all with short headers.
private func boxes(in bytes: [UInt8], _ range: Range<Int>) -> [(type: String, content: Range<Int>)] {
  var result: [(type: String, content: Range<Int>)] = []
  var offset = range.lowerBound
  while offset + 8 <= range.upperBound {
    let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    guard size >= 8, offset + size <= range.upperBound else { return result }
    result.append((String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self), offset + 8..<offset + size))
    offset += size
  }
  return result
}
