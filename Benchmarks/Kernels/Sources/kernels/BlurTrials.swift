import CRasterKernels
import Coding
import Geometry

@testable import Raster

/// Samples of blurs: downsampled, filtered, mixed, upsampled, and drawn in a color.
func blurTrials() -> [Trial] {
  var numbers = SeededNumbers(seed: 1)
  let (stride, times) = (480, 16)
  let samples = Scratch<Float>(capacity: stride * 96)
  for i in 0..<stride * 96 { samples.base[i] = Float.random(in: 0...65_280, using: &numbers) }
  let out = Scratch<Float>(capacity: rowWidth)
  let weights = (0..<5 * 16).map { Float($0) / 80 }
  func rows(_ name: String, count: Int, _ body: @escaping (_ row: Int, _ isKernel: Bool) -> Void) -> Trial {
    Trial(name, count: count * times) { isKernel in seconds { for i in 0..<times { body(i, isKernel) } } }
  }
  let sampled = [
    rows("filter: a row of samples, 17 taps", count: 448) { row, isKernel in
      let line = samples.base + row * stride
      if isKernel {
        raster_blur_row(line, 448, weights, 8, out.base)
      } else {
        Reference.filter(line, 1, Array(weights[..<17]), 448, into: out.base)
      }
    },
    rows("mix: four lines of samples", count: stride) { row, isKernel in
      if isKernel {
        raster_mix(samples.base + row * stride, stride, weights, stride, out.base)
      } else {
        Reference.mix(samples.base + row * stride, stride, weights, stride, into: out.base)
      }
    },
    rows("upsample: a row of samples 16 pixels apart", count: rowWidth) { row, isKernel in
      if isKernel {
        raster_upsample(samples.base + row * stride, 0, 4, weights, 16, rowWidth, out.base)
      } else {
        Reference.upsample(samples.base + row * stride, phase: 0, shift: 4, weights, count: rowWidth, into: out.base)
      }
    },
  ]
  let values = (0..<rowWidth).map { Float($0 * 34) }
  let canvas = row()
  return sampled
    + [("a color", SIMD4<Float>(0.2, 0, 0.4, 0.5)), ("black", SIMD4(0, 0, 0, 0.5))].map { name, color in
      rows("tint: \(name) times each pixel's part", count: rowWidth) { _, isKernel in
        let draw = isKernel ? tint(_:_:_:onto:) : Reference.tint(_:_:_:onto:)
        draw(color, values, 0..<rowWidth, canvas.row(0))
      }
    }
}
