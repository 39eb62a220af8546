import Files
import Formats
import Foundation
import MediaBase

/// Writes an animated picture that is encoded as a whole: decodes the segments' frames, which are kept without loss, and
/// encodes them in order.
///
/// If the encoder must know all frames first, they go to a file next to the target until then, so memory does not grow
/// with the number of frames.
final class AnimationWriter: OutputWriter {
  let path: String
  private let format: OutputFormat
  private let output: AtomicFile
  private let finished: FinishedPicture?
  /// Nil where the file is known.
  private let encoder: (any AnimationEncoder)?
  private let decoder: SegmentDecoder
  /// Encoded frames that wait until all are known.
  private let spool: AtomicFile?
  private var spooledSizes: [Int] = []
  /// The last frame and what it was decoded from; the same bytes are the same frame.
  private var last: (data: [UInt8], frame: FramePlanes)?
  private var frameCount = 0
  private var isClosed = false

  init(path: String, format: OutputFormat, _ finished: FinishedPicture? = nil) throws(MediaError) {
    self.path = path
    self.format = format
    self.finished = finished
    let output = try AtomicFile.output(to: path)
    self.output = output
    encoder = finished?.bytes == nil ? try format.animationEncoder(output) : nil
    decoder = try SegmentDecoder(format)
    spool = encoder?.needsSurvey == true ? try AtomicFile.output(to: path) : nil
  }

  var temporaryPath: String { output.temporaryPath }

  func append(_ segment: EncodedSegment) throws(MediaError) {
    guard !isClosed else { throw MediaError("append to the picture", reason: "it is closed", file: path) }
    guard let encoder else {
      frameCount += segment.frameCount
      return
    }
    do throws(MediaError) {
      for packet in segment.packets {
        let frame = try decoded(packet.data)
        if let spool {
          encoder.survey(frame)
          try spool.append(packet.data)
          spooledSizes.append(packet.data.count)
        } else {
          try encoder.add(frame, at: format.time(ofFrame: frameCount))
        }
        frameCount += 1
      }
    } catch {
      cancel()
      throw error
    }
  }

  func finish() throws(MediaError) {
    guard !isClosed, frameCount > 0 else {
      throw MediaError("finish the picture", reason: isClosed ? "it is closed" : "it has no frames", file: path)
    }
    defer { cancel() }
    if let spool { try encode(spool) }
    try encoder?.finish(at: format.time(ofFrame: frameCount))
    if let known = finished?.bytes { try output.append(known) }
    try verifyAnimation(at: output.temporaryPath, named: path, format, frameCount: frameCount)
    if encoder != nil { keep() }
    try output.finish()
  }

  /// Larger files are made anew.
  private static let maxKeptBytes = 64 << 20

  private func keep() {
    guard let finished, let file = FileHandle(forReadingAtPath: output.temporaryPath) else { return }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: Self.maxKeptBytes + 1), data.count <= Self.maxKeptBytes else { return }
    finished.keep([UInt8](data))
  }

  func cancel() {
    isClosed = true
    last = nil
    output.discard()
    spool?.discard()
  }

  private func encode(_ spool: AtomicFile) throws(MediaError) {
    guard let file = FileHandle(forReadingAtPath: spool.temporaryPath) else {
      throw LibAV.systemFailure("read the frames again", file: spool.temporaryPath)
    }
    for (index, size) in spooledSizes.enumerated() {
      let data: Data?
      do { data = try file.read(upToCount: size) } catch {
        throw MediaError("read the frames again", reason: SystemError.message(of: error), file: spool.temporaryPath)
      }
      try encoder?.add(try decoded([UInt8](data ?? Data())), at: format.time(ofFrame: index))
    }
    try? file.close()
  }

  private func decoded(_ data: [UInt8]) throws(MediaError) -> FramePlanes {
    if let last, last.data == data { return last.frame }
    let frame = try decoder.decode(data)
    last = (data, frame)
    return frame
  }
}

extension OutputFormat {
  /// The encoder of an animated picture into a file.
  fileprivate func animationEncoder(_ output: AtomicFile) throws(MediaError) -> any AnimationEncoder {
    let write = { (bytes: [UInt8]) throws(MediaError) in try output.append(bytes) }
    switch container {
    case .gif: return GIFEncoder(self, write: write)
    case .webp: return try WebPEncoder(self, write: write)
    case .apng: return try MuxedPictureEncoder.apng(self, output)
    case .avif: return try MuxedPictureEncoder.avif(self, output)
    default: throw MediaError("write an animated picture", reason: "\(container.name) holds none", file: output.path)
    }
  }
}
