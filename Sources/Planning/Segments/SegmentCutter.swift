/// Cuts frames into segments of whole groups of pictures.
public enum SegmentCutter {
  /// The number of segments is a multiple of this if the video is long enough, so that usual numbers of workers share
  /// them evenly.
  static let multiple = 4

  /// The minimum frames of a segment, unless the whole video is shorter: keyframes cost bits.
  static let minimumLength = 30

  /// The maximum frames of a segment, unless a single group of pictures is longer.
  static let maximumLength = 120

  /// Consecutive ranges that cover `frames`. A keyframe begins each, and one follows every `gop` frames within it.
  ///
  /// Long groups of pictures are shortened so that lengths differ by at most one frame; short ones stay, several to a
  /// segment. The result depends on the frames and `gop` alone, never on the machine.
  public static func cut(_ frames: Range<Int>, gop: Int) -> [Range<Int>] {
    let gop = max(1, gop)
    guard gop < maximumLength else { return even(frames, limit: maximumLength, minimum: minimumLength) }
    let groups = 0..<(frames.count + gop - 1) / gop
    let minimum = (minimumLength + gop - 1) / gop
    return even(groups, limit: max(minimum, maximumLength / gop), minimum: minimum).map { range in
      frames.lowerBound + range.lowerBound * gop..<min(frames.upperBound, frames.lowerBound + range.upperBound * gop)
    }
  }

  /// The same for frames that repeat: frames outside of loops are cut as above, and all copies of a loop alike, so that
  /// equal frames fall into equal segments.
  ///
  /// Several copies of a short loop share a segment. `loops` count from the first frame and are in order; loops that
  /// would save less than the shortest segment are ignored.
  public static func cut(_ frames: Range<Int>, gop: Int, loops: [FrameLoop]) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    // The first frame that has no segment yet.
    var next = 0
    for loop in loops {
      // On a coarse grid, so that a change before the loop moves few boundaries.
      let start = max(next, (loop.start + minimumLength - 1) / minimumLength * minimumLength)
      let rest = loop.end - start
      guard rest - loop.length >= minimumLength else { continue }
      var length = loop.length
      if length < minimumLength { length *= max(1, min(maximumLength, rest / 2) / length) }
      let copy = loop.length < minimumLength ? [0..<length] : cut(0..<length, gop: gop)
      // An incomplete copy joins the frames after the loop, if there are any.
      let end = loop.end == frames.count ? loop.end : start + rest / length * length
      guard end == frames.count || end - start >= 2 * length else { continue }
      segments += cut(next..<start, gop: gop)
      for first in stride(from: start, to: end, by: length) {
        segments += copy.map { first + $0.lowerBound..<first + $0.upperBound }
      }
      next = end
    }
    segments += cut(next..<max(next, frames.count), gop: gop)
    return segments.map { (frames.lowerBound + $0.lowerBound..<frames.lowerBound + $0.upperBound).clamped(to: frames) }
      .filter { !$0.isEmpty }
  }

  private static func even(_ range: Range<Int>, limit: Int, minimum: Int) -> [Range<Int>] {
    let total = range.count
    guard total > 0 else { return [] }
    let fewest = (total + limit - 1) / limit
    let rounded = (fewest + multiple - 1) / multiple * multiple
    let count = max(fewest, min(rounded, total / minimum), 1)
    return (0..<count).map { index in
      range.lowerBound + total * index / count..<range.lowerBound + total * (index + 1) / count
    }
  }
}
