import CRasterKernels

/// Pixels of a part of a surface, and for each whether its color varies, so that it is dithered when it is rounded.
final class PixelLayer {
  private let pixels = Scratch<Pixel>()
  private let ditherMask = Scratch<UInt8>()
  /// For each row, whether any of its dither mask may be set.
  private let ditheredRows = Scratch<UInt8>()
  private(set) var bounds = PixelRect.empty
  /// The clip.
  private(set) var visible = PixelRect.empty

  /// Makes room for bounds of this size; false if memory is refused.
  func hasRoom(for bounds: PixelRect) -> Bool {
    let count = bounds.width * bounds.height
    return pixels.reserveIfAllowed(count) && ditherMask.reserveIfAllowed(count)
  }

  /// Moves to other bounds, all `background`.
  func reset(_ bounds: PixelRect, background: Pixel = .zero) {
    move(to: bounds)
    pixels.base.update(repeating: background, count: bounds.width * bounds.height)
  }

  /// Moves to other bounds, with an empty dither mask and undefined pixels.
  func move(to bounds: PixelRect) {
    self.bounds = bounds
    visible = bounds
    let count = bounds.width * bounds.height
    pixels.reserve(count)
    ditherMask.reserve(count)
    ditheredRows.reserve(bounds.height)
    ditherMask.base.update(repeating: 0, count: count)
    ditheredRows.base.update(repeating: 0, count: bounds.height)
  }

  /// Clips drawing to some columns.
  func clip(_ columns: Range<Int>) {
    visible.x0 = columns.lowerBound
    visible.x1 = columns.upperBound
  }

  /// Fills what is visible of rows with `background`.
  func clear(_ rows: Range<Int>, _ background: Pixel) {
    for y in rows {
      let row = row(y)
      (row.pixels + visible.x0).update(repeating: background, count: visible.width)
      (row.ditherMask + visible.x0).update(repeating: 0, count: visible.width)
    }
  }

  /// Copies what is visible from another layer.
  func copy(_ other: PixelLayer) {
    let x = visible.x0
    for y in visible.y0..<visible.y1 {
      let from = other.row(y)
      let to = row(y)
      (to.pixels + x).update(from: from.pixels + x, count: visible.width)
      if from.needsDither.pointee == 0 { continue }
      (to.ditherMask + x).update(from: from.ditherMask + x, count: visible.width)
      to.needsDither.pointee = 1
    }
  }

  /// Keeps the pixels, in the coordinates of another surface.
  func translate(x: Int, y: Int) {
    bounds = bounds.moved(x: x, y: y)
    visible = bounds
  }

  /// Sets the dither mask where a pixel differs from a neighbor, and only there.
  func markDither() {
    for y in bounds.y0..<bounds.y1 {
      let row = row(y)
      let above = self.row(max(y - 1, bounds.y0))
      let below = self.row(min(y + 1, bounds.y1 - 1))
      let x = bounds.x0
      row.needsDither.pointee = 1
      raster_mark_edges(above.components(x), row.components(x), below.components(x), bounds.width, row.ditherMask + x)
    }
  }

  /// The row `y` of the surface.
  @inline(__always)
  func row(_ y: Int) -> PixelRow {
    let offset = (y - bounds.y0) * bounds.width
    return PixelRow(
      pixels: pixels.base + offset - bounds.x0, ditherMask: ditherMask.base + offset - bounds.x0,
      needsDither: ditheredRows.base + (y - bounds.y0))
  }
}

/// A row of a layer, indexed by the surface's x.
struct PixelRow {
  let pixels: UnsafeMutablePointer<Pixel>
  let ditherMask: UnsafeMutablePointer<UInt8>
  let needsDither: UnsafeMutablePointer<UInt8>

  /// The components from pixel `x` on.
  @inline(__always)
  func components(_ x: Int) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(pixels + x).assumingMemoryBound(to: UInt16.self)
  }
}
