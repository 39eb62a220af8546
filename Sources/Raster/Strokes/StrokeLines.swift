import Geometry

/// A piece of a line to be stroked: straight, or so short that it may be taken as the chord of a curve.
struct StrokeSegment: Sendable {
  var p0: Point
  var p1: Point
  /// The line's directions at both ends, at length 1.
  var t0: Point
  var t1: Point
  /// Arc length at both ends, in units of the path, counted on from subpath to subpath.
  var s0: Double
  var s1: Double
  /// Depth at both ends if it was projected, else 1.
  var w0 = 1.0
  var w1 = 1.0
  /// True if it begins at a corner of the path, not within a curve.
  var isCorner: Bool
  /// True if it is the chord of a curve; if not, the directions at its ends are its own.
  var isCurved = false

  var length: Double { p0.distance(to: p1) }

  /// The chord's direction; the tangent's if it has no length.
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
      result.t0 = tangent(at: a)
      result.s0 = s0 + (s1 - s0) * sourceFraction(a)
      result.w0 = w0 + (w1 - w0) * sourceFraction(a)
      result.isCorner = false
    }
    if b < 1 {
      result.p1 = p0.interpolated(to: p1, at: b)
      result.t1 = tangent(at: b)
      result.s1 = s0 + (s1 - s0) * sourceFraction(b)
      result.w1 = w0 + (w1 - w0) * sourceFraction(b)
    }
    return result
  }

  private func tangent(at t: Double) -> Point { isCurved ? t0.interpolated(to: t1, at: t).normalized : t0 }

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

  /// A path's subpaths, with curves flattened to within `tolerance`, and so that none of their segments turns by more
  /// than `maxTurn`; one without length is a dot with direction x.
  init(_ path: Path, tolerance: Double, maxTurn: Double = .infinity) {
    var builder = StrokeLineBuilder(path, tolerance: tolerance, maxTurn: maxTurn)
    var next = 0
    for verb in path.verbs {
      builder.add(verb, path.points[next..<next + verb.pointCount])
      next += verb.pointCount
    }
    self = builder.finish()
  }

  /// True if every number is finite and small enough to calculate with.
  var isUsable: Bool {
    segments.allSatisfy { abs($0.p0.x) < 1e15 && abs($0.p0.y) < 1e15 && abs($0.p1.x) < 1e15 && abs($0.p1.y) < 1e15 }
  }
}

/// Collects the lines of a path, verb by verb.
private struct StrokeLineBuilder {
  private var lines = StrokeLines()
  private let tolerance: Double
  private let maxCurveLines: Int
  private let maxTurn: Double
  private var start = Point.zero
  private var current = Point.zero
  /// The length of all lines so far.
  private var length = 0.0
  /// True if the subpath has any verb but its move.
  private var hasLines = false

  init(_ path: Path, tolerance: Double, maxTurn: Double) {
    self.tolerance = tolerance
    self.maxTurn = maxTurn
    maxCurveLines = maxLineCount(path)
    if path.points.count >= minCountedPoints {
      lines.segments.reserveCapacity(lineCount(path, tolerance: tolerance))
    }
  }

  mutating func add(_ verb: Path.Verb, _ points: ArraySlice<Point>) {
    let first = points.startIndex
    switch verb {
    case .move:
      endSubpath(isClosed: false)
      start = points[first]
      current = start
    case .line: addLine(to: points[first])
    case .quad: addCurve(from: current, points[first], to: points[first + 1])
    case .cubic: addCurve(from: current, points[first], points[first + 1], to: points[first + 2])
    case .close:
      addLine(to: start)
      endSubpath(isClosed: true)
      current = start
    }
  }

  mutating func finish() -> StrokeLines {
    endSubpath(isClosed: false)
    return lines
  }

  private mutating func endSubpath(isClosed: Bool) {
    let isDot = hasLines && lines.segments.count == lines.subpaths.last?.range.upperBound ?? 0
    if isDot {
      let d = Point(1, 0)
      lines.segments.append(
        StrokeSegment(p0: current, p1: current, t0: d, t1: d, s0: length, s1: length, isCorner: true))
    }
    lines.endSubpath(isClosed: isClosed && !isDot)
    hasLines = false
  }

  private mutating func addLine(to p: Point) {
    hasLines = true
    guard p != current else { return }
    let d = p - current
    let length = d.length
    append(p, chord: length, t0: d / length, t1: d / length, isCorner: true, isCurved: false)
  }

  private mutating func append(
    _ p: Point, chord: Double, t0: Point, t1: Point, isCorner: Bool, isCurved: Bool
  ) {
    let segment = StrokeSegment(
      p0: current, p1: p, t0: t0, t1: t1, s0: length, s1: length + chord, isCorner: isCorner, isCurved: isCurved)
    lines.append(segment, maxTurn: maxTurn)
    length += chord
    current = p
  }

  private mutating func addCurve(from p0: Point, _ c: Point, to p1: Point) {
    let count = lineCount(from: p0, c, to: p1, tolerance: tolerance, most: maxCurveLines)
    addCurve(count, from: tangent(c - p0, p1 - p0), to: tangent(p1 - c, p1 - p0), p1) { t in
      (quadPoint(from: p0, c, to: p1, at: t), (c - p0).interpolated(to: p1 - c, at: t))
    }
  }

  private mutating func addCurve(from p0: Point, _ c1: Point, _ c2: Point, to p1: Point) {
    let count = lineCount(from: p0, c1, c2, to: p1, tolerance: tolerance, most: maxCurveLines)
    addCurve(count, from: tangent(c1 - p0, c2 - p0, p1 - p0), to: tangent(p1 - c2, p1 - c1, p1 - p0), p1) { t in
      (cubicPoint(from: p0, c1, c2, to: p1, at: t), quadPoint(from: c1 - p0, c2 - c1, to: p1 - c2, at: t))
    }
  }

  /// Adds `count` chords; `curve` returns a point and a vector in the curve's direction there.
  private mutating func addCurve(
    _ count: Int, from startTangent: Point, to endTangent: Point, _ end: Point,
    _ curve: (Double) -> (point: Point, direction: Point)
  ) {
    hasLines = true
    let first = lines.segments.count
    var t0 = startTangent.normalized
    for i in 1...count {
      let (p, direction) = i == count ? (end, endTangent) : curve(Double(i) / Double(count))
      guard p != current else { continue }
      let chord = current.distance(to: p)
      // At a cusp, where the curve has no direction, the pen turns from that of the chord.
      let t1 = direction == .zero ? (p - current) / chord : direction.normalized
      append(p, chord: chord, t0: t0, t1: t1, isCorner: lines.segments.count == first, isCurved: true)
      t0 = t1
    }
    if first < lines.segments.count { lines.segments[lines.segments.count - 1].t1 = endTangent.normalized }
  }

  /// The first that is not zero.
  private func tangent(_ a: Point, _ b: Point, _ c: Point = .zero) -> Point { a != .zero ? a : b != .zero ? b : c }
}
