/// The numerical limits that all functions of time share.
enum TimingLimits {
  /// The magnitude to which times and values are clamped, so that no input makes an output infinite.
  static let magnitude = 1e12

  /// The tolerance, in steps or passes, within which a time has reached a step or the end of a pass.
  ///
  /// It absorbs the rounding of frame times such as (0.7 + 1/3) − 0.7, which would show the old step for a frame.
  static let tolerance = 1e-9
}

/// `value` clamped to ±`TimingLimits.magnitude`; 0 for NaN.
func bounded(_ value: Double) -> Double {
  value.isNaN ? 0 : min(max(value, -TimingLimits.magnitude), TimingLimits.magnitude)
}

/// `value` clamped to the range; `fallback` for NaN.
func clamped(_ value: Double, _ range: ClosedRange<Double>, or fallback: Double) -> Double {
  value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
}

/// The largest whole number not above `value`; a value within `TimingLimits.tolerance` below a whole number counts as
/// that number.
func wholePart(_ value: Double) -> Double {
  let nearest = value.rounded()
  return nearest > value && nearest - value <= TimingLimits.tolerance ? nearest : value.rounded(.down)
}
