import StageKit

/// The course of a line through points.
enum ChartCurve {
  /// Adds the way from the first point on, which the builder has come to: straight, or a cubic that goes no further up or down
  /// than the points do, whose places ascend.
  ///
  /// Source: M. Steffen, "A simple method for monotonic interpolation in one dimension" (1990), as in `curveMonotoneX` of
  /// d3-shape.
  static func append(_ points: [Point], isSmooth: Bool, to path: inout PathBuilder) {
    guard isSmooth, points.count > 2 else {
      for point in points.dropFirst() { path.line(to: point) }
      return
    }
    let slopes = slopes(points)
    for index in points.indices.dropLast() {
      let (a, b) = (points[index], points[index + 1])
      // Within a point of the canvas nobody sees the difference.
      guard abs(b.x - a.x) >= 1 else {
        path.line(to: b)
        continue
      }
      let third = (b.x - a.x) / 3
      path.cubic(
        Point(a.x + third, a.y + third * slopes[index]), Point(b.x - third, b.y - third * slopes[index + 1]), to: b)
    }
  }

  /// The slope at each point.
  static func slopes(_ points: [Point]) -> [Double] {
    let steps = zip(points, points.dropFirst()).map { a, b in b - a }
    let secants = steps.map { $0.x == 0 ? 0 : $0.y / $0.x }
    guard points.count > 2 else { return Array(repeating: secants.first ?? 0, count: points.count) }
    var result = [0.0]
    for (index, (s0, s1)) in zip(secants, secants.dropFirst()).enumerated() {
      let (h0, h1) = (steps[index].x, steps[index + 1].x)
      guard s0 * s1 > 0, h0 + h1 != 0 else {
        result.append(0)
        continue
      }
      let mean = (s0 * h1 + s1 * h0) / (h0 + h1)
      result.append((s0 < 0 ? -2 : 2) * min(abs(s0), abs(s1), abs(mean) / 2))
    }
    result[0] = (3 * secants[0] - result[1]) / 2
    result.append((3 * secants[secants.count - 1] - result[result.count - 1]) / 2)
    return result
  }
}
