import Graphics

/// Softens all of it.
struct BlurEffect: LayerEffect {
  @Parameter("The blur radius, as of CSS's `filter: blur()`: the standard deviation.", .nonnegative(.points))
  var radius: Animated<Double> = 8

  var settlingTime: Double? { radius.settlingTime }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let radius = radius.value(at: seconds)
    return radius > 0 ? drawing.with(.blur(sigma: radius)) : drawing
  }
}
