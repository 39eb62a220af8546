import CLibAV

/// When the frames of a file's pictures are shown, and where decoding may begin.
struct ClipIndex: Sendable {
  /// In ticks of the stream, in ascending order.
  let times: [Int64]
  /// Times of frames that need no others, in ascending order.
  let keys: [Int64]
  /// Seconds for each tick.
  let tick: Double
  /// When the last frame ends, in ticks.
  let end: Int64
  /// The time by which the file's sound begins before the first frame, in seconds, below 0 if it begins later; that
  /// frame is shown meanwhile.
  let lead: Double

  /// When each frame is shown, in seconds from the start of the file; the first one from there on.
  var seconds: [Double] { [0] + times.dropFirst().map { lead + Double($0 - times[0]) * tick } }

  var duration: Double { lead + Double(end - times[0]) * tick }

  /// The last key frame that is shown at a time or before.
  func key(before time: Int64) -> Int64 { keys.last { $0 <= time } ?? times[0] }
}
