/// A cubic Bézier curve from (0, 0) to (1, 1), read as y over x.
struct CubicBezier {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = clamped(x1, 0...1, or: 0)
    self.y1 = bounded(y1)
    self.x2 = clamped(x2, 0...1, or: 1)
    self.y2 = bounded(y2)
  }

  func value(at x: Double) -> Double {
    if x < 0 { return x * startSlope }
    if x > 1 { return 1 + (x - 1) * endSlope }
    if x == 0 || x == 1 || (x1 == y1 && x2 == y2) { return x }
    return Self.coordinate(y1, y2, at: parameter(at: x))
  }

  /// The slope below 0, by the rules of CSS for control points that coincide with an end.
  private var startSlope: Double {
    if x1 > 0 { return y1 / x1 }
    return x2 > 0 ? y2 / x2 : 0
  }

  /// The slope above 1, by the same rules.
  private var endSlope: Double {
    if x2 < 1 { return (1 - y2) / (1 - x2) }
    return x1 < 1 ? (1 - y1) / (1 - x1) : 0
  }

  /// Bernstein form: exact at both ends.
  private static func coordinate(_ p1: Double, _ p2: Double, at s: Double) -> Double {
    let r = 1 - s
    return 3 * r * s * (r * p1 + s * p2) + s * s * s
  }

  /// The parameter at which the curve, whose x never decreases, reaches `x`.
  ///
  /// Newton's steps, each replaced by a bisection when it would leave the bracket or gain too little. Precise to a
  /// few units in the last place of `x`.
  private func parameter(at x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var s = x
    var lastStep = 1.0
    for _ in 0..<128 {
      let error = Self.coordinate(x1, x2, at: s) - x
      if abs(error) <= 4 * x.ulp { return s }
      if error < 0 { low = s } else { high = s }
      let r = 1 - s
      let slope = 3 * (r * r * x1 + 2 * r * s * (x2 - x1) + s * s * (1 - x2))
      var next = s - error / slope
      if !(next > low && next < high) || abs(next - s) > abs(lastStep) / 2 { next = low + (high - low) / 2 }
      if abs(next - s) <= s.ulp { return next }
      lastStep = next - s
      s = next
    }
    return s
  }
}
