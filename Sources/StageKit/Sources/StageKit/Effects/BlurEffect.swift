import Graphics

/// Softens all of it.
struct BlurEffect: LayerEffect {
  @Parameter("The blur radius, as in CSS.", .nonnegative(.points)) var radius: Animated<Double> = 8

  var settlingTime: Double? { radius.settlingTime }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let radius = radius.value(at: seconds)
    return radius > 0 ? drawing.with(.blur(sigma: radius / 2)) : drawing
  }
}
