/// The area outside the canvas that filters read, bounded so that memory stays a multiple of the canvas.
///
/// It depends on the canvas alone: a picture at half the scale shows the same.
struct FilterRegion {
  /// The canvas, and on all sides as much as its longer side. What lies farther away neither spreads nor throws shadows to
  /// the canvas.
  let bounds: PixelRect
  /// Greater standard deviations count as this one, in pixels; the region holds all that spreads.
  let maxSigma: Double

  /// Small canvases have at least this much on each side, in pixels.
  private static let minMargin = 256

  /// For a canvas of `width` × `height` pixels.
  init(width: Int, height: Int) {
    let side = max(width, height)
    let margin = min(max(side, Self.minMargin), (PixelRect.largestSide - side) / 2)
    bounds = PixelRect(x0: 0, y0: 0, x1: width, y1: height).grown(x: margin, y: margin)
    maxSigma = min(1000, Double(margin) / 3.5)
  }
}
