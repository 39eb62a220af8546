/// Full coverage of a pixel, and the height of a pixel row in the units of row-local y.
let fullCoverage = 65_536

/// The nearest integer, ties to even; for magnitudes below 2^51, NaN gives a meaningless but harmless number.
///
/// Adding 1.5 × 2^52 leaves the rounded integer in the low bits of the significand.
@inline(__always)
func nearestInteger(_ value: Double) -> Int {
  let shift = 6_755_399_441_055_744.0
  return Int(truncatingIfNeeded: Int64(bitPattern: (value + shift).bitPattern) &- Int64(bitPattern: shift.bitPattern))
}

/// `value` rounded up and held between two integers; NaN gives `low`.
func ceilingClamped(_ value: Double, _ low: Int, _ high: Int) -> Int {
  guard value > Double(low) else { return low }
  guard value < Double(high) else { return high }
  return Int(value.rounded(.up))
}

/// `value` rounded down and held between two integers; NaN gives `low`.
func floorClamped(_ value: Double, _ low: Int, _ high: Int) -> Int {
  guard value > Double(low) else { return low }
  guard value < Double(high) else { return high }
  return Int(value.rounded(.down))
}
