import Graphics

/// Softens all of it.
struct BlurEffect: LayerEffect {
  static let variant = ParameterSchema.Variant("blur", "Blurs it.", [radius])

  private static let radius = Parameter.number(
    "radius", "The blur radius, as in CSS.", default: 8, .nonnegative(.points)
  ).animated

  private let radius: Animated<Double>

  init(_ parameters: Parameters) { radius = parameters[Self.radius] }

  var settlingTime: Double? { radius.settlingTime }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let radius = radius.value(at: seconds)
    return radius > 0 ? drawing.with(.blur(sigma: radius / 2)) : drawing
  }
}
