import StageKit

struct Ellipse: Primitive {
  static let parameter = ParameterKey.object("ellipse", "An ellipse.", [size, ParameterValues.center]).optional

  private static let size = ParameterKey.point("size", "Its width and height.").animated

  private let size: Animated<Point>
  private let center: Animated<Point>

  init(_ parameters: ParameterValues, canvasCenter: Point) {
    size = parameters[Self.size]
    center = parameters.center(or: canvasCenter)
  }

  var settlingTime: Double? { latestSettlingTime(of: size, center) }

  func form(at seconds: Double) -> (path: Path, box: Rect) {
    let box = Rect(center: center.value(at: seconds), sides: size.value(at: seconds))
    return (ring(in: box), box)
  }
}

struct Circle: Primitive {
  static let parameter = ParameterKey.object("circle", "A circle.", [radius, ParameterValues.center]).optional

  private static let radius = ParameterKey.number("radius", "Its radius.", .nonnegative(.points)).animated

  private let radius: Animated<Double>
  private let center: Animated<Point>

  init(_ parameters: ParameterValues, canvasCenter: Point) {
    radius = parameters[Self.radius]
    center = parameters.center(or: canvasCenter)
  }

  var settlingTime: Double? { latestSettlingTime(of: radius, center) }

  func form(at seconds: Double) -> (path: Path, box: Rect) {
    let box = Rect(center: center.value(at: seconds), radius: radius.value(at: seconds))
    return (ring(in: box), box)
  }
}

/// Clockwise from the top, where loading rings begin.
private func ring(in box: Rect) -> Path {
  guard !box.isEmpty else { return .empty }
  return Path { builder in
    builder.arc(center: box.center, radii: Size(box.width / 2, box.height / 2), start: -90, sweep: 360)
    builder.close()
  }
}
