import StageKit

struct Line: Primitive {
  @Parameter("The point at which it starts.") var from: Animated<Point>
  @Parameter("The point at which it ends.") var to: Animated<Point>

  var settlingTime: Double? { latestSettlingTime(of: from, to) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let (a, b) = (from.value(at: seconds), to.value(at: seconds))
    return (.line(from: a, to: b), Rect(from: a, to: b))
  }
}

struct Polyline: Primitive {
  @Parameter("The points in order.", atLeast: 2) var points: [Point]
  @Parameter("Whether its end is joined to its start.") var closed = false
  @Parameter("The radius of its corners.", .nonnegative(.points)) var radius: Animated<Double> = 0

  var settlingTime: Double? { radius.settlingTime }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let path = roundedPolyline(points, isClosed: closed, radius: radius.value(at: seconds))
    return (path, Rect(around: points) ?? .zero)
  }
}
