import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension PathSource {
  /// The path at a frame.
  func path(at frame: Double) -> BezierPath {
    switch self {
    case .constant(let path, _): return path
    case .bezier(let path, let isReversed):
      let value = path.value(at: frame)
      return isReversed ? value.reversed : value
    case .rectangle(let position, let size, let radius, let isReversed):
      let (center, size) = (position.value(at: frame), size.value(at: frame))
      return Self.rectangle(
        center: Point(center.x, center.y), half: Point(size.x / 2, size.y / 2), radius: radius.value(at: frame),
        isReversed: isReversed)
    case .ellipse(let position, let size, let isReversed):
      let (center, size) = (position.value(at: frame), size.value(at: frame))
      return Self.ellipse(
        center: Point(center.x, center.y), half: Point(size.x / 2, size.y / 2), isReversed: isReversed)
    case .star(let star): return star.path(at: frame)
    }
  }

  /// Begins at the right, below the upper corner, clockwise unless it is reversed.
  static func rectangle(center: Point, half: Point, radius: Double, isReversed: Bool) -> BezierPath {
    let radius = min(half.x, half.y, radius)
    let (left, right) = (center.x - half.x, center.x + half.x)
    let (top, bottom) = (center.y - half.y, center.y + half.y)
    typealias Vertex = BezierPath.Vertex
    guard radius > 0 else {
      let corners = [Point(right, top), Point(right, bottom), Point(left, bottom), Point(left, top)]
      return BezierPath(corners: isReversed ? [corners[0], corners[3], corners[2], corners[1]] : corners)
    }
    /// The distance of a corner's control points from the corner.
    let near = radius * (1 - BezierPath.roundness)
    let path = BezierPath(
      [
        Vertex(point: Point(right, top + radius), in: Point(right, top + near)),
        Vertex(point: Point(right, bottom - radius), out: Point(right, bottom - near)),
        Vertex(point: Point(right - radius, bottom), in: Point(right - near, bottom)),
        Vertex(point: Point(left + radius, bottom), out: Point(left + near, bottom)),
        Vertex(point: Point(left, bottom - radius), in: Point(left, bottom - near)),
        Vertex(point: Point(left, top + radius), out: Point(left, top + near)),
        Vertex(point: Point(left + radius, top), in: Point(left + near, top)),
        Vertex(point: Point(right - radius, top), out: Point(right - near, top)),
      ], isClosed: true)
    guard isReversed else { return path }
    // It begins at the same vertex.
    let turned = path.reversed.vertices
    return BezierPath([turned[7]] + turned[..<7], isClosed: true)
  }

  /// Begins at the top.
  static func ellipse(center: Point, half: Point, isReversed: Bool) -> BezierPath {
    let (x, y) = (Point(half.x, 0), Point(0, half.y))
    let (kx, ky) = (x * BezierPath.roundness, y * BezierPath.roundness)
    typealias Vertex = BezierPath.Vertex
    let side = isReversed ? -1.0 : 1.0
    let (top, bottom) = (center - y, center + y)
    let (right, left) = (center + x * side, center - x * side)
    return BezierPath(
      [
        Vertex(point: top, in: top - kx * side, out: top + kx * side),
        Vertex(point: right, in: right - ky, out: right + ky),
        Vertex(point: bottom, in: bottom + kx * side, out: bottom - kx * side),
        Vertex(point: left, in: left + ky, out: left - ky),
      ], isClosed: true)
  }
}

extension StarSource {
  /// The greatest number of a star's points.
  private static let maxPoints = 2000.0

  /// The path at a frame: it begins at the top before it is turned.
  func path(at frame: Double) -> BezierPath {
    let count = Int(min(max(points.value(at: frame), 0), Self.maxPoints))
    guard count > 0 else { return BezierPath(isClosed: true) }
    let place = position.value(at: frame)
    let center = Point(place.x, place.y)
    let direction = isReversed ? -1.0 : 1.0
    let outer = outerRadius.value(at: frame)
    let outerCurve = outerRoundness.value(at: frame) / 100
    let inner = isPolygon ? outer : innerRadius.value(at: frame)
    let innerCurve = isPolygon ? outerCurve : innerRoundness.value(at: frame) / 100
    let vertexCount = isPolygon ? count : count * 2
    let start = rotation.value(at: frame) - 90
    // Half of a vertex's share of the perimeter, or a quarter of a polygon's.
    let share = 2 * Double.pi / Double(isPolygon ? count * 4 : count * 4)
    var vertices: [BezierPath.Vertex] = []
    vertices.reserveCapacity(vertexCount)
    for index in 0..<vertexCount {
      let isInner = !isPolygon && index % 2 == 1
      let (radius, curve) = isInner ? (inner, innerCurve) : (outer, outerCurve)
      let angle = start + direction * 360 * Double(index) / Double(vertexCount)
      let (sine, cosine) = sineAndCosine(degrees: angle)
      let point = center + Point(cosine, sine) * radius
      let way = Point(-sine, cosine) * (abs(radius) * share * curve * direction)
      let along = radius < 0 ? -way : way
      vertices.append(BezierPath.Vertex(point: point, in: point - along, out: point + along))
    }
    return BezierPath(vertices, isClosed: true)
  }
}
