/// A value that can be mixed with another of its kind.
public protocol Interpolatable: Sendable {
  /// This value at 0, `other` at 1, and on a straight line between and, where the type allows it, beyond them.
  func interpolated(to other: Self, at t: Double) -> Self

  /// The distance to `other`, for even speed; in any unit, never below 0.
  ///
  /// Without an implementation every two values are 1 apart, and each step takes as long as the next.
  func distance(to other: Self) -> Double
}

extension Interpolatable {
  public func distance(to other: Self) -> Double { 1 }

  /// The point of a Catmull-Rom spline between `p1` (t = 0) and `p2` (t = 1), for values at even times.
  public static func catmullRom(_ p0: Self, _ p1: Self, _ p2: Self, _ p3: Self, at t: Double) -> Self {
    catmullRom(p0, p1, p2, p3, knots: (-1, 0, 1, 2), at: t)
  }

  /// The same for values at increasing `knots`, at the time `t` between the second and the third of them.
  ///
  /// By the pyramid of Barry and Goldman (1988), which needs nothing but interpolation. A type that clamps what lies
  /// beyond its two values makes the spline flatter.
  public static func catmullRom(
    _ p0: Self, _ p1: Self, _ p2: Self, _ p3: Self, knots: (Double, Double, Double, Double), at t: Double
  ) -> Self {
    func mix(_ a: Self, _ b: Self, from: Double, to: Double) -> Self {
      a.interpolated(to: b, at: to > from ? (t - from) / (to - from) : 1)
    }
    let a1 = mix(p0, p1, from: knots.0, to: knots.1)
    let a2 = mix(p1, p2, from: knots.1, to: knots.2)
    let a3 = mix(p2, p3, from: knots.2, to: knots.3)
    let b1 = mix(a1, a2, from: knots.0, to: knots.2)
    let b2 = mix(a2, a3, from: knots.1, to: knots.3)
    return mix(b1, b2, from: knots.1, to: knots.2)
  }
}

extension Double: Interpolatable {
  public func interpolated(to other: Double, at t: Double) -> Double { self + (other - self) * t }
  public func distance(to other: Double) -> Double { abs(other - self) }
}
