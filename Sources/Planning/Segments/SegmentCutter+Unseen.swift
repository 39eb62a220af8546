import Formats

/// Segments that begin where nobody sees it.
extension SegmentCutter {
  /// Consecutive ranges that cover `frames`, each with a key frame at its begin alone.
  ///
  /// `visibility` estimates how visible a key frame would be at frames that are multiples of the grid. After the
  /// shortest distance a key frame takes the best place within the usual one, or else the first where it is unseen.
  /// Where there is none within the longest distance it takes the best of the latter half.
  static func cut(_ frames: Range<Int>, _ spacing: KeyFrameSpacing, visibility: (Int) -> CutVisibility) -> [Range<Int>]
  {
    var segments: [Range<Int>] = []
    var start = frames.lowerBound
    while let key = nextKeyFrame(after: start, before: frames.upperBound, spacing, visibility) {
      segments.append(start..<key)
      start = key
    }
    if start < frames.upperBound { segments.append(start..<frames.upperBound) }
    return segments
  }

  private static func nextKeyFrame(
    after start: Int, before end: Int, _ spacing: KeyFrameSpacing, _ visibility: (Int) -> CutVisibility
  ) -> Int? {
    guard end - start > spacing.usual else { return nil }
    let earliest = (start + spacing.shortest + spacing.grid - 1) / spacing.grid * spacing.grid
    let latest = min(start + spacing.longest, end - spacing.shortest)
    let places = Array(stride(from: earliest, through: latest, by: spacing.grid))
    if let best = best(of: places.filter { $0 <= start + spacing.usual }, visibility), visibility(best).isUnseen {
      return best
    }
    if let first = places.first(where: { visibility($0).isUnseen }) { return first }
    return end - start <= spacing.longest
      ? nil : best(of: places.filter { $0 > start + spacing.longest / 2 }, visibility)
  }

  /// The latest of the best places.
  private static func best(of places: [Int], _ visibility: (Int) -> CutVisibility) -> Int? {
    places.min { (visibility($0), -$0) < (visibility($1), -$1) }
  }

  /// The same for frames that repeat. Copies of a loop are alike, from a place where key frames are unseen.
  ///
  /// A loop without such a place is as long as the longest segment allows, by several copies, or is cut as if nothing
  /// repeated where the longest segment holds all of it. `loops` count from the first frame.
  static func cut(
    _ frames: Range<Int>, _ spacing: KeyFrameSpacing, loops: [FrameLoop], visibility: (Int) -> CutVisibility
  ) -> [Range<Int>] {
    cut(frames, loops: loops, grid: spacing.grid) {
      cut($0, spacing, visibility: visibility)
    } period: { start, rest, loop in
      // The first frame of the loop follows another one than its copies do.
      let second = max(start, frames.lowerBound + loop.start + 1)
      let first = (second + spacing.grid - 1) / spacing.grid * spacing.grid
      let places = stride(from: first, through: first + loop.length, by: spacing.grid)
      if let best = best(of: Array(places), visibility), visibility(best).isUnseen {
        let copies = max(1, (spacing.shortest + loop.length - 1) / loop.length)
        return (best - start, loop.length * copies)
      }
      if rest <= spacing.longest { return nil }
      return (0, loop.length * max(1, spacing.longest / loop.length))
    }
  }
}
