/// How a job's frames are cut into segments, each of whole groups of pictures.
public enum Segments {
  /// Segments come in multiples of this count where the video is long enough, so that usual numbers of workers share
  /// them evenly.
  static let multiple = 4

  /// No segment is shorter than this many frames unless the whole video is: key frames cost bits.
  static let minimumLength = 30

  /// No segment is longer than this many frames unless a single group of pictures is.
  static let maximumLength = 120

  /// Consecutive ranges that cover `frames`. A key frame begins each, and one follows every `gop` frames within it.
  ///
  /// Long groups of pictures are shortened to give segments of equal length but for one frame; short ones are kept,
  /// several to a segment. The cut depends on the frames and `gop` alone, never on the machine.
  public static func cut(_ frames: Range<Int>, gop: Int) -> [Range<Int>] {
    let gop = max(1, gop)
    guard gop < maximumLength else { return even(frames, limit: maximumLength, least: minimumLength) }
    let groups = 0..<(frames.count + gop - 1) / gop
    let least = (minimumLength + gop - 1) / gop
    return even(groups, limit: max(least, maximumLength / gop), least: least).map { range in
      frames.lowerBound + range.lowerBound * gop..<min(frames.upperBound, frames.lowerBound + range.upperBound * gop)
    }
  }

  /// The same where frames repeat: what comes before, between and after the loops is cut as above, and every copy of a
  /// loop in one way, so that equal frames fall into equal segments.
  ///
  /// A loop that is shorter than a segment may be comes several times in one. `loops` count from the first frame and are
  /// in order; those are left aside that would spare no more than the shortest segment.
  public static func cut(_ frames: Range<Int>, gop: Int, loops: [FrameLoop]) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    // The first frame that is not cut yet.
    var next = 0
    for loop in loops {
      // On a coarse grid, so that a change of the frames before the loop moves few cuts.
      let start = max(next, (loop.start + minimumLength - 1) / minimumLength * minimumLength)
      let rest = loop.end - start
      guard rest - loop.length >= minimumLength else { continue }
      var length = loop.length
      if length < minimumLength { length *= max(1, min(maximumLength, rest / 2) / length) }
      let copy = loop.length < minimumLength ? [0..<length] : cut(0..<length, gop: gop)
      // A copy that is not whole goes with what follows, if anything does.
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

  private static func even(_ range: Range<Int>, limit: Int, least: Int) -> [Range<Int>] {
    let total = range.count
    guard total > 0 else { return [] }
    let fewest = (total + limit - 1) / limit
    let rounded = (fewest + multiple - 1) / multiple * multiple
    let count = max(fewest, min(rounded, total / least), 1)
    return (0..<count).map { index in
      range.lowerBound + total * index / count..<range.lowerBound + total * (index + 1) / count
    }
  }
}
