import Files
import Formats
import Foundation
import MediaBase

/// Writes each packet as a file, all into a temporary folder next to their destination, and renames them when the last
/// one is written.
final class NumberedFileWriter: OutputWriter {
  private let pattern: String
  private let numbering: FrameNumbering
  private let format: OutputFormat
  private let folder: UnfinishedFolder
  private var count = 0
  private var isClosed = false

  init(pattern: String, numbering: FrameNumbering, _ format: OutputFormat) throws(MediaError) {
    self.format = format
    self.pattern = pattern
    self.numbering = numbering
    do { folder = try UnfinishedFolder(beside: pattern) } catch { throw MediaError(error, file: pattern) }
  }

  var temporaryPath: String { folder.path }

  func append(_ segment: EncodedSegment) throws(MediaError) {
    let operation = "write the frames' files"
    guard !isClosed else { throw MediaError(operation, reason: "they are closed", file: pattern) }
    for packet in segment.packets {
      let path = temporaryFile(count + packet.frame)
      do {
        try Data(FileSignature.signed(packet.data, format.codec.name)).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.synchronize()
        try file.close()
      } catch {
        cancel()
        throw MediaError(operation, reason: SystemError.message(of: error), file: pattern)
      }
    }
    count += segment.frameCount
  }

  func finish() throws(MediaError) {
    let operation = "finish the frames' files"
    guard !isClosed, count > 0 else {
      throw MediaError(operation, reason: isClosed ? "they are closed" : "there are none", file: pattern)
    }
    defer { cancel() }
    for frame in 0..<count {
      guard FileSignature.isOwn(temporaryFile(frame), format.container) else {
        throw MediaError(operation, reason: "frame \(frame) was not written", file: pattern)
      }
    }
    for frame in 0..<count {
      let path = numbering.name(pattern, frame: numbering.firstFrame + frame)
      if rename(temporaryFile(frame), path) != 0 { throw LibAV.systemFailure("rename a finished file", file: path) }
    }
    UnfinishedFiles.synchronizeFolder(of: pattern)
  }

  func cancel() {
    isClosed = true
    folder.discard()
  }

  private func temporaryFile(_ frame: Int) -> String { "\(folder.path)/\(frame)" }
}
