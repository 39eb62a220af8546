#if canImport(Glibc)
  import Glibc
#endif

/// A Gaussian along one axis, with a displacement: how pixels are downsampled, filtered, and upsampled again.
///
/// Up to a standard deviation of 4 pixels samples are pixels, and the filter is the Gaussian itself. Beyond, samples are
/// weighed by a triangle and interpolated by cubic B-splines. The variance of both counts towards the whole, so that with
/// a Gaussian of the rest, at least 1.8 samples wide, it is off by far less than 1 %.
///
/// Samples lie on a grid of the canvas, so the same wherever an image begins. Sample `i` is in the middle of the pixels
/// from `i` × `step` on.
final class GaussianKernel {
  /// The pixels from one sample to the next, a power of two.
  let step: Int
  /// The binary logarithm of `step`.
  let shift: Int
  /// The weights of a sample's pixels, from `firstPixel` on; 1 in all.
  let decimation: [Float]
  /// The weights of samples from −radius to radius; 1 in all.
  let taps: [Float]
  let radius: Int
  /// Whole pixels from what is blurred to where it shows; taps and interpolation make up for the rest.
  let offset: Int
  /// For each pixel of a step the weights of four samples, the first of them relative to the sample of the step.
  let interpolation: [(first: Int, weights: SIMD4<Float>)]
  /// Rows are upsampled in blocks of this many pixels, which begin at multiples of it: 8 or, if that is more, a step.
  let block: Int
  /// The binary logarithm of `block`.
  let blockShift: Int
  /// The first sample that pixels of a block take, relative to that of its first step; the one before, where samples are
  /// pixels.
  let firstOfBlock: Int
  /// The number of samples for the pixels of a block; with those next to it, if samples are pixels.
  let blockWindow: Int
  /// For each pixel of a block the weights of five samples from `firstOfBlock` on: those of the first for all pixels, then
  /// those of the second.
  let blockWeights: [Float]

  /// `sigma` is the standard deviation in pixels, from 0; `displacement`, in pixels too, is to the right or down.
  init(sigma: Double, displacement: Double) {
    let whole = displacement.rounded(.down)
    offset = Int(whole)
    let part = displacement - whole
    // With fewer than 4 samples in a standard deviation, the number of taps does not grow with the blur.
    var step = 1
    while sigma / Double(step) >= 4 { step *= 2 }
    self.step = step
    shift = step.trailingZeroBitCount
    let block = max(step, 8)
    self.block = block
    blockShift = block.trailingZeroBitCount
    guard step > 1 else {
      decimation = [1]
      taps = Self.taps(sigma, displacement: part)
      radius = taps.count / 2
      interpolation = []
      (firstOfBlock, blockWindow, blockWeights) = (-1, block + 2, [])
      return
    }
    let scale = Double(step)
    var variance = 0.0
    decimation = (0..<2 * step).map { i in
      let distance = Double(i) + 0.5 - scale
      let weight = (1 - abs(distance) / scale) / scale
      variance += weight * distance * distance
      return Float(weight)
    }
    // Variances add up: the taps have the rest, without those of the triangle and of the cubic B-spline (1/3).
    taps = Self.taps(((sigma * sigma - variance) / (scale * scale) - 1.0 / 3).squareRoot(), displacement: 0)
    radius = taps.count / 2
    let interpolation = (0..<step).map { pixel -> (first: Int, weights: SIMD4<Float>) in
      let position = (Double(pixel) - part - (scale - 1) / 2) / scale
      let base = position.rounded(.down)
      let f = position - base
      let g = 1 - f
      let weights = SIMD4(
        g * g * g / 6, (4 - 6 * f * f + 3 * f * f * f) / 6, (4 - 6 * g * g + 3 * g * g * g) / 6, f * f * f / 6)
      return (Int(base) - 1, SIMD4<Float>(weights))
    }
    self.interpolation = interpolation
    // The pixels of a step begin at one of two samples. Five weights, one of them 0, let kernels treat all of them
    // alike.
    let firstOfBlock = interpolation.map(\.first).min() ?? 0
    self.firstOfBlock = firstOfBlock
    blockWindow = block / step + 4
    blockWeights = (0..<5).flatMap { i in
      (0..<block).map { pixel in
        let (first, weights) = interpolation[pixel & (step - 1)]
        let index = i + firstOfBlock - first
        return 0..<4 ~= index ? weights[index] : 0
      }
    }
  }

  /// The reach of a Gaussian, in pixels: 3.5 standard deviations hold all but 0.05 %.
  static func margin(sigma: Double, displacement: Double) -> Int {
    ceilingClamped(max(sigma, 0) * 3.5 + abs(displacement), 0, 8192)
  }

  private static func taps(_ sigma: Double, displacement: Double) -> [Float] {
    let radius = margin(sigma: sigma, displacement: displacement) + 1
    var weights = [Double](repeating: 0, count: 2 * radius + 1)
    if sigma < 0.6 {
      // Three samples of the right variance, then displaced by less than one.
      let side = max(sigma, 0) * max(sigma, 0) / 2
      for (place, weight) in [(radius - 1, side), (radius, 1 - 2 * side), (radius + 1, side)] {
        weights[place] += weight * (1 - displacement)
        if place < 2 * radius { weights[place + 1] += weight * displacement }
      }
    } else {
      for i in weights.indices {
        let distance = (Double(i - radius) - displacement) / sigma
        weights[i] = exp(-distance * distance / 2)
      }
    }
    let sum = weights.reduce(0, +)
    return weights.map { Float($0 / sum) }
  }

  /// The first pixel of a sample.
  func firstPixel(of sample: Int) -> Int { sample * step - step / 2 }

  /// The last sample that a pixel counts towards, with the one before it if samples are not pixels, and which of the first
  /// half of its pixels it is.
  func sample(of pixel: Int) -> (index: Int, phase: Int) {
    let position = pixel + step / 2
    return (position >> shift, position & (step - 1))
  }

  /// The samples that pixels count towards.
  func samples(of pixels: Range<Int>) -> Range<Int> {
    sample(of: pixels.lowerBound).index - (step > 1 ? 1 : 0)..<sample(of: pixels.upperBound - 1).index + 1
  }

  /// The pixels that count towards others, which are a whole number of blocks.
  func pixels(showing pixels: Range<Int>) -> Range<Int> {
    let shown = samples(showing: pixels)
    let end = firstPixel(of: shown.upperBound + radius)
    return firstPixel(of: shown.lowerBound - radius)..<(step > 1 ? end + step : end)
  }

  /// The samples that pixels are upsampled from, with those next to them, where samples are pixels.
  func samples(showing pixels: Range<Int>) -> Range<Int> {
    let (first, last) = (pixels.lowerBound >> shift, (pixels.upperBound - 1) >> shift)
    return first + firstOfBlock..<last + firstOfBlock + 5
  }
}
