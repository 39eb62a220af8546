/// The target of drawing: a canvas or a layer, cut into strips of rows.
struct Surface {
  /// In pixels of the canvas.
  let region: PixelRect
  let stripHeight: Int
  /// The part of the region, in pixels of the canvas, that anything shows of: the rest need not be drawn.
  var shown: PixelRect

  init(region: PixelRect, stripHeight: Int) {
    self.region = region
    shown = region
    self.stripHeight = max(1, min(stripHeight, region.height))
  }

  /// The surface's pixels in its own coordinates, from (0, 0).
  var bounds: PixelRect { PixelRect(x0: 0, y0: 0, x1: region.width, y1: region.height) }

  var stripCount: Int { (region.height + stripHeight - 1) / stripHeight }

  func rows(ofStrip strip: Int) -> Range<Int> {
    strip * stripHeight..<min((strip + 1) * stripHeight, region.height)
  }

  /// The strips that a rectangle in the surface's coordinates touches.
  func strips(touching bounds: PixelRect) -> Range<Int> {
    bounds.isEmpty ? 0..<0 : bounds.y0 / stripHeight..<(bounds.y1 - 1) / stripHeight + 1
  }
}
