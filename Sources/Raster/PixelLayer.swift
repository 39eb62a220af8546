import CRasterKernels

/// Pixels of a part of a surface, and for each whether a paint varies there, so that it is dithered in the end.
final class PixelLayer {
  private let pixels = Scratch<Pixel>()
  private let varied = Scratch<UInt8>()
  /// For each row, whether any of `varied` may be set.
  private let variedRows = Scratch<UInt8>()
  private(set) var bounds = PixelRect.empty

  /// Takes a new place, all clear or all `background`.
  func reset(_ bounds: PixelRect, background: Pixel = .zero) {
    self.bounds = bounds
    let count = bounds.width * bounds.height
    pixels.reserve(count)
    varied.reserve(count)
    variedRows.reserve(bounds.height)
    pixels.base.update(repeating: background, count: count)
    varied.base.update(repeating: 0, count: count)
    variedRows.base.update(repeating: 0, count: bounds.height)
  }

  /// Takes the place of whole rows of another layer, and what is there.
  func copy(_ other: PixelLayer, _ bounds: PixelRect) {
    self.bounds = bounds
    pixels.reserve(bounds.width * bounds.height)
    varied.reserve(bounds.width * bounds.height)
    variedRows.reserve(bounds.height)
    Self.copy(other, to: self, rows: bounds.y0..<bounds.y1)
  }

  /// The color of all pixels; nil where they differ or a paint may vary.
  var onlyColor: Pixel? {
    let count = bounds.width * bounds.height
    guard count > 0, !(0..<bounds.height).contains(where: { variedRows.base[$0] != 0 }) else { return nil }
    let color = pixels.base[0]
    for i in 1..<count where pixels.base[i] != color { return nil }
    return color
  }

  /// Takes over all of another layer, whose rows are whole rows of this one.
  func paste(_ other: PixelLayer) { Self.copy(other, to: self, rows: other.bounds.y0..<other.bounds.y1) }

  private static func copy(_ from: PixelLayer, to: PixelLayer, rows: Range<Int>) {
    let count = from.bounds.width * rows.count
    let source = from.row(rows.lowerBound)
    let target = to.row(rows.lowerBound)
    let x = from.bounds.x0
    (target.pixels + x).update(from: source.pixels + x, count: count)
    (target.varied + x).update(from: source.varied + x, count: count)
    target.hasVaried.update(from: source.hasVaried, count: rows.count)
  }

  /// The same pixels in the coordinates of another surface.
  func move(x: Int, y: Int) { bounds = bounds.moved(x: x, y: y) }

  /// Marks as varied where a pixel differs from a neighbor, and only there.
  func markVaried(isFast: Bool = Kernels.areFast) {
    for y in bounds.y0..<bounds.y1 {
      let row = row(y)
      let above = self.row(max(y - 1, bounds.y0))
      let below = self.row(min(y + 1, bounds.y1 - 1))
      row.hasVaried.pointee = 1
      if isFast {
        let x = bounds.x0
        raster_mark_avx2(
          above.components(x), row.components(x), below.components(x), bounds.width, row.varied + x)
        continue
      }
      for x in bounds.x0..<bounds.x1 {
        let p = row.pixels[x]
        let isFlat =
          p == above.pixels[x] && p == below.pixels[x] && p == row.pixels[max(x - 1, bounds.x0)]
          && p == row.pixels[min(x + 1, bounds.x1 - 1)]
        row.varied[x] = isFlat ? 0 : 1
      }
    }
  }

  /// The row `y` of the surface.
  @inline(__always)
  func row(_ y: Int) -> PixelRow {
    let offset = (y - bounds.y0) * bounds.width
    return PixelRow(
      pixels: pixels.base + offset - bounds.x0, varied: varied.base + offset - bounds.x0,
      hasVaried: variedRows.base + (y - bounds.y0))
  }
}

/// A row of a layer, indexed by the surface's x.
struct PixelRow {
  let pixels: UnsafeMutablePointer<Pixel>
  let varied: UnsafeMutablePointer<UInt8>
  let hasVaried: UnsafeMutablePointer<UInt8>

  /// The components from pixel `x` on.
  @inline(__always)
  func components(_ x: Int) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(pixels + x).assumingMemoryBound(to: UInt16.self)
  }
}
