/// How far effects reach, so that a layer takes at most some ten times the canvas's memory whatever a job asks for.
///
/// It depends on the canvas alone: a picture at half the scale shows the same.
struct EffectReach {
  /// What effects take in: the canvas, and on all sides as much as its longer side. What lies farther away neither
  /// spreads nor throws shadows to the canvas.
  let region: PixelRect
  /// Standard deviations above this are not told apart from it, in pixels; the region holds all that spreads.
  let sigma: Double

  /// Small canvases have room for this much, in pixels.
  private static let least = 256

  /// For a canvas of `width` × `height` pixels.
  init(width: Int, height: Int) {
    let side = max(width, height)
    // Layers begin at multiples of 256.
    let reach = min(max(side, Self.least), (PixelRect.largestSide - 256 - side) / 2)
    region = PixelRect(x0: 0, y0: 0, x1: width, y1: height).grown(x: reach, y: reach)
    sigma = min(1000, Double(reach) / 3.5)
  }
}
