import Geometry

/// A straight piece of a line to be stroked, with what has to be known of the curve it stands for.
struct StrokeSegment: Sendable {
  var p0: Point
  var p1: Point
  /// The curve's directions at both ends, at length 1; a line's own direction where it is one.
  var t0: Point
  var t1: Point
  /// Arc length at both ends, in units of the path, all subpaths counted in one.
  var s0: Double
  var s1: Double
  /// Depth at both ends where it was projected, else 1.
  var w0 = 1.0
  var w1 = 1.0
  /// Whether it begins at a corner of the path, not within a curve.
  var isCorner: Bool

  var length: Double { p0.distance(to: p1) }

  /// The piece's own direction; the tangent's where it has no length.
  var direction: Point {
    let d = p1 - p0
    return d == .zero ? t0 : d.normalized
  }

  /// The part from `a` to `b`, as fractions of the piece where it lies, 0…1.
  ///
  /// Arc length runs evenly in the path's space; where it was projected, fractions of the two are related through
  /// the depths.
  func part(from a: Double, to b: Double) -> StrokeSegment {
    var result = self
    if a > 0 {
      result.p0 = p0.interpolated(to: p1, at: a)
      result.t0 = direction
      result.s0 = s0 + (s1 - s0) * sourceFraction(a)
      result.w0 = w0 + (w1 - w0) * sourceFraction(a)
      result.isCorner = false
    }
    if b < 1 {
      result.p1 = p0.interpolated(to: p1, at: b)
      result.t1 = direction
      result.s1 = s0 + (s1 - s0) * sourceFraction(b)
      result.w1 = w0 + (w1 - w0) * sourceFraction(b)
    }
    return result
  }

  private func sourceFraction(_ t: Double) -> Double { w0 == w1 ? t : t * w0 / (w1 * (1 - t) + w0 * t) }

  /// The fraction where the piece lies, of a fraction `u` of its arc length.
  func imageFraction(_ u: Double) -> Double { w0 == w1 ? u : u * w1 / (w0 * (1 - u) + w1 * u) }
}

/// Flattened lines to be stroked.
struct StrokeLines: Sendable {
  struct Subpath: Sendable {
    var range: Range<Int>
    var isClosed: Bool
  }

  var segments: [StrokeSegment] = []
  var subpaths: [Subpath] = []

  /// Ends the subpath of all segments after the last one's.
  mutating func endSubpath(isClosed: Bool) {
    let start = subpaths.last?.range.upperBound ?? 0
    if start < segments.count { subpaths.append(Subpath(range: start..<segments.count, isClosed: isClosed)) }
  }

  init() {}

  /// A path's subpaths, with curves cut to within `tolerance`; one without length is a dot along x.
  init(_ path: Path, tolerance: Double) {
    let points = path.points
    if points.count >= leastCounted { segments.reserveCapacity(lineCount(path, tolerance: tolerance)) }
    var next = 0
    var current = Point.zero
    var start = Point.zero
    var length = 0.0
    var hasLines = false

    func end(isClosed: Bool) {
      let from = subpaths.last?.range.upperBound ?? 0
      if hasLines && from == segments.count {
        let d = Point(1, 0)
        segments.append(
          StrokeSegment(p0: current, p1: current, t0: d, t1: d, s0: length, s1: length, isCorner: true))
        endSubpath(isClosed: false)
      } else {
        endSubpath(isClosed: isClosed)
      }
      hasLines = false
    }
    func line(to p: Point, isCorner: Bool) {
      hasLines = true
      guard p != current else { return }
      let d = (p - current).normalized
      let reach = length + current.distance(to: p)
      segments.append(
        StrokeSegment(p0: current, p1: p, t0: d, t1: d, s0: length, s1: reach, isCorner: isCorner))
      length = reach
      current = p
    }
    /// Joins the lines of a curve smoothly, and gives its ends its own directions.
    func curve(_ count: Int, _ startTangent: Point, _ endTangent: Point, _ place: (Double) -> Point, _ end: Point) {
      let first = segments.count
      for i in 1...count { line(to: i == count ? end : place(Double(i) / Double(count)), isCorner: i == 1) }
      guard first < segments.count else { return }
      segments[first].isCorner = true
      if startTangent != .zero { segments[first].t0 = startTangent.normalized }
      if endTangent != .zero { segments[segments.count - 1].t1 = endTangent.normalized }
    }
    func firstNonzero(_ a: Point, _ b: Point, _ c: Point) -> Point { a != .zero ? a : (b != .zero ? b : c) }

    let most = mostLines(path)
    for verb in path.verbs {
      switch verb {
      case .move:
        end(isClosed: false)
        start = points[next]
        current = start
      case .line: line(to: points[next], isCorner: true)
      case .quad:
        let (p0, c, p1) = (current, points[next], points[next + 1])
        curve(
          lineCount(p0, c, p1, tolerance, most), firstNonzero(c - p0, p1 - p0, .zero),
          firstNonzero(p1 - c, p1 - p0, .zero), { quadPoint(p0, c, p1, $0) }, p1)
      case .cubic:
        let (p0, c1, c2, p1) = (current, points[next], points[next + 1], points[next + 2])
        curve(
          lineCount(p0, c1, c2, p1, tolerance, most), firstNonzero(c1 - p0, c2 - p0, p1 - p0),
          firstNonzero(p1 - c2, p1 - c1, p1 - p0), { cubicPoint(p0, c1, c2, p1, $0) }, p1)
      case .close:
        line(to: start, isCorner: true)
        end(isClosed: true)
        current = start
      }
      next += verb.pointCount
    }
    end(isClosed: false)
  }

  /// Whether every number is finite and small enough to calculate with.
  var isUsable: Bool {
    segments.allSatisfy { abs($0.p0.x) < 1e15 && abs($0.p0.y) < 1e15 && abs($0.p1.x) < 1e15 && abs($0.p1.y) < 1e15 }
  }

  /// The same lines as `projection` shows them, cut at its near plane; closed subpaths that are cut open there.
  func projected(_ projection: Projection) -> StrokeLines {
    var result = StrokeLines()
    for subpath in subpaths {
      var isWhole = true
      for segment in segments[subpath.range] {
        let w0 = projection.transform.depth(of: segment.p0)
        let w1 = projection.transform.depth(of: segment.p1)
        let near = projection.near
        if !(w0 >= near || w1 >= near) {
          isWhole = false
          result.endSubpath(isClosed: false)
          continue
        }
        var cut = segment
        if !(w0 >= near) {
          isWhole = false
          result.endSubpath(isClosed: false)
          cut = segment.part(from: (near - w0) / (w1 - w0), to: 1)
        } else if !(w1 >= near) {
          cut = segment.part(from: 0, to: (w0 - near) / (w0 - w1))
        }
        cut.w0 = projection.isAffine ? 1 : projection.transform.depth(of: cut.p0)
        cut.w1 = projection.isAffine ? 1 : projection.transform.depth(of: cut.p1)
        cut.t0 = projection.direction(cut.t0, at: cut.p0)
        cut.t1 = projection.direction(cut.t1, at: cut.p1)
        let (p0, p1) = (cut.p0, cut.p1)
        cut.p0 = projection.apply(p0)
        cut.p1 = projection.apply(p1)
        if cut.t0 == .zero { cut.t0 = (cut.p1 - cut.p0).normalized }
        if cut.t1 == .zero { cut.t1 = (cut.p1 - cut.p0).normalized }
        if p0 == p1 || cut.p0 != cut.p1 { result.segments.append(cut) }
        if !(w1 >= near) {
          isWhole = false
          result.endSubpath(isClosed: false)
        }
      }
      result.endSubpath(isClosed: isWhole && subpath.isClosed)
    }
    return result
  }
}
