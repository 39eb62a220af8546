import Geometry
import Graphics

/// A shadow that its own edge throws onto it.
struct InnerShadowEffect: LayerEffect {
  @Parameter("The shadow's color.") var color: Animated<Color> = Animated(Color(hex: 0, alpha: 77 / 255))
  @Parameter("The distance by which it falls to the right and down.") var offset: Animated<Point> = Animated(
    Point(0, 3))
  @Parameter("The softness: the blur radius, as of CSS's `box-shadow`.", .nonnegative(.points)) var blur:
    Animated<Double> = 8

  var settlingTime: Double? { latestSettlingTime(of: color, offset, blur) }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let color = color.value(at: seconds)
    guard color.alpha > 0 else { return drawing }
    return drawing.with(
      .innerShadow(
        color: color, offset: offset.value(at: seconds), sigma: max(0, blur.value(at: seconds)) / 2))
  }
}
