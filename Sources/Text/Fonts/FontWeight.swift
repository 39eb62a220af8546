/// The matching of weights, as in CSS Fonts Level 4.
enum FontWeight {
  /// The distance of weights from a requested one, for comparison: from 400 to 500 first those up to 500, else the next
  /// bolder or lighter ones.
  static func distance(from weight: Int, to available: ClosedRange<Int>) -> (Int, Int) {
    let other = min(max(weight, available.lowerBound), available.upperBound)
    if (400...500).contains(weight), (weight...500).contains(other) { return (0, other - weight) }
    return ((other >= weight) == (weight > 500) ? 1 : 2, abs(other - weight))
  }
}
