import Foundation
import Planning
import StageKit

/// The inputs that an output was made from: enough to say why its segments cannot be used again.
struct OutputProvenance: Hashable, Sendable {
  /// The digest of the program and the libraries that encode.
  var program: Digest
  /// The digest of the encoder's settings.
  var settings: Digest
  /// The digest of scale and background.
  var canvas: Digest
  var firstFrame: Int
  /// The digest of each frame's drawing.
  var frames: [Digest]
  /// The first frames of segments.
  var starts: [Int]

  /// The key for the file at a path.
  static func key(_ path: String) -> Digest {
    Digest { hasher in
      hasher.combine("output 2")
      hasher.combine(URL(fileURLWithPath: path).standardizedFileURL.path)
    }
  }

  /// Why a segment of `now` is not in the store, which held those of this record.
  func reason(for segment: Range<Int>, in now: OutputProvenance) -> SegmentOutcome.Reason {
    if program != now.program { return .programChanged }
    if settings != now.settings { return .settingsChanged }
    if canvas != now.canvas { return .canvasChanged }
    let changed = segment.filter { digest(ofFrame: $0) != now.digest(ofFrame: $0) }
    if !changed.isEmpty {
      let isNew = changed.allSatisfy { digest(ofFrame: $0) == nil }
      return isNew ? .new : .framesChanged(changed[0]...changed[changed.count - 1])
    }
    return starts.contains(segment.lowerBound) && isCut(at: segment.upperBound) ? .evicted : .boundariesChanged
  }

  private func isCut(at frame: Int) -> Bool { starts.contains(frame) || frame == firstFrame + frames.count }

  private func digest(ofFrame frame: Int) -> Digest? {
    frames.indices.contains(frame - firstFrame) ? frames[frame - firstFrame] : nil
  }

  // MARK: As bytes

  var bytes: [UInt8] {
    var writer = BinaryWriter()
    for digest in [program, settings, canvas] { writer.write(digest) }
    writer.write(firstFrame)
    writer.write(frames.count)
    for digest in frames { writer.write(digest) }
    writer.write(starts.count)
    for start in starts { writer.write(start) }
    return writer.bytes
  }

  /// Throws unless `bytes` are those of a value.
  init(bytes: [UInt8]) throws(BinaryError) {
    var reader = BinaryReader(bytes)
    program = try Digest(from: &reader)
    settings = try Digest(from: &reader)
    canvas = try Digest(from: &reader)
    firstFrame = try reader.integer()
    frames = []
    for _ in 0..<(try reader.count(of: 16)) { frames.append(try Digest(from: &reader)) }
    starts = []
    for _ in 0..<(try reader.count(of: 8)) { starts.append(try reader.integer()) }
    guard reader.isAtEnd, (0..<1 << 31).contains(firstFrame) else { throw BinaryError() }
  }

  init(
    program: Digest, settings: Digest, canvas: Digest, firstFrame: Int, frames: [Digest], starts: [Int]
  ) {
    self.program = program
    self.settings = settings
    self.canvas = canvas
    self.firstFrame = firstFrame
    self.frames = frames
    self.starts = starts
  }
}
