import Foundation
import Planning
import StageKit

/// What an output was made of: enough to tell why its segments cannot be used again.
struct OutputRecord: Hashable, Sendable {
  /// Of the program and the libraries that encode.
  var program: Digest
  /// Of the encoder's settings.
  var settings: Digest
  /// Of scale and background.
  var canvas: Digest
  var firstFrame: Int
  /// What each frame showed.
  var frames: [Digest]
  /// Where segments began.
  var starts: [Int]

  /// The key of the record for the file at a path.
  static func key(_ path: String) -> Digest {
    Digest { hasher in
      hasher.combine("output 1")
      hasher.combine(URL(fileURLWithPath: path).standardizedFileURL.path)
    }
  }

  /// Why a segment of `now` is not among what was kept when this record was made.
  func reason(for segment: Range<Int>, in now: OutputRecord) -> SegmentReason {
    if program != now.program { return .programChanged }
    if settings != now.settings { return .settingsChanged }
    if canvas != now.canvas { return .canvasChanged }
    let changed = segment.filter { digest(ofFrame: $0) != now.digest(ofFrame: $0) }
    if !changed.isEmpty {
      let isNew = changed.allSatisfy { digest(ofFrame: $0) == nil }
      return isNew ? .new : .framesChanged(changed[0]...changed[changed.count - 1])
    }
    return starts.contains(segment.lowerBound) && isCut(at: segment.upperBound) ? .gone : .cutChanged
  }

  private func isCut(at frame: Int) -> Bool { starts.contains(frame) || frame == firstFrame + frames.count }

  private func digest(ofFrame frame: Int) -> Digest? {
    frames.indices.contains(frame - firstFrame) ? frames[frame - firstFrame] : nil
  }

  // MARK: As bytes

  var bytes: [UInt8] {
    var words = [UInt64(firstFrame), UInt64(frames.count)]
    for digest in [program, settings, canvas] + frames { words += [digest.high, digest.low] }
    words += starts.map { UInt64($0) }
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// Nil where the bytes are not those of a record.
  init?(bytes: [UInt8]) {
    var words: ArraySlice<UInt64> = []
    for start in stride(from: 0, to: bytes.count & ~7, by: 8) {
      words.append(bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    guard let first = words.popFirst(), let count = words.popFirst(), first < 1 << 31, count < 1 << 31,
      words.count >= 2 * (Int(count) + 3)
    else { return nil }
    func next() -> Digest { Digest(high: words.removeFirst(), low: words.removeFirst()) }
    program = next()
    settings = next()
    canvas = next()
    firstFrame = Int(first)
    frames = (0..<Int(count)).map { _ in next() }
    starts = words.map { Int(truncatingIfNeeded: $0) }
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
