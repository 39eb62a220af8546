import StageKit

/// Polygons and stars share their rounding, their place and their box, which is that of their circle: so they turn
/// about their middle.
struct Polygon: Primitive {
  @Parameter("The number of sides.", .range(3...360)) var sides = 6
  @Parameter("The distance from its center to its corners.", .nonnegative(.points)) var radius: Animated<Double>
  @Parameter("The radius of its corners.", .nonnegative(.points)) var cornerRadius: Animated<Double> = 0
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: radius, cornerRadius, center) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let radius = max(0, radius.value(at: seconds))
    let middle = center(at: seconds, in: canvas)
    let points = around(middle, radii: Array(repeating: radius, count: max(sides, 0)))
    let path = roundedPolyline(points, isClosed: true, radius: cornerRadius.value(at: seconds))
    return (path, Rect(center: middle, radius: radius))
  }
}

struct Star: Primitive {
  @Parameter("The number of points.", .range(3...360)) var points = 5
  @Parameter("The distance from its center to its points.", .nonnegative(.points)) var radius: Animated<Double>
  @Parameter(
    "The distance from its center to the notches, as a fraction of 'radius'; 0.382 makes straight arms of five.",
    .fraction)
  var innerRadius: Animated<Double> = 0.382
  @Parameter("The radius of its points and notches.", .nonnegative(.points)) var cornerRadius: Animated<Double> = 0
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: radius, innerRadius, cornerRadius, center) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let radius = max(0, radius.value(at: seconds))
    let notch = radius * max(0, innerRadius.value(at: seconds))
    let middle = center(at: seconds, in: canvas)
    let radii = (0..<max(points, 0) * 2).map { $0 % 2 == 0 ? radius : notch }
    let path = roundedPolyline(
      around(middle, radii: radii), isClosed: true, radius: cornerRadius.value(at: seconds))
    return (path, Rect(center: middle, radius: radius))
  }
}

/// Points at even angles, clockwise from above the center, each at its own distance.
private func around(_ center: Point, radii: [Double]) -> [Point] {
  radii.enumerated().map { index, radius in
    let (sine, cosine) = sineAndCosine(degrees: 360 * Double(index) / Double(radii.count))
    return center + Point(sine, -cosine) * radius
  }
}
