/// Gauss-Legendre quadrature with 8 nodes, exact for polynomials up to degree 15.
enum GaussLegendre {
  static let nodes = [0.183434642495649805, 0.525532409916328986, 0.796666477413626740, 0.960289856497536232]
  static let weights = [0.362683783378361983, 0.313706645877887287, 0.222381034453374471, 0.101228536290376259]

  static func integral(from a: Double, to b: Double, _ f: (Double) -> Double) -> Double {
    let middle = (a + b) / 2
    let half = (b - a) / 2
    var sum = 0.0
    for index in 0..<4 {
      let d = half * nodes[index]
      sum += weights[index] * (f(middle - d) + f(middle + d))
    }
    return sum * half
  }
}

/// A stretch of one of a path's segments over which length grows evenly.
struct EvenSpan: Sendable {
  /// The index of the segment.
  let segment: Int
  /// The parameters of its ends.
  let from: Double
  let to: Double
  /// The length before it, of all segments.
  let start: Double
  let length: Double

  /// The parameter of its segment at a length from the first segment's start.
  func parameter(at distance: Double, in segments: [Path.Segment]) -> Double {
    segments[segment].parameter(atLength: distance - start, from: from, to: to, of: length)
  }
}

extension [EvenSpan] {
  /// Appends the spans of the segment with an index, those without a length left out, and adds their lengths to `total`.
  mutating func append(_ segment: Path.Segment, index: Int, total: inout Double, tolerance: Double) {
    segment.forEachEvenSpan(tolerance: tolerance) { from, to, length in
      guard length > 0, length.isFinite else { return }
      append(EvenSpan(segment: index, from: from, to: to, start: total, length: length))
      total += length
    }
  }
}

extension Path.Segment {
  /// The length from parameter `a` to `b`, accurate where the curve is even in between.
  func roughLength(from a: Double, to b: Double) -> Double {
    GaussLegendre.integral(from: a, to: b) { derivative(at: $0).length }
  }

  /// Cuts the segment into spans over which `roughLength` is good to `tolerance` of the segment's size, and calls
  /// `span` with each, in order. Cusps are halved towards, `maximumDepth` times at most.
  func forEachEvenSpan(tolerance: Double, _ span: (_ from: Double, _ to: Double, _ length: Double) -> Void) {
    let size: Double
    switch self {
    case .line(let a, let b): return span(0, 1, a.distance(to: b))
    case .quad(let a, let b, let c): size = a.distance(to: b) + b.distance(to: c)
    case .cubic(let a, let b, let c, let d): size = a.distance(to: b) + b.distance(to: c) + c.distance(to: d)
    }
    let allowed = (tolerance > 1e-13 ? tolerance : 1e-13) * size
    func refine(from a: Double, to b: Double, length whole: Double, depth: Int) {
      let middle = (a + b) / 2
      let left = roughLength(from: a, to: middle)
      let right = roughLength(from: middle, to: b)
      let isNegligible = !(whole > 1e-290 && whole.isFinite)
      if isNegligible || abs(left + right - whole) <= allowed * (b - a) || depth == Self.maximumDepth {
        span(a, middle, left)
        span(middle, b, right)
      } else {
        refine(from: a, to: middle, length: left, depth: depth + 1)
        refine(from: middle, to: b, length: right, depth: depth + 1)
      }
    }
    refine(from: 0, to: 1, length: roughLength(from: 0, to: 1), depth: 0)
  }

  private static var maximumDepth: Int { 24 }

  /// The parameter in `from...to` at which `length` lies behind `from`: Newton's method, kept inside a bracket.
  func parameter(atLength length: Double, from: Double, to: Double, of whole: Double) -> Double {
    guard length > 0 else { return from }
    guard length < whole else { return to }
    if isLine { return from + (to - from) * (length / whole) }
    var (low, high) = (from, to)
    var t = from + (to - from) * (length / whole)
    for _ in 0..<40 {
      let error = roughLength(from: from, to: t) - length
      if abs(error) <= 1e-14 * whole { break }
      if error > 0 { high = t } else { low = t }
      let next = t - error / derivative(at: t).length
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}
