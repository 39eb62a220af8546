/// Cuts frames into segments of whole groups of pictures.
public enum SegmentCutter {
  /// The number of segments is a multiple of this if the video is long enough, so that usual numbers of workers share
  /// them evenly.
  static let multiple = 4

  /// The minimum frames of a segment, unless the whole video is shorter: keyframes cost bits.
  static let minimumLength = 30

  /// The maximum frames of a segment, unless a single group of pictures is longer.
  static let maximumLength = 120

  /// An estimate of the number of segments that frames are cut into, regardless of their pictures.
  public static func estimatedCount(_ frames: Range<Int>, _ rule: KeyFrameRule) -> Int {
    switch rule {
    case .every(let gop): cut(frames, gop: gop).count
    case .unseen(let spacing): max(1, frames.count / spacing.shortest)
    }
  }

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
  static func cut(_ frames: Range<Int>, gop: Int, loops: [FrameLoop]) -> [Range<Int>] {
    cut(frames, loops: loops, grid: minimumLength) {
      cut($0, gop: gop)
    } period: { _, rest, loop in
      if loop.length >= minimumLength { return (0, loop.length) }
      return (0, loop.length * max(1, min(maximumLength, rest / 2) / loop.length))
    }
  }

  /// Cuts copies of loops alike, and what lies between them by `plain`.
  ///
  /// `period` is called for each loop with a frame on a grid within it and the number of frames left from there. It
  /// returns the number of frames by which segments begin later, and the frames after which they repeat. Nil for a loop
  /// that is cut as if nothing repeated.
  static func cut(
    _ frames: Range<Int>, loops: [FrameLoop], grid: Int, plain: (Range<Int>) -> [Range<Int>],
    period: (_ start: Int, _ rest: Int, _ loop: FrameLoop) -> (delay: Int, length: Int)?
  ) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    // The first frame that has no segment yet.
    var next = frames.lowerBound
    for loop in loops {
      // On a coarse grid, so that a change before the loop moves few boundaries.
      let first = max(next, frames.lowerBound + (loop.start + grid - 1) / grid * grid)
      let loopEnd = frames.lowerBound + loop.end
      guard loopEnd - first - loop.length >= minimumLength, let (delay, length) = period(first, loopEnd - first, loop)
      else { continue }
      let start = first + delay
      // An incomplete copy joins the frames after the loop, if there are any.
      let end = loopEnd == frames.upperBound ? loopEnd : start + (loopEnd - start) / length * length
      guard end == frames.upperBound || end - start >= 2 * length else { continue }
      let copy = loop.length < length ? [start..<start + length] : plain(start..<start + length)
      segments += plain(next..<start)
      for offset in stride(from: 0, to: end - start, by: length) {
        segments += copy.map { $0.lowerBound + offset..<$0.upperBound + offset }
      }
      next = end
    }
    segments += plain(next..<max(next, frames.upperBound))
    return segments.map { $0.clamped(to: frames) }.filter { !$0.isEmpty }
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
