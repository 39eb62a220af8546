import Foundation
import Planning
import StageKit

/// How an output was made: enough to explain in a later run why its segments cannot be reused.
struct OutputManifest: Hashable, Storable {
  /// The digest of the program and the libraries that encode.
  var program: Digest
  /// The digest of the encoder's settings.
  var settings: Digest
  /// The digest of scale and background.
  var canvas: Digest
  var firstFrame: Int
  /// The digest of each frame.
  var frames: [Digest]
  /// The first frame of each segment.
  var starts: [Int]

  /// The key of the manifest of the file at a path.
  static func key(_ path: String) -> Digest {
    Digest { hasher in
      hasher.combine("output 2")
      hasher.combine(URL(fileURLWithPath: path).standardizedFileURL.path)
    }
  }

  /// Why a segment of `now` is not in the cache since this manifest was written.
  func reason(for segment: Range<Int>, in now: OutputManifest) -> SegmentReason {
    if program != now.program { return .programChanged }
    if settings != now.settings { return .settingsChanged }
    if canvas != now.canvas { return .canvasChanged }
    let changed = segment.filter { digest(ofFrame: $0) != now.digest(ofFrame: $0) }
    if !changed.isEmpty {
      let isNew = changed.allSatisfy { digest(ofFrame: $0) == nil }
      return isNew ? .new : .framesChanged(changed[0]...changed[changed.count - 1])
    }
    return starts.contains(segment.lowerBound) && isBoundary(segment.upperBound) ? .gone : .cutChanged
  }

  private func isBoundary(_ frame: Int) -> Bool { starts.contains(frame) || frame == firstFrame + frames.count }

  private func digest(ofFrame frame: Int) -> Digest? {
    frames.indices.contains(frame - firstFrame) ? frames[frame - firstFrame] : nil
  }
}

extension OutputManifest {
  var bytes: [UInt8] {
    var writer = BinaryWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Nil if the bytes are not those of a manifest.
  init?(bytes: [UInt8]) {
    var reader = BinaryReader(bytes)
    do { try self.init(from: &reader) } catch { return nil }
    guard reader.isAtEnd, (0..<1 << 31).contains(firstFrame) else { return nil }
  }

  func write(to writer: inout BinaryWriter) {
    for digest in [program, settings, canvas] { Self.write(digest, to: &writer) }
    writer.write(firstFrame)
    writer.write(frames.count)
    for digest in frames { Self.write(digest, to: &writer) }
    writer.write(starts.count)
    for start in starts { writer.write(start) }
  }

  init(from reader: inout BinaryReader) throws(BinaryFault) {
    program = try Self.digest(from: &reader)
    settings = try Self.digest(from: &reader)
    canvas = try Self.digest(from: &reader)
    firstFrame = try reader.integer()
    frames = []
    for _ in 0..<(try reader.count(of: 16)) { frames.append(try Self.digest(from: &reader)) }
    starts = []
    for _ in 0..<(try reader.count(of: 8)) { starts.append(try reader.integer()) }
  }

  private static func write(_ digest: Digest, to writer: inout BinaryWriter) {
    writer.write(digest.high)
    writer.write(digest.low)
  }

  private static func digest(from reader: inout BinaryReader) throws(BinaryFault) -> Digest {
    Digest(high: try reader.word(), low: try reader.word())
  }
}
