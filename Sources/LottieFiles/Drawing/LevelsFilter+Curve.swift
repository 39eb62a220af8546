import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension LevelsFilter {
  /// The curve at a frame, through enough points that a gamma is smooth; nil where it changes nothing.
  func curve(at frame: Double) -> ToneCurve? {
    let (low, high) = (inBlack.value(at: frame), inWhite.value(at: frame))
    let (from, to) = (outBlack.value(at: frame), outWhite.value(at: frame))
    let power = 1 / max(gamma.value(at: frame), 0.01)
    if low == 0, high == 1, from == 0, to == 1, power == 1 { return nil }
    let points = (0...32).map { step -> Point in
      let x = Double(step) / 32
      let share = high > low ? min(max((x - low) / (high - low), 0), 1) : (x < low ? 0 : 1)
      return Point(x, from + (to - from) * pow(share, power))
    }
    return ToneCurve(points)
  }
}
