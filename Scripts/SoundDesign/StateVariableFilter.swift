import Foundation

/// A filter of two poles whose cutoff may change with every sample (Simper's trapezoidal form).
struct StateVariableFilter {
  let rate: Double
  private var first = 0.0
  private var second = 0.0

  init(rate: Double) { self.rate = rate }

  /// The low, band and high parts of one sample. The band's gain is 1 at the cutoff, which is in hertz.
  mutating func filter(_ sample: Double, cutoff: Double, q: Double) -> (low: Double, band: Double, high: Double) {
    let g = tan(Double.pi * min(cutoff, rate * 0.45) / rate)
    let k = 1 / q
    let a = 1 / (1 + g * (g + k))
    let difference = sample - second
    let band = a * first + a * g * difference
    let low = second + a * g * first + a * g * g * difference
    first = 2 * band - first
    second = 2 * low - second
    return (low, band * k, sample - k * band - low)
  }
}
