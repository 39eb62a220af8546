import Geometry

/// The tolerance of a flattened curve, in pixels.
let flatness = 0.05

/// The tolerance of flattened curves in a path's own space: a power of two, so that the lines of one frame serve the
/// next.
struct FlatteningTolerance: Equatable {
  /// The tolerance is 2 to this power.
  let exponent: Int

  /// `scale` is how many pixels a unit of the space has at most.
  init(scale: Double) {
    let wanted = flatness / scale
    exponent = wanted > 0 && wanted.isFinite ? min(max(Int(wanted.exponent), -60), 60) : (wanted > 0 ? 60 : -60)
  }

  var value: Double { Double(sign: .plus, exponent: exponent, significand: 1) }
}

/// The largest number of lines for a curve of a path: 4096, and fewer if all curves together would otherwise have more
/// than 2^20 lines.
func maxLineCount(_ path: Path) -> Int { min(max((1 << 20) / max(path.curveCount, 1), 8), 4096) }

/// The largest number of lines of a path flattened to within `tolerance`, including those that close subpaths.
func lineCount(_ path: Path, tolerance: Double) -> Int {
  if path.curveCount == 0 { return path.verbs.count }
  let most = maxLineCount(path)
  let points = path.points
  var next = 0
  var count = 0
  for verb in path.verbs {
    switch verb {
    case .move, .line, .close: count += 1
    // A curve has a point before it, as every subpath begins with a move.
    case .quad:
      count += lineCount(from: points[next - 1], points[next], to: points[next + 1], tolerance: tolerance, most: most)
    case .cubic:
      count += lineCount(
        from: points[next - 1], points[next], points[next + 1], to: points[next + 2], tolerance: tolerance, most: most)
    }
    next += verb.pointCount
  }
  return count
}

/// The number of points from which it pays to count a path's lines before memory is reserved for them.
let minCountedPoints = 1024

/// The number of lines, even in the parameter, for a quadratic curve: chords of a parabola are off by an eighth of the
/// second derivative times the square of the step.
func lineCount(from p0: Point, _ c: Point, to p1: Point, tolerance: Double, most: Int) -> Int {
  ceilingClamped(((p0 - c * 2 + p1).length / (4 * tolerance)).squareRoot(), 1, most)
}

/// The same bound for a cubic curve (Wang 1984).
func lineCount(from p0: Point, _ c1: Point, _ c2: Point, to p1: Point, tolerance: Double, most: Int) -> Int {
  let bend = max((p0 - c1 * 2 + c2).length, (c1 - c2 * 2 + p1).length)
  return ceilingClamped((0.75 * bend / tolerance).squareRoot(), 1, most)
}

@inline(__always)
func quadPoint(from p0: Point, _ c: Point, to p1: Point, at t: Double) -> Point {
  let u = 1 - t
  return p0 * (u * u) + c * (2 * u * t) + p1 * (t * t)
}

@inline(__always)
func cubicPoint(from p0: Point, _ c1: Point, _ c2: Point, to p1: Point, at t: Double) -> Point {
  let u = 1 - t
  return p0 * (u * u * u) + c1 * (3 * u * u * t) + c2 * (3 * u * t * t) + p1 * (t * t * t)
}

extension Polylines {
  /// Adds a path's subpaths, closed, with curves cut to within `tolerance`.
  mutating func append(_ path: Path, tolerance: Double) {
    let points = path.points
    var next = 0
    var current = Point.zero
    var start = Point.zero
    // An estimate suffices for short paths, since counting measures all curves.
    let lines = points.count < minCountedPoints ? points.count : lineCount(path, tolerance: tolerance)
    self.points.reserveCapacity(self.points.count + lines)
    let most = maxLineCount(path)
    for verb in path.verbs {
      switch verb {
      case .move:
        endContour()
        start = points[next]
        current = start
        self.points.append(current)
      case .line:
        current = points[next]
        self.points.append(current)
      case .quad:
        let (c, end) = (points[next], points[next + 1])
        let count = lineCount(from: current, c, to: end, tolerance: tolerance, most: most)
        for i in 1..<max(count, 1) {
          self.points.append(quadPoint(from: current, c, to: end, at: Double(i) / Double(count)))
        }
        self.points.append(end)
        current = end
      case .cubic:
        let (c1, c2, end) = (points[next], points[next + 1], points[next + 2])
        let count = lineCount(from: current, c1, c2, to: end, tolerance: tolerance, most: most)
        for i in 1..<max(count, 1) {
          self.points.append(cubicPoint(from: current, c1, c2, to: end, at: Double(i) / Double(count)))
        }
        self.points.append(end)
        current = end
      case .close:
        endContour()
        current = start
      }
      next += verb.pointCount
    }
    endContour()
  }
}
