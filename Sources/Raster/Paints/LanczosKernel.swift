/// Lanczos' kernel, sinc(x) · sinc(x / lobes), as weights of texels in 1/16384.
///
/// Tabulated without the system's sine, whose last digits differ between processors.
struct LanczosKernel: Sendable {
  /// The sum of a texel's weights.
  static let one = 16_384
  /// The kernel for pictures on ground, of which a pixel then takes a ninth of the texels.
  static let ground = LanczosKernel(lobes: 1)
  /// The kernel for pictures.
  static let three = LanczosKernel(lobes: 3)
  /// Cuts steeply, so that levels keep nearly all that pictures take from them.
  static let six = LanczosKernel(lobes: 6)

  let lobes: Int
  private let values: [Double]
  private static let steps = 1024

  private init(lobes: Int) {
    self.lobes = lobes
    values = (0...lobes * Self.steps + 1).map { i in
      let x = Double(i) / Double(Self.steps)
      return x < Double(lobes) ? Self.sinc(x) * Self.sinc(x / Double(lobes)) : 0
    }
  }

  private static func sinc(_ x: Double) -> Double {
    if x == 0 { return 1 }
    // The sine of half a turn at most, by Taylor's series.
    let rest = x - 2 * (x / 2).rounded()
    let angle = (abs(rest) > 0.5 ? (rest > 0 ? 1 - rest : -1 - rest) : rest) * .pi
    var sum = 0.0
    var term = angle
    for i in 0..<10 {
      sum += term
      let divisor: Int = (2 * i + 2) * (2 * i + 3)
      term *= -angle * angle / Double(divisor)
    }
    return sum / (.pi * x)
  }

  /// The number of texels for a pixel that spans `span` texels, at least 1: an even number.
  func taps(span: Double) -> Int { 2 * Int((Double(lobes) * span).rounded(.up)) }

  /// Weights of `taps` texels around a position that lies `part` of a texel after the center of the middle one,
  /// the last of the first half.
  func weigh(part: Double, span: Double, taps: Int, into weights: UnsafeMutablePointer<Int16>) {
    let step = Double(Self.steps) / span
    let end = Double(lobes * Self.steps)
    let first = Double(1 - taps / 2) - part
    values.withUnsafeBufferPointer { values in
      func value(_ i: Int) -> Double {
        let place = min(abs(first + Double(i)) * step, end)
        let index = Int(place)
        return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
      }
      var sum = 0.0
      for i in 0..<taps { sum += value(i) }
      let scale = Double(Self.one) / sum
      var rest = Self.one
      for i in 0..<taps {
        let weight = Int((value(i) * scale).rounded())
        rest -= weight
        weights[i] = Int16(weight)
      }
      // The nearest texel takes what rounding left.
      weights[taps / 2 - (part < 0.5 ? 1 : 0)] += Int16(rest)
    }
  }
}
