import CRasterKernels
import Geometry
import Graphics

/// A group's effect in pixels.
struct PixelEffect {
  enum Kind {
    case blur
    case shadow(Pixel)
  }

  let kind: Kind
  /// The deviations along both axes and the displacement, in pixels.
  let sigmaX: Double
  let sigmaY: Double
  let shift: Point
  let filterX: GaussianFilter
  let filterY: GaussianFilter
  /// How far it draws beyond what it is applied to, in pixels.
  let marginX: Int
  let marginY: Int

  /// `stretch` takes displacements in the group's space to pixels. Where it turns or shears, its Gaussian's extents
  /// along x and y count, and their correlation is left out; uniform scales and turns have none. Deviations above
  /// `largestSigma` pixels are not told apart from it.
  init(_ effect: Effect, stretch: Transform, largestSigma: Double = 1000) {
    func along(_ a: Double, _ b: Double, _ sigma: Double) -> Double {
      let size = (a * a + b * b).squareRoot() * sigma
      return size > 0 ? min(size, largestSigma) : 0
    }
    func bounded(_ v: Double) -> Double { v.isFinite ? min(max(v, -8000), 8000) : 0 }
    let sigma: Double
    var shift = Point.zero
    switch effect {
    case .blur(let s):
      kind = .blur
      sigma = s
    case .dropShadow(let color, let offset, let s):
      kind = .shadow(color.pixel())
      sigma = s
      let moved = stretch.applyLinear(offset)
      shift = Point(bounded(moved.x), bounded(moved.y))
    }
    sigmaX = along(stretch.m11, stretch.m12, sigma)
    sigmaY = along(stretch.m21, stretch.m22, sigma)
    self.shift = shift
    filterX = GaussianFilter(sigma: sigmaX, shift: shift.x)
    filterY = GaussianFilter(sigma: sigmaY, shift: shift.y)
    marginX = GaussianFilter.margin(sigma: sigmaX, shift: shift.x) + 2
    marginY = GaussianFilter.margin(sigma: sigmaY, shift: shift.y) + 2
  }

  /// Changes a layer that has room for its margins.
  func apply(to layer: PixelLayer) {
    switch kind {
    case .blur: blur(layer)
    case .shadow(let color): addShadow(color, below: layer)
    }
  }

  /// One component after the other, so that there is never more than one plane; alpha first, which colors never exceed.
  private func blur(_ layer: PixelLayer) {
    for component in [3, 0, 1, 2] {
      let blurred = plane(layer, component).blurred(filterX, filterY)
      forEachPixel(of: layer) { i, place in
        let value = UInt16(truncatingIfNeeded: (blurred.values[i] + 12_582_912).bitPattern)
        place.pointee[component] = component == 3 ? value : min(value, place.pointee.w)
      }
    }
  }

  private func addShadow(_ color: Pixel, below layer: PixelLayer) {
    let alpha = plane(layer, 3).blurred(filterX, filterY)
    let full = SIMD4<Float>(color) / Float(Pixel.full)
    forEachPixel(of: layer) { i, place in
      place.pointee = over(widened(place.pointee), pixel(rounding: full * min(alpha.values[i], Float(Pixel.full))))
    }
  }

  private func plane(_ layer: PixelLayer, _ component: Int) -> Plane {
    var plane = Plane(width: layer.bounds.width, height: layer.bounds.height)
    let bounds = layer.bounds
    plane.values.withUnsafeMutableBufferPointer { values in
      guard var out = values.baseAddress else { return }
      for y in bounds.y0..<bounds.y1 {
        let components = layer.row(y).components(bounds.x0) + component
        for x in 0..<bounds.width { out[x] = Float(components[4 * x]) }
        out += bounds.width
      }
    }
    return plane
  }

  @inline(__always)
  private func forEachPixel(of layer: PixelLayer, _ body: (Int, UnsafeMutablePointer<Pixel>) -> Void) {
    var i = 0
    for y in layer.bounds.y0..<layer.bounds.y1 {
      let row = layer.row(y)
      for x in layer.bounds.x0..<layer.bounds.x1 {
        body(i, row.pixels + x)
        i += 1
      }
    }
  }
}
