import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// Straight lines through points, with circular arcs of a radius at the corners.
///
/// An arc takes at most half of each side it touches; where a corner leaves less room its radius is smaller.
func roundedPolyline(_ points: [Point], isClosed: Bool, radius: Double) -> Path {
  guard radius > 0, points.count > 2 else { return .polyline(points, closed: isClosed) }
  return Path { builder in
    let count = points.count
    for index in points.indices {
      let isEnd = !isClosed && (index == 0 || index == count - 1)
      let corner = Corner(
        points[(index + count - 1) % count], points[index], points[(index + 1) % count], radius: isEnd ? 0 : radius)
      if index == 0 { builder.move(to: corner.start) } else { builder.line(to: corner.start) }
      if corner.end != corner.start { builder.cubic(corner.control1, corner.control2, to: corner.end) }
    }
    if isClosed { builder.close() }
  }
}

/// The arc that rounds a corner, as a cubic Bézier curve.
private struct Corner {
  var start, control1, control2, end: Point

  init(_ before: Point, _ corner: Point, _ after: Point, radius: Double) {
    let (a, b) = ((before - corner).normalized, (after - corner).normalized)
    // The angle by which the line turns here, and the distance from the corner at which the arc begins.
    let turn = .pi - atan2(abs(a.cross(b)), a.dot(b))
    let room = min((before - corner).length, (after - corner).length) / 2
    let reach = min(radius * tan(turn / 2), room)
    guard radius > 0, turn > 1e-6, reach > 0, reach.isFinite else {
      (start, control1, control2, end) = (corner, corner, corner, corner)
      return
    }
    let fitted = reach / tan(turn / 2)
    // Riškus (2006): handles of 4/3 tan(φ/4) radii approximate an arc of φ.
    let handle = 4 / 3 * tan(turn / 4) * fitted
    start = corner + a * reach
    end = corner + b * reach
    control1 = start - a * handle
    control2 = end - b * handle
  }
}
