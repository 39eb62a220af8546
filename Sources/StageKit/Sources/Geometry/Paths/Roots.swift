/// The real roots of a t² + b t + c strictly between 0 and 1, in ascending order; none where all t are roots.
///
/// The larger root comes from the sum that does not cancel, the other from the product of both.
func rootsInUnitInterval(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
  func isInside(_ t: Double) -> Bool { t > 0 && t < 1 }
  let discriminant = b * b - 4 * a * c
  guard discriminant >= 0 else { return [] }
  let q = -0.5 * (b + (b < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
  let first = q / a
  let second = c / q
  if first == second { return isInside(first) ? [first] : [] }
  return [min(first, second), max(first, second)].filter(isInside)
}
