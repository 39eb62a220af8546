import Geometry

/// The subpaths as points, with `steps` for each curve; the first point of a closed one is not repeated.
func rings(of path: Path, steps: Int = 128) -> [[Point]] {
  path.subpaths.map { subpath in
    var points = [subpath.start]
    for segment in subpath.segments {
      let count = segment.isLine ? 1 : steps
      points += (1...count).map { segment.point(at: Double($0) / Double(count)) }.filter(\.isFinite)
    }
    if subpath.isClosed, points.count > 1, points.first == points.last { points.removeLast() }
    return points
  }
}

/// The area that a ring of points encloses: positive for clockwise ones on a canvas.
func area(_ ring: [Point]) -> Double {
  zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) / 2 }
}

/// The area that the subpaths enclose: positive for clockwise ones on a canvas.
func area(_ path: Path) -> Double { rings(of: path, steps: 1000).map { area($0) }.reduce(0, +) }

func isNear(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

func isNear(_ a: Point, _ b: Point, _ tolerance: Double) -> Bool { a.distance(to: b) <= tolerance }

func isNear(_ a: Rect?, _ b: Rect, _ tolerance: Double) -> Bool {
  guard let a else { return false }
  return isNear(Point(a.minX, a.minY), Point(b.minX, b.minY), tolerance)
    && isNear(Point(a.maxX, a.maxY), Point(b.maxX, b.maxY), tolerance)
}
