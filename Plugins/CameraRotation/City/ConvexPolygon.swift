import StageKit

/// A straight line with a direction; its inner side is where the cross product with the direction is positive.
struct Line {
  var origin: Point
  /// The direction, of length 1.
  var direction: Point

  init(through origin: Point, along direction: Point) {
    self.origin = origin
    self.direction = direction.normalized
  }

  /// The distance of `p` from the line, positive on its inner side.
  func side(_ p: Point) -> Double { direction.cross(p - origin) }

  func point(at distance: Double) -> Point { origin + direction * distance }
}

/// A convex piece of ground whose inside is on the inner side of every edge, and what each edge keeps clear for the
/// street along it.
struct ConvexPolygon {
  private(set) var points: [Point]
  /// Meters from the edge that starts at the point of the same index: half a street and its sidewalk.
  private(set) var margins: [Double]

  init(_ points: [Point], margins: [Double]) {
    self.points = points
    self.margins = margins
  }

  var area: Double {
    var sum = 0.0
    for i in points.indices { sum += points[i].cross(points[(i + 1) % points.count]) }
    return sum / 2
  }

  /// The mean of the corners.
  var center: Point { points.reduce(.zero, +) / Double(points.count) }

  func edge(_ i: Int) -> Point { points[(i + 1) % points.count] - points[i] }

  /// The index of the longest edge; the first of equals.
  var longestEdge: Int {
    var best = 0
    for i in points.indices where edge(i).lengthSquared > edge(best).lengthSquared * 1.000_001 { best = i }
    return best
  }

  /// The range of the corners along a direction.
  func extent(along direction: Point) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for p in points {
      let d = p.dot(direction)
      low = min(low, d)
      high = max(high, d)
    }
    return low...max(low, high)
  }

  /// The part on the line's inner side, or nil where next to nothing is left; `margin` is that of the new edge.
  func clipped(to line: Line, margin: Double) -> ConvexPolygon? {
    var newPoints: [Point] = []
    var newMargins: [Double] = []
    newPoints.reserveCapacity(points.count + 1)
    newMargins.reserveCapacity(points.count + 1)
    func add(_ p: Point, _ margin: Double) {
      // A side of next to no length would have no direction for its margin.
      if let last = newPoints.last, last.distance(to: p) < 1e-6 {
        newMargins[newMargins.count - 1] = margin
      } else {
        newPoints.append(p)
        newMargins.append(margin)
      }
    }
    var d = line.side(points[0])
    for i in points.indices {
      let p = points[i]
      let q = points[(i + 1) % points.count]
      let e = line.side(q)
      if d >= 0 { add(p, margins[i]) }
      if (d >= 0) != (e >= 0) {
        let crossing = p.interpolated(to: q, at: d / (d - e))
        add(crossing, d >= 0 ? margin : margins[i])
      }
      d = e
    }
    if newPoints.count > 1, let first = newPoints.first, let last = newPoints.last, first.distance(to: last) < 1e-6 {
      newPoints.removeLast()
      newMargins.removeLast()
    }
    let result = ConvexPolygon(newPoints, margins: newMargins)
    return newPoints.count >= 3 && result.area > 1 ? result : nil
  }

  /// Both sides of a line: the inner one, then the outer one.
  func split(by line: Line, margin: Double) -> (ConvexPolygon?, ConvexPolygon?) {
    let back = Line(through: line.origin, along: -line.direction)
    return (clipped(to: line, margin: margin), clipped(to: back, margin: margin))
  }

  /// The part of a line inside, as distances from its origin.
  func chord(of line: Line) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for i in points.indices {
      let (p, q) = (points[i], points[(i + 1) % points.count])
      let (d, e) = (line.side(p), line.side(q))
      guard (d >= 0) != (e >= 0) else { continue }
      let along = (p.interpolated(to: q, at: d / (d - e)) - line.origin).dot(line.direction)
      low = min(low, along)
      high = max(high, along)
    }
    return low < high ? low...high : nil
  }

  /// The polygon within its margins, each grown by `extra`; its own margins are 0.
  func inset(by extra: Double = 0) -> ConvexPolygon? {
    var result = self
    for i in points.indices {
      let inward = edge(i).normalized.perpendicular
      let line = Line(through: points[i] + inward * (margins[i] + extra), along: edge(i))
      guard let part = result.clipped(to: line, margin: 0) else { return nil }
      result = part
    }
    return ConvexPolygon(result.points, margins: [Double](repeating: 0, count: result.points.count))
  }

  /// The corners of the outline moved inward by `distance`, one for each of this polygon's; nil where an edge would
  /// vanish.
  func innerCorners(_ distance: Double) -> [Point]? {
    let count = points.count
    var corners: [Point] = []
    corners.reserveCapacity(count)
    for i in 0..<count {
      let before = edge((i + count - 1) % count).normalized
      let after = edge(i).normalized
      let sine = before.cross(after)
      guard sine > 0.05 else { return nil }
      // Both edges' inward normals, combined so that the corner is `distance` from either.
      let offset = (after - before) * (distance / sine)
      corners.append(points[i] + offset)
    }
    for i in 0..<count {
      let inner = corners[(i + 1) % count] - corners[i]
      if inner.dot(edge(i).normalized) < 2 { return nil }
    }
    return corners
  }
}
