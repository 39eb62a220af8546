import Geometry

/// Twice summed cross products: positive for clockwise outlines on a canvas.
func area(_ path: Path, tolerance: Double = 1e-5) -> Double {
  path.flattened(tolerance: tolerance).reduce(0) { sum, line in
    var twice = 0.0
    for (index, p) in line.points.enumerated() { twice += p.cross(line.points[(index + 1) % line.points.count]) }
    return sum + twice / 2
  }
}

func isNear(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

func isNear(_ a: Point, _ b: Point, _ tolerance: Double) -> Bool { a.distance(to: b) <= tolerance }

func isNear(_ a: Rect?, _ b: Rect, _ tolerance: Double) -> Bool {
  guard let a else { return false }
  return isNear(Point(a.minX, a.minY), Point(b.minX, b.minY), tolerance)
    && isNear(Point(a.maxX, a.maxY), Point(b.maxX, b.maxY), tolerance)
}
