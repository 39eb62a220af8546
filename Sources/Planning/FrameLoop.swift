import StageKit

/// Frames that repeat, up to a video's end or within it.
public struct FrameLoop: Hashable, Sendable {
  /// The first frame of the loop.
  public let start: Int
  /// Frame `f + length` equals frame `f`, for every `f` from `start` on where both come before `end`.
  public let length: Int
  /// The frame after the last one.
  public let end: Int

  public init(start: Int, length: Int, end: Int) {
    self.start = start
    self.length = length
    self.end = end
  }

  /// How many frames are copies of earlier ones.
  var spared: Int { end - start - length }

  /// The loop that leaves the fewest frames to draw, counted from the first of `frames`; nil where no frame repeats.
  ///
  /// `frames` holds what decides over a frame's equality: frames repeat exactly where these do. Linear in their number.
  /// After Knuth, Morris and Pratt: in reversed order a loop up to the end is a prefix that begins with a copy of its
  /// own end, and the longest such copy is what need not be drawn.
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
