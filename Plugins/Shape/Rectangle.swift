import StageKit

struct Rectangle: Primitive {
  static let parameter = ParameterKey.object(
    "rect", "A rectangle, with round corners if you like.", [size, radius, radii, ParameterValues.center]
  ).optional

  private static let size = ParameterKey.point("size", "Its width and height.").animated
  private static let radius = ParameterKey.number(
    "radius", "How round its corners are.", default: 0, .nonnegative(.points)
  ).animated
  private static let radii = ParameterKey.numbers(
    "radii", "The radii of its four corners instead: top left, top right, bottom right, bottom left.", default: [],
    .nonnegative(.points))

  private let size: Animated<Point>
  private let radius: Animated<Double>
  private let radii: CornerRadii?
  private let center: Animated<Point>

  init(_ parameters: ParameterValues, canvasCenter: Point) throws {
    size = parameters[Self.size]
    radius = parameters[Self.radius]
    radii = try CornerRadii.four(Self.radii, in: parameters)
    center = parameters.center(or: canvasCenter)
  }

  var settlingTime: Double? { latestSettlingTime(of: size, radius, center) }

  func form(at seconds: Double) -> (path: Path, box: Rect) {
    let box = Rect(center: center.value(at: seconds), sides: size.value(at: seconds))
    return (.roundedRect(box, radii: radii ?? CornerRadii(radius.value(at: seconds))), box)
  }
}
