import Geometry

/// Draws the picture that a graph made.
final class GraphOperation {
  fileprivate let image: GraphImage
  /// Takes pixels of the canvas to those of the picture; nil where they are the same.
  fileprivate let toImage: Transform?
  /// The pixels of the surface that it may touch.
  let bounds: PixelRect

  /// Nil where nothing of it shows.
  init?(_ image: GraphImage, toImage: Transform?, on surface: Surface) {
    self.image = image
    self.toImage = toImage
    var bounds = image.bounds
    if let toImage {
      guard let inverse = toImage.inverse else { return nil }
      bounds = CommandExtent.pixels(around: image.bounds.rect, inverse) ?? surface.region
    }
    self.bounds = bounds.intersection(surface.region).moved(x: -surface.region.x0, y: -surface.region.y0)
    if self.bounds.isEmpty { return nil }
  }
}

extension Rasterizer {
  /// Draws a strip's rows of a graph's picture.
  func draw(_ operation: GraphOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = operation.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    guard !part.isEmpty else { return }
    colors.reserve(surface.region.width)
    ditherMask.reserve(surface.region.width)
    operation.image.pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      let sampler = GraphSampler(base, operation.image.bounds)
      for y in part.y0..<part.y1 {
        let row = y + surface.region.y0
        for x in part.x0..<part.x1 {
          let column = x + surface.region.x0
          if let toImage = operation.toImage {
            colors.base[x] = sampler.color(at: toImage.apply(Point(Double(column) + 0.5, Double(row) + 0.5)))
            ditherMask.base[x] = 1
          } else {
            colors.base[x] = sampler.pixel(column, row)
            ditherMask.base[x] = sampler.varies(column, row) ? 1 : 0
          }
        }
        composite(
          colors.base, ditherMask: ditherMask.base,
          Span(x: Int32(part.x0), count: Int32(part.width), coverage: Int32(fullCoverage)), spans.coverage,
          onto: layer.row(y))
      }
    }
  }
}

/// Pixels within bounds, and clear ones around them.
private struct GraphSampler {
  private let pixels: UnsafePointer<Pixel>
  private let bounds: PixelRect

  init(_ pixels: UnsafePointer<Pixel>, _ bounds: PixelRect) { (self.pixels, self.bounds) = (pixels, bounds) }

  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> Pixel {
    guard x >= bounds.x0, x < bounds.x1, y >= bounds.y0, y < bounds.y1 else { return .zero }
    return pixels[(y - bounds.y0) * bounds.width + x - bounds.x0]
  }

  /// True for a pixel that differs from one of its neighbors.
  @inline(__always)
  func varies(_ x: Int, _ y: Int) -> Bool {
    let own = pixel(x, y)
    return own != pixel(x - 1, y) || own != pixel(x + 1, y) || own != pixel(x, y - 1) || own != pixel(x, y + 1)
  }

  /// The color at a place between the centers of pixels.
  @inline(__always)
  func color(at place: Point) -> Pixel {
    let (x, y) = (place.x - 0.5, place.y - 0.5)
    guard x > Double(bounds.x0 - 1), x < Double(bounds.x1), y > Double(bounds.y0 - 1), y < Double(bounds.y1) else {
      return .zero
    }
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (u, v) = (Float(x - Double(column)), Float(y - Double(row)))
    func value(_ x: Int, _ y: Int) -> SIMD4<Float> { SIMD4<Float>(pixel(x, y)) }
    let top = value(column, row) * (1 - u) + value(column + 1, row) * u
    let bottom = value(column, row + 1) * (1 - u) + value(column + 1, row + 1) * u
    return Raster.pixel(rounding: top * (1 - v) + bottom * v)
  }
}
