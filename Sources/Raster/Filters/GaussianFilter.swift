#if canImport(Glibc)
  import Glibc
#endif

/// A Gaussian along one axis, with a shift in pixels.
///
/// Up to a standard deviation of 4 pixels the Gaussian itself, sampled. Beyond, values are first thinned out by a
/// triangle filter, and afterwards brought back by cubic B-splines; both count towards the variance, so that with a
/// Gaussian of the rest, at least 1.8 samples wide, the whole is off by far less than 1 %.
struct GaussianFilter {
  /// How many pixels a thinned sample stands for, a power of two.
  let step: Int
  /// Weights of samples −reach…reach.
  let kernel: [Float]
  let reach: Int
  private let triangle: [Float]
  /// For each of `step` phases the weights of four samples, the first at `firstSample[phase]`.
  private(set) var spline: [[Float]] = []
  private(set) var firstSample: [Int] = []

  /// How far beyond its source a blur is drawn, in pixels: 3.5 standard deviations hold all but 0.05 %.
  static func margin(sigma: Double, shift: Double) -> Int {
    ceilingClamped(max(sigma, 0) * 3.5 + abs(shift), 0, 8192)
  }

  /// `sigma` in pixels, from 0; `shift` moves to the right or down.
  init(sigma: Double, shift: Double) {
    var step = 1
    while sigma / Double(step) >= 4 { step *= 2 }
    self.step = step
    let scale = Double(step)
    // The triangle's samples lie at the middle of `step` pixels, at halves for an even count.
    var weights: [Double] = []
    var variance = 0.0
    if step > 1 {
      for i in 0..<2 * step {
        let d = Double(i) + 0.5 - scale
        let weight = (1 - abs(d) / scale) / scale
        weights.append(weight)
        variance += weight * d * d
      }
    }
    triangle = weights.map { Float($0) }
    let rest = step == 1 ? sigma : ((sigma * sigma - variance) / (scale * scale) - 1.0 / 3).squareRoot()
    (kernel, reach) = Self.kernel(rest, shift: step == 1 ? shift : 0)
    guard step > 1 else { return }
    for phase in 0..<step {
      let place = (Double(phase) - shift - (scale - 1) / 2) / scale
      let base = place.rounded(.down)
      let f = place - base
      let g = 1 - f
      firstSample.append(Int(base) - 1)
      spline.append(
        [
          g * g * g / 6, (4 - 6 * f * f + 3 * f * f * f) / 6, (4 - 6 * g * g + 3 * g * g * g) / 6, f * f * f / 6,
        ].map { Float($0) })
    }
  }

  private static func kernel(_ sigma: Double, shift: Double) -> ([Float], Int) {
    let reach = margin(sigma: sigma, shift: shift) + 1
    var weights = [Double](repeating: 0, count: 2 * reach + 1)
    if sigma < 0.6 {
      // Three samples with the right variance, then shifted between pixels.
      let side = max(sigma, 0) * max(sigma, 0) / 2
      let whole = shift.rounded(.down)
      let part = shift - whole
      for (offset, weight) in [(-1, side), (0, 1 - 2 * side), (1, side)] {
        let place = reach + offset + Int(whole)
        if weights.indices.contains(place) { weights[place] += weight * (1 - part) }
        if weights.indices.contains(place + 1) { weights[place + 1] += weight * part }
      }
    } else {
      for i in weights.indices {
        let d = (Double(i - reach) - shift) / sigma
        weights[i] = exp(-d * d / 2)
      }
    }
    let sum = weights.reduce(0, +)
    return (weights.map { Float(sum > 0 ? $0 / sum : 0) }, reach)
  }

  /// Blurs down the columns, without bringing back thinned rows; the plane's first row must lie at a multiple of `step`.
  func thinBlurColumns(_ plane: Plane) -> Plane {
    let thin = step == 1 ? plane : thinned(plane)
    var blurred = Plane(width: thin.width, height: thin.height)
    for y in 0..<thin.height {
      for (i, weight) in kernel.enumerated() where weight != 0 {
        Self.addRow(thin, y + reach - i, times: weight, to: &blurred, y)
      }
    }
    return blurred
  }

  /// Brings back the rows of a plane of `height` rows that were thinned out.
  func restoreColumns(_ thin: Plane, height: Int) -> Plane {
    step == 1 ? thin : restored(thin, height: height)
  }

  /// One row for each `step` rows; three more at both ends, so that everything a row spreads to is there.
  private func thinned(_ plane: Plane) -> Plane {
    var thin = Plane(width: plane.width, height: (plane.height + step - 1) / step + 2 * Self.extraRows)
    for y in 0..<thin.height {
      let first = (y - Self.extraRows) * step - step / 2
      for (i, weight) in triangle.enumerated() { Self.addRow(plane, first + i, times: weight, to: &thin, y) }
    }
    return thin
  }

  private static let extraRows = 3

  private func restored(_ thin: Plane, height: Int) -> Plane {
    var plane = Plane(width: thin.width, height: height)
    for y in 0..<height {
      let phase = y % step
      let first = y / step + firstSample[phase] + Self.extraRows
      if first >= 0 && first + 3 < thin.height {
        Self.mixRows(thin, first, spline[phase], to: &plane, y)
      } else {
        for i in 0..<4 { Self.addRow(thin, first + i, times: spline[phase][i], to: &plane, y) }
      }
    }
    return plane
  }

  /// Four rows at once, from the first on.
  private static func mixRows(_ from: Plane, _ first: Int, _ weights: [Float], to out: inout Plane, _ row: Int) {
    let width = from.width
    let (a, b, c, d) = (weights[0], weights[1], weights[2], weights[3])
    from.values.withUnsafeBufferPointer { values in
      out.values.withUnsafeMutableBufferPointer { sums in
        guard let base = values.baseAddress, let target = sums.baseAddress else { return }
        let read = base + first * width
        let write = target + row * width
        for x in 0..<width {
          write[x] = read[x] * a + read[x + width] * b + read[x + 2 * width] * c + read[x + 3 * width] * d
        }
      }
    }
  }

  /// Rows outside count as 0.
  @inline(__always)
  private static func addRow(_ from: Plane, _ source: Int, times weight: Float, to out: inout Plane, _ row: Int) {
    guard source >= 0, source < from.height else { return }
    let width = from.width
    from.values.withUnsafeBufferPointer { values in
      out.values.withUnsafeMutableBufferPointer { sums in
        guard let a = values.baseAddress, let b = sums.baseAddress else { return }
        let read = a + source * width
        let write = b + row * width
        for x in 0..<width { write[x] += read[x] * weight }
      }
    }
  }
}
