extension Path {
  /// One line or Bézier curve with both of its ends; its parameter t runs from 0 to 1.
  @frozen
  public enum Segment: Hashable, Sendable {
    case line(Point, Point)
    case quad(Point, Point, Point)
    case cubic(Point, Point, Point, Point)
  }
}

extension Path.Segment {
  @inlinable
  public var start: Point {
    switch self {
    case .line(let a, _), .quad(let a, _, _), .cubic(let a, _, _, _): a
    }
  }

  @inlinable
  public var end: Point {
    switch self {
    case .line(_, let b), .quad(_, _, let b), .cubic(_, _, _, let b): b
    }
  }

  @inlinable
  public var isLine: Bool {
    if case .line = self { true } else { false }
  }

  /// True if no point of it is infinite or NaN.
  public var isFinite: Bool {
    switch self {
    case .line(let a, let b): a.isFinite && b.isFinite
    case .quad(let a, let b, let c): a.isFinite && b.isFinite && c.isFinite
    case .cubic(let a, let b, let c, let d): a.isFinite && b.isFinite && c.isFinite && d.isFinite
    }
  }

  /// The position at `t`; exactly the ends at 0 and 1.
  @inlinable
  public func point(at t: Double) -> Point {
    let u = 1 - t
    return switch self {
    case .line(let a, let b): a * u + b * t
    case .quad(let a, let b, let c): a * (u * u) + b * (2 * u * t) + c * (t * t)
    case .cubic(let a, let b, let c, let d):
      a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t)
    }
  }

  /// The change of position for a change of t.
  @inlinable
  public func derivative(at t: Double) -> Point {
    let u = 1 - t
    return switch self {
    case .line(let a, let b): b - a
    case .quad(let a, let b, let c): ((b - a) * u + (c - b) * t) * 2
    case .cubic(let a, let b, let c, let d):
      ((b - a) * (u * u) + (c - b) * (2 * u * t) + (d - c) * (t * t)) * 3
    }
  }

  /// The direction of travel at `t`, of length 1; where the curve rests, the direction in which it goes on (at t = 1,
  /// from which it came), and zero for a segment without extent.
  public func tangent(at t: Double) -> Point {
    let first = derivative(at: t)
    if first != .zero { return first.normalized }
    let second = t < 1 ? secondDerivative(at: t) : -secondDerivative(at: t)
    return second != .zero ? second.normalized : (end - start).normalized
  }

  private func secondDerivative(at t: Double) -> Point {
    switch self {
    case .line: .zero
    case .quad(let a, let b, let c): (a - b * 2 + c) * 2
    case .cubic(let a, let b, let c, let d): ((a - b * 2 + c) * (1 - t) + (b - c * 2 + d) * t) * 6
    }
  }

  /// The part from parameter `t0` to `t1`, of the same degree.
  public func slice(from t0: Double, to t1: Double) -> Path.Segment {
    if t0 == 0, t1 == 1 { return self }
    func mix(_ a: Point, _ b: Point, _ t: Double) -> Point { a * (1 - t) + b * t }
    switch self {
    case .line: return .line(point(at: t0), point(at: t1))
    case .quad(let a, let b, let c):
      return .quad(point(at: t0), mix(mix(a, b, t0), mix(b, c, t0), t1), point(at: t1))
    case .cubic(let a, let b, let c, let d):
      func blossom(_ s: Double, _ t: Double) -> Point {
        let p = mix(mix(a, b, t0), mix(b, c, t0), s)
        let q = mix(mix(b, c, t0), mix(c, d, t0), s)
        return mix(p, q, t)
      }
      return .cubic(point(at: t0), blossom(t0, t1), blossom(t1, t1), point(at: t1))
    }
  }
}
