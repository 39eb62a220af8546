import StageKit

/// Frames that repeat, within a video or up to its end.
public struct FrameLoop: Hashable, Sendable {
  /// The first frame of the loop.
  public let start: Int
  /// Frame `f + length` equals frame `f` for every `f` from `start` if both come before `end`.
  public let length: Int
  /// The frame after the last one.
  public let end: Int

  public init(start: Int, length: Int, end: Int) {
    self.start = start
    self.length = length
    self.end = end
  }

  /// The number of frames that are copies of earlier ones.
  var savedFrames: Int { end - start - length }
}
