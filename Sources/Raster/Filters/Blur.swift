import Geometry

/// The standard deviations and the displacement of a Gaussian blur, in pixels.
struct Blur {
  let sigmaX: Double
  let sigmaY: Double
  let displacement: Point

  /// `stretch` takes displacements in a group's space to pixels. Where it turns or shears, its Gaussian's extents along x
  /// and y count, and their correlation is left out; uniform scales and turns have none. Deviations above `maxSigma` pixels
  /// count as that.
  init(sigma: Double, offset: Point = .zero, stretch: Transform, maxSigma: Double) {
    func along(_ a: Double, _ b: Double) -> Double {
      let size = (a * a + b * b).squareRoot() * sigma
      return size > 0 ? min(size, maxSigma) : 0
    }
    func bounded(_ v: Double) -> Double { v.isFinite ? min(max(v, -8000), 8000) : 0 }
    sigmaX = along(stretch.m11, stretch.m12)
    sigmaY = along(stretch.m21, stretch.m22)
    let moved = stretch.applyLinear(offset)
    displacement = Point(bounded(moved.x), bounded(moved.y))
  }

  /// All pixels of the canvas that whole blocks of pixels around `output` are made of, and those that are required.
  func wholeInput(for output: PixelRect) -> PixelRect { requiredInput(for: output).union(pixels(showing: output)) }

  /// All pixels of the canvas that whole blocks of pixels around `output` are made of.
  func pixels(showing output: PixelRect) -> PixelRect {
    func pixels(_ shown: Range<Int>, _ sigma: Double, _ displacement: Double) -> Range<Int> {
      let kernel = GaussianKernel(sigma: sigma, displacement: displacement)
      let first = (shown.lowerBound - kernel.offset) >> kernel.blockShift
      let last = (shown.upperBound - 1 - kernel.offset) >> kernel.blockShift
      return kernel.pixels(showing: first << kernel.blockShift..<(last + 1) << kernel.blockShift)
    }
    let columns = pixels(output.x0..<output.x1, sigmaX, displacement.x)
    let rows = pixels(output.y0..<output.y1, sigmaY, displacement.y)
    return PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound)
  }

  /// The part of the input, in pixels of the canvas, on which `output` depends.
  func requiredInput(for output: PixelRect) -> PixelRect {
    output.grown(
      x: GaussianKernel.margin(sigma: sigmaX, displacement: displacement.x) + 2,
      y: GaussianKernel.margin(sigma: sigmaY, displacement: displacement.y) + 2)
  }
}
