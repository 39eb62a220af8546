import CRasterKernels

/// Pixels of a part of a surface, and for each whether a paint varies there, so that it is dithered in the end.
final class PixelLayer {
  private let pixels = Scratch<Pixel>()
  private let varied = Scratch<UInt8>()
  /// For each row, whether any of `varied` may be set.
  private let variedRows = Scratch<UInt8>()
  private(set) var bounds = PixelRect.empty
  /// The part that is drawn on.
  private(set) var visible = PixelRect.empty

  /// In bytes.
  var memory: Int { pixels.capacity * MemoryLayout<Pixel>.stride + varied.capacity }

  /// Takes a new place, all clear or all `background`.
  func reset(_ bounds: PixelRect, background: Pixel = .zero) {
    place(bounds)
    pixels.base.update(repeating: background, count: bounds.width * bounds.height)
  }

  /// Takes a new place, where nothing is varied, with whatever pixels.
  func place(_ bounds: PixelRect) {
    self.bounds = bounds
    visible = bounds
    let count = bounds.width * bounds.height
    pixels.reserve(count)
    varied.reserve(count)
    variedRows.reserve(bounds.height)
    varied.base.update(repeating: 0, count: count)
    variedRows.base.update(repeating: 0, count: bounds.height)
  }

  /// Lets only some columns be drawn on.
  func show(_ columns: Range<Int>) {
    visible.x0 = columns.lowerBound
    visible.x1 = columns.upperBound
  }

  /// Makes what is visible of rows all `background`.
  func clear(_ rows: Range<Int>, _ background: Pixel) {
    for y in rows {
      let row = row(y)
      (row.pixels + visible.x0).update(repeating: background, count: visible.width)
      (row.varied + visible.x0).update(repeating: 0, count: visible.width)
    }
  }

  /// Takes what is in another layer where this one is visible, under a color unless that is clear.
  func copy(_ other: PixelLayer, under color: Pixel = .zero) {
    let x = visible.x0
    for y in visible.y0..<visible.y1 {
      let from = other.row(y)
      let to = row(y)
      if color == .zero {
        (to.pixels + x).update(from: from.pixels + x, count: visible.width)
      } else {
        blend(color, x..<visible.x1, from: from, onto: to)
      }
      if from.hasVaried.pointee == 0 { continue }
      (to.varied + x).update(from: from.varied + x, count: visible.width)
      to.hasVaried.pointee = 1
    }
  }

  /// The color of all pixels of whole rows; nil where they differ or a paint may vary.
  func onlyColor(_ rows: Range<Int>) -> Pixel? {
    let first = row(rows.lowerBound)
    if (0..<rows.count).contains(where: { first.hasVaried[$0] != 0 }) { return nil }
    let pixels = first.pixels + bounds.x0
    let color = pixels[0]
    for i in 1..<bounds.width * rows.count where pixels[i] != color { return nil }
    return color
  }

  /// The same pixels in the coordinates of another surface.
  func move(x: Int, y: Int) {
    bounds = bounds.moved(x: x, y: y)
    visible = bounds
  }

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
