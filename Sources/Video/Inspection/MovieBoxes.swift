import Files
import Foundation
import MediaBase

/// The type and range of a box of an MP4 file.
struct MovieBox: Hashable, Sendable {
  let type: String
  /// Bytes from the start of the file.
  let offset: UInt64
  /// Bytes, with the box's header.
  let size: UInt64
}

/// The outermost boxes of an MP4 file in order (ISO/IEC 14496-12, 4.2); throws if one reaches beyond the end.
func topLevelBoxes(at path: String, named name: String) throws(MediaError) -> [MovieBox] {
  do {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    return try topLevelBoxes(in: file, named: name)
  } catch let error as MediaError {
    throw error
  } catch {
    throw MediaError("read the movie's boxes", reason: SystemError.message(of: error), file: name)
  }
}

/// The outermost boxes of an open MP4 file; see `topLevelBoxes(at:named:)`.
func topLevelBoxes(in file: FileHandle, named name: String) throws(MediaError) -> [MovieBox] {
  let operation = "read the movie's boxes"
  func damaged(_ offset: UInt64) -> MediaError {
    MediaError(operation, reason: "the box at byte \(offset) does not fit into the file", file: name)
  }
  do {
    let end = try file.seekToEnd()
    var boxes: [MovieBox] = []
    var offset: UInt64 = 0
    while offset < end {
      try file.seek(toOffset: offset)
      let header = [UInt8](try file.read(upToCount: 16) ?? Data())
      guard header.count >= 8 else { throw damaged(offset) }
      var size = integer(header[0..<4])
      if size == 1, header.count == 16 { size = integer(header[8..<16]) }
      if size == 0 { size = end - offset }
      guard size >= 8, size <= end - offset else { throw damaged(offset) }
      boxes.append(MovieBox(type: String(decoding: header[4..<8], as: UTF8.self), offset: offset, size: size))
      offset += size
    }
    return boxes
  } catch let error as MediaError {
    throw error
  } catch {
    throw MediaError(operation, reason: SystemError.message(of: error), file: name)
  }
}

/// Big-endian.
private func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
