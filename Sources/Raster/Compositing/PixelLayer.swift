/// Pixels of a part of a surface, and for each whether its color varies, so that it is dithered when it is rounded.
final class PixelLayer {
  private let pixels = Scratch<Pixel>()
  private let ditherMask = Scratch<UInt8>()
  /// For each row, whether any of its dither mask may be set.
  private let ditheredRows = Scratch<UInt8>()
  private(set) var bounds = PixelRect.empty
  /// The clip.
  private(set) var visible = PixelRect.empty

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

  /// Clips what `body` draws to a part of what is visible.
  func withVisible(_ part: PixelRect, _ body: () -> Void) {
    let whole = visible
    visible = whole.intersection(part)
    if !visible.isEmpty { body() }
    visible = whole
  }

  /// Fills what is visible of rows with `background`.
  func clear(_ rows: Range<Int>, _ background: Pixel) {
    for y in rows {
      let row = row(y)
      (row.pixels + visible.x0).update(repeating: background, count: visible.width)
      (row.ditherMask + visible.x0).update(repeating: 0, count: visible.width)
    }
  }

  /// Empties the dither mask of what is visible of rows, of which nothing else is needed.
  func clearDither(_ rows: Range<Int>) {
    for y in rows {
      let row = row(y)
      (row.ditherMask + visible.x0).update(repeating: 0, count: visible.width)
      row.needsDither.pointee = 0
    }
  }

  /// Copies what is visible of rows from another layer.
  func copy(_ other: PixelLayer, _ rows: Range<Int>) {
    let x = visible.x0
    for y in rows {
      let from = other.row(y)
      let to = row(y)
      (to.pixels + x).update(from: from.pixels + x, count: visible.width)
      if from.needsDither.pointee == 0 { continue }
      (to.ditherMask + x).update(from: from.ditherMask + x, count: visible.width)
      to.needsDither.pointee = 1
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
