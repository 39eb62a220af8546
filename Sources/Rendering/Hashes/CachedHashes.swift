import Foundation
import Planning
import Reporting
import StageKit

/// The result of planning a job and hashing all of its frames: how it is cut, without its stages.
struct CachedHashes: Sendable {
  /// The stages' warnings.
  var warnings: [Diagnostic]
  /// When each of the job's sounds begins, in seconds.
  var soundStarts: [[Double]]
  var frames: FrameHashes

  init(warnings: [Diagnostic], soundStarts: [[Double]] = [], frames: FrameHashes) {
    self.warnings = warnings
    self.soundStarts = soundStarts
    self.frames = frames
  }

  var bytes: [UInt8] {
    var writer = BinaryWriter()
    writer.write((try? JSONEncoder().encode(warnings)).map { [UInt8]($0) } ?? [])
    writer.write(soundStarts.count)
    for starts in soundStarts {
      writer.write(starts.count)
      for start in starts { writer.write(start) }
    }
    writer.write(frames.digests.count)
    for digest in frames.digests { writer.write(digest) }
    writer.write(frames.cuts.count)
    for cut in frames.cuts { writer.write(cut.rawValue) }
    return writer.bytes
  }

  /// Throws unless `bytes` are those of `frameCount` frames and `cutCount` cut points.
  init(bytes: [UInt8], frameCount: Int, cutCount: Int) throws {
    var reader = BinaryReader(bytes)
    warnings = try JSONDecoder().decode([Diagnostic].self, from: Data(try reader.byteArray()))
    soundStarts = []
    for _ in 0..<(try reader.count(of: 8)) { soundStarts.append(try reader.doubles(try reader.count(of: 8))) }
    frames = FrameHashes()
    for _ in 0..<(try reader.count(of: 16)) { frames.digests.append(try Digest(from: &reader)) }
    for _ in 0..<(try reader.count(of: 8)) { frames.cuts.append(CutVisibility(rawValue: try reader.integer())) }
    guard reader.isAtEnd, frames.digests.count == frameCount, frames.cuts.count == cutCount else {
      throw BinaryError()
    }
  }
}

/// A drawn frame whose hash is not the one that the cache has.
struct HashMismatch: Error, CustomStringConvertible {
  let frame: Int

  var description: String {
    "frame \(frame) differs from what the cache knows of it, which was removed. Another machine's files or stages may "
      + "differ; compare 'pipeline identity'"
  }
}
