import Graphics

@testable import Raster

/// Gradients and blurs.
extension Reference {
  /// Changes the positions as the kernel does.
  static func shade(
    _ ramp: GradientRamp, _ positions: UnsafeMutablePointer<Double>, _ count: Int, _ spread: Spread,
    into colors: UnsafeMutablePointer<Pixel>, _ ditherMask: UnsafeMutablePointer<UInt8>
  ) {
    for i in 0..<count {
      var t = positions[i]
      if spread == .repeat { t -= t.rounded(.down) }
      if spread == .mirror {
        t -= (t * 0.5).rounded(.down) * 2
        if t > 1 { t = 2 - t }
      }
      let isInside = t >= 0 && t <= 1
      let shows = isInside || spread == .pad && !t.isNaN
      let isBetween = spread == .pad ? t > 0 && t < 1 : isInside
      let (color, mask) = ramp.color(at: t)
      colors[i] = shows ? color : .zero
      ditherMask[i] = isBetween ? mask : 0
    }
  }

  /// Samples 2^`shift` values apart, each the sum of twice as many, times their weights, eight or four side by side.
  static func downsample(
    _ values: UnsafePointer<Float>, shift: Int, _ weights: [Float], _ count: Int,
    into out: UnsafeMutablePointer<Float>
  ) {
    for i in 0..<count {
      let first = values + (i << shift)
      var sums = SIMD8<Float>.zero
      for j in 0..<2 << shift { sums[j & 7] += first[j] * weights[j] }
      let four = shift == 1 ? sums.lowHalf : sums.lowHalf + sums.highHalf
      out[i] = (four[0] + four[2]) + (four[1] + four[3])
    }
  }

  /// Four lines of samples, each times its weight.
  static func mix(
    _ lines: UnsafePointer<Float>, _ stride: Int, _ weights: [Float], _ count: Int,
    into out: UnsafeMutablePointer<Float>
  ) {
    let (a, b, c, d) = (lines, lines + stride, lines + 2 * stride, lines + 3 * stride)
    let (wa, wb, wc, wd) = (weights[0], weights[1], weights[2], weights[3])
    for i in 0..<count { out[i] = a[i] * wa + b[i] * wb + c[i] * wc + d[i] * wd }
  }

  /// The sums of `count` columns over lines `stride` apart, the first line times the last weight.
  static func filter(
    _ lines: UnsafePointer<Float>, _ stride: Int, _ weights: [Float], _ count: Int,
    into out: UnsafeMutablePointer<Float>
  ) {
    out.update(repeating: 0, count: count)
    for i in weights.indices {
      let (line, weight) = (lines + i * stride, weights[weights.count - 1 - i])
      for x in 0..<count { out[x] += line[x] * weight }
    }
  }

  /// Each value the sum of five samples from its own position on, times weights that repeat.
  static func upsample(
    _ samples: UnsafePointer<Float>, phase: Int, shift: Int, _ weights: [Float], count: Int,
    into out: UnsafeMutablePointer<Float>
  ) {
    let length = weights.count / 5
    weights.withUnsafeBufferPointer { weights in
      for i in 0..<count {
        // Groups of eight begin at the same sample where these are farther apart.
        let position = phase + i
        let p = samples + ((position & -8) >> shift + (position & 7) >> shift)
        let first = position & (length - 1)
        let low = p[0] * weights[first] + p[1] * weights[first + length]
        let middle = low + p[2] * weights[first + 2 * length] + p[3] * weights[first + 3 * length]
        out[i] = middle + p[4] * weights[first + 4 * length]
      }
    }
  }
}
