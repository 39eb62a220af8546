import StageKit

extension FrameLoop {
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

  /// Loops that do not overlap, in order: one that lasts to the end, if there is one, and others before it.
  static func all(in frames: [Digest]) -> [FrameLoop] {
    let repeats = repeats(in: frames)
    guard let last = find(in: frames), last.savedFrames >= SegmentCutter.minimumLength else { return repeats }
    let before = Self.repeats(in: Array(frames.prefix(last.start)))
    // If a video only ends as it begins, the loops between save more.
    let isBetter = (before + [last]).reduce(0) { $0 + $1.savedFrames } >= repeats.reduce(0) { $0 + $1.savedFrames }
    return isBetter ? before + [last] : repeats
  }

  /// Loops of at least two copies, anywhere, that save at least the shortest segment; equal frames in a row are not a loop.
  ///
  /// Finds loops. If a window as long as the shortest segment occurs again, the distance is a loop's length; equal
  /// frames on both sides extend it. Linear in the number of frames.
  private static func repeats(in frames: [Digest]) -> [FrameLoop] {
    let width = SegmentCutter.minimumLength
    guard frames.count >= 2 * width else { return [] }
    var loops: [FrameLoop] = []
    var known: [Digest: Int] = [:]
    var next = 0
    while next + width <= frames.count {
      let window = Digest { hasher in
        for frame in next..<next + width { hasher.combine(frames[frame]) }
      }
      let earlier = known.updateValue(next, forKey: window)
      guard let earlier, earlier < next - 1 else {
        next += 1
        continue
      }
      let length = next - earlier
      var (start, end) = (earlier, next + width)
      while start > (loops.last?.end ?? 0), frames[start - 1] == frames[start - 1 + length] { start -= 1 }
      while end < frames.count, frames[end] == frames[end - length] { end += 1 }
      let loop = FrameLoop(start: start, length: length, end: end)
      if loop.savedFrames >= max(length, width) {
        loops.append(loop)
        known = [:]
        next = end
      } else {
        next += 1
      }
    }
    return loops
  }
}
