import StageKit

/// Polygons and stars share their rounding, their place and their box, which is that of their circle: so they turn
/// about their middle.
struct Polygon: Primitive {
  static let parameter = ParameterKey.object(
    "polygon", "A polygon of even sides, one corner at the top.", [sides, radius, corners, ParameterValues.center]
  ).optional

  private static let sides = ParameterKey.integer("sides", "How many sides it has.", default: 6, .range(3...360))
  private static let radius = ParameterKey.number(
    "radius", "From its center to its corners.", .nonnegative(.points)
  ).animated
  private static let corners = ParameterKey.number(
    "cornerRadius", "How round its corners are.", default: 0, .nonnegative(.points)
  ).animated

  private let sides: Int
  private let radius: Animated<Double>
  private let corners: Animated<Double>
  private let center: Animated<Point>

  init(_ parameters: ParameterValues, canvasCenter: Point) {
    sides = parameters[Self.sides]
    radius = parameters[Self.radius]
    corners = parameters[Self.corners]
    center = parameters.center(or: canvasCenter)
  }

  var settlingTime: Double? { latestSettlingTime(of: radius, corners, center) }

  func form(at seconds: Double) -> (path: Path, box: Rect) {
    let radius = max(0, radius.value(at: seconds))
    let center = center.value(at: seconds)
    let points = around(center, radii: Array(repeating: radius, count: max(sides, 0)))
    let path = roundedPolyline(points, isClosed: true, radius: corners.value(at: seconds))
    return (path, Rect(center: center, radius: radius))
  }
}

struct Star: Primitive {
  static let parameter = ParameterKey.object(
    "star", "A star, one point at the top.", [points, radius, inner, corners, ParameterValues.center]
  ).optional

  private static let points = ParameterKey.integer("points", "How many points it has.", default: 5, .range(3...360))
  private static let radius = ParameterKey.number(
    "radius", "From its center to its points.", .nonnegative(.points)
  ).animated
  private static let inner = ParameterKey.number(
    "innerRadius", "From its center to the notches, as a fraction of 'radius'; 0.382 makes straight arms of five.",
    default: 0.382, .fraction
  ).animated
  private static let corners = ParameterKey.number(
    "cornerRadius", "How round its points and notches are.", default: 0, .nonnegative(.points)
  ).animated

  private let points: Int
  private let radius: Animated<Double>
  private let inner: Animated<Double>
  private let corners: Animated<Double>
  private let center: Animated<Point>

  init(_ parameters: ParameterValues, canvasCenter: Point) {
    points = parameters[Self.points]
    radius = parameters[Self.radius]
    inner = parameters[Self.inner]
    corners = parameters[Self.corners]
    center = parameters.center(or: canvasCenter)
  }

  var settlingTime: Double? { latestSettlingTime(of: radius, inner, corners, center) }

  func form(at seconds: Double) -> (path: Path, box: Rect) {
    let radius = max(0, radius.value(at: seconds))
    let notch = radius * max(0, inner.value(at: seconds))
    let center = center.value(at: seconds)
    let radii = (0..<max(points, 0) * 2).map { $0 % 2 == 0 ? radius : notch }
    let path = roundedPolyline(
      around(center, radii: radii), isClosed: true, radius: corners.value(at: seconds))
    return (path, Rect(center: center, radius: radius))
  }
}

/// Points at even angles, clockwise from above the center, each at its own distance.
private func around(_ center: Point, radii: [Double]) -> [Point] {
  radii.enumerated().map { index, radius in
    let (sine, cosine) = sineAndCosine(degrees: 360 * Double(index) / Double(radii.count))
    return center + Point(sine, -cosine) * radius
  }
}
