/// The magnitude beyond which times and values are held, so that no input makes an output infinite.
let bound = 1e12

/// How near to a step or to the end of an iteration, in steps or iterations, a time counts as being there.
///
/// It absorbs the rounding of frame times such as (0.7 + 1/3) − 0.7, which would show the old step for a frame.
let coincidence = 1e-9

/// `value` held within ±`bound`; 0 for NaN.
func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -bound), bound) }

/// `value` held within the range; `fallback` for NaN.
func clamped(_ value: Double, _ range: ClosedRange<Double>, or fallback: Double) -> Double {
  value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
}

/// The largest whole number not above `value`, counting `value` as whole when it lies within `coincidence` below.
func wholePart(_ value: Double) -> Double {
  let nearest = value.rounded()
  return nearest > value && nearest - value <= coincidence ? nearest : value.rounded(.down)
}
