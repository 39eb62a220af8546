import Geometry
import Graphics

/// A shadow that its own edge throws onto it.
struct InnerShadowEffect: LayerEffect {
  static let variant = ParameterSchema.Variant(
    "innerShadow", "A soft shadow that its edge throws inwards.", [color, offset, blur])

  private static let color = Parameter.color(
    "color", "The shadow's color.", default: Color(hex: 0, alpha: 77 / 255)
  ).animated
  private static let offset = Parameter.point(
    "offset", "How far it falls to the right and down.", default: Point(0, 3)
  ).animated
  private static let blur = Parameter.number(
    "blur", "How soft it is: the blur radius, as in CSS.", default: 8, .nonnegative(.points)
  ).animated

  private let color: Animated<Color>
  private let offset: Animated<Point>
  private let blur: Animated<Double>

  init(_ parameters: Parameters) {
    color = parameters[Self.color]
    offset = parameters[Self.offset]
    blur = parameters[Self.blur]
  }

  var settlingTime: Double? { latestSettlingTime(of: color, offset, blur) }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let color = color.value(at: seconds)
    guard color.alpha > 0 else { return drawing }
    return drawing.with(
      .innerShadow(
        color: color, offset: offset.value(at: seconds), sigma: max(0, blur.value(at: seconds)) / 2))
  }
}
