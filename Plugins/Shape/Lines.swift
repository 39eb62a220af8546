import StageKit

struct Line: Primitive {
  static let parameter = ParameterKey.object("line", "A straight line.", [from, to]).optional

  private static let from = ParameterKey.point("from", "Where it starts.").animated
  private static let to = ParameterKey.point("to", "Where it ends.").animated

  private let from: Animated<Point>
  private let to: Animated<Point>

  init(_ parameters: ParameterValues, canvasCenter: Point) {
    from = parameters[Self.from]
    to = parameters[Self.to]
  }

  var settlingTime: Double? { latestSettlingTime(of: from, to) }

  func form(at seconds: Double) -> (path: Path, box: Rect) {
    let (a, b) = (from.value(at: seconds), to.value(at: seconds))
    return (.line(from: a, to: b), Rect(from: a, to: b))
  }
}

struct Polyline: Primitive {
  static let parameter = ParameterKey.object(
    "polyline", "Straight lines through points.", [points, isClosed, radius]
  ).optional

  private static let points = ParameterKey.points("points", "The points in order.", minimumCount: 2)
  private static let isClosed = ParameterKey.boolean(
    "closed", "Whether its end is joined to its start.", default: false)
  private static let radius = ParameterKey.number(
    "radius", "How round its corners are.", default: 0, .nonnegative(.points)
  ).animated

  private let points: [Point]
  private let isClosed: Bool
  private let radius: Animated<Double>

  init(_ parameters: ParameterValues, canvasCenter: Point) {
    points = parameters[Self.points]
    isClosed = parameters[Self.isClosed]
    radius = parameters[Self.radius]
  }

  var settlingTime: Double? { radius.settlingTime }

  func form(at seconds: Double) -> (path: Path, box: Rect) {
    let path = roundedPolyline(points, isClosed: isClosed, radius: radius.value(at: seconds))
    return (path, Rect(around: points) ?? .zero)
  }
}
