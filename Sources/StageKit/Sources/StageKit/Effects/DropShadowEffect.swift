import Geometry
import Graphics

/// A shadow under all of it.
struct DropShadowEffect: LayerEffect {
  @Parameter("The shadow's color.") var color: Animated<Color> = Animated(Color(hex: 0, alpha: 77 / 255))
  @Parameter("The distance by which it falls to the right and down.") var offset: Animated<Point> = Animated(
    Point(0, 6))
  @Parameter(
    "The blur radius, as of CSS's `filter: drop-shadow()`: the standard deviation, twice as soft as a `box-shadow`.",
    .nonnegative(.points))
  var blur: Animated<Double> = 8
  @Parameter var blend = BlendMode.normal

  var settlingTime: Double? { latestSettlingTime(of: color, offset, blur) }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let color = color.value(at: seconds)
    guard color.alpha > 0 else { return drawing }
    return CastShadow(
      color: color, offset: offset.value(at: seconds), sigma: max(0, blur.value(at: seconds)), blend: blend
    ).under(drawing)
  }
}
