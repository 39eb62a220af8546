import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The coverage of a ring blurred by a Gaussian, by the distance from its center.
struct BlurredRing: Sendable {
  let inner: Double
  let outer: Double
  /// The Gaussian's standard deviation.
  let sigma: Double

  /// 0…1. The blurred indicator of the ring, in polar coordinates, where the angle integrates to a Bessel function:
  /// ∫ r/σ² · exp(−(ρ−r)²/2σ²) · e^(−x) I₀(x) dr with x = ρr/σ², by Simpson's rule.
  func coverage(at distance: Double) -> Double {
    let reach = 6 * sigma
    let from = max(inner, distance - reach)
    let to = min(outer, distance + reach)
    guard from < to, sigma > 0 else { return 0 }
    let variance = sigma * sigma
    func density(_ r: Double) -> Double {
      let gap = distance - r
      return r / variance * exp(-gap * gap / (2 * variance)) * scaledBesselI0(distance * r / variance)
    }
    let steps = 64
    let step = (to - from) / Double(steps)
    var sum = density(from) + density(to)
    for k in 1..<steps { sum += density(from + step * Double(k)) * (k % 2 == 1 ? 4 : 2) }
    return min(max(sum * step / 3, 0), 1)
  }
}

/// e^(−x) · I₀(x) for x ≥ 0. Source: Abramowitz and Stegun, 9.8.1 and 9.8.2; off by less than 2·10⁻⁷.
private func scaledBesselI0(_ x: Double) -> Double {
  func polynomial(_ coefficients: [Double], _ t: Double) -> Double {
    coefficients.reversed().reduce(0) { $0 * t + $1 }
  }
  if x < 3.75 {
    let t = x / 3.75
    let even = [1, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.0360768, 0.0045813]
    return exp(-x) * polynomial(even, t * t)
  }
  let tail = [
    0.39894228, 0.01328592, 0.00225319, -0.00157565, 0.00916281, -0.02057706, 0.02635537, -0.01647633, 0.00392377,
  ]
  return polynomial(tail, 3.75 / x) / x.squareRoot()
}

/// A glow around a center as a gradient of one color.
struct RadialGlow: Sendable {
  /// The radius of the last stop, beyond which nothing is left.
  let radius: Double
  /// For each stop its offset and, one for each of the rings drawn over each other, how strongly they cover it.
  private let samples: [(offset: Double, coverage: [Double])]

  /// - Parameter stops: Enough that a straight line from one to the next stays within a thousandth of the glow.
  init(_ rings: [BlurredRing], stops: Int = 96) {
    let radius = rings.map { $0.outer + 4.5 * $0.sigma }.max() ?? 1
    let first = max(rings.map { $0.inner - 4.5 * $0.sigma }.min() ?? 0, 0)
    self.radius = radius
    samples = (0...stops).map { index in
      let distance = first + (radius - first) * Double(index) / Double(stops)
      let isEnd = index == stops
      return (distance / radius, isEnd ? rings.map { _ in 0 } : rings.map { $0.coverage(at: distance) })
    }
  }

  /// The opacity of all rings drawn over each other in one color of this alpha, as a paint.
  func paint(_ color: Color, center: Point = .zero) -> Paint {
    .radial(
      center: center, radius: radius,
      stops: samples.map { sample in
        let clear = sample.coverage.reduce(1) { $0 * (1 - $1 * color.alpha) }
        return GradientStop(sample.offset, Color(color.red, color.green, color.blue, 1 - clear))
      }, spread: .clear)
  }

  /// The opacity of the glow at a distance from the center, for an opaque color.
  func opacity(at distance: Double) -> Double {
    let position = distance / radius
    guard let next = samples.firstIndex(where: { $0.offset >= position }) else { return 0 }
    func value(_ index: Int) -> Double { 1 - samples[index].coverage.reduce(1) { $0 * (1 - $1) } }
    guard next > 0 else { return value(0) }
    let (a, b) = (samples[next - 1].offset, samples[next].offset)
    return value(next - 1).interpolated(to: value(next), at: (position - a) / (b - a))
  }
}
