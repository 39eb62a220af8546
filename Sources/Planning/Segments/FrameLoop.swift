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

  /// How many frames are copies of earlier ones.
  var savedFrames: Int { end - start - length }

  /// The loop up to the end that leaves the fewest frames to draw; nil if no frame repeats.
  ///
  /// Linear in the number of frames, by the prefix function of Knuth, Morris and Pratt: in reversed order, a loop up to
  /// the end is a prefix with a border, and the longest border is what need not be drawn.
  public static func find(in frames: [Digest]) -> FrameLoop? {
    let reversed = Array(frames.reversed())
    var copies = [Int](repeating: 0, count: reversed.count)
    var best = (copy: 0, count: 0)
    for index in reversed.indices.dropFirst() {
      var copy = copies[index - 1]
      while copy > 0, reversed[index] != reversed[copy] { copy = copies[copy - 1] }
      if reversed[index] == reversed[copy] { copy += 1 }
      copies[index] = copy
      if copy > best.copy { best = (copy, index + 1) }
    }
    guard best.copy > 0 else { return nil }
    return FrameLoop(start: frames.count - best.count, length: best.count - best.copy, end: frames.count)
  }
}
