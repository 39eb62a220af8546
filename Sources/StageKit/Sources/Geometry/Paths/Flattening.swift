/// Straight lines from point to point, and back to the first where it is closed.
public struct Polyline: Hashable, Sendable {
  /// Where it is closed, the first point is not repeated at the end.
  public var points: [Point]
  /// Whether the last point is joined to the first.
  public var closed: Bool

  /// Through all points; a closed one goes back to its first.
  public init(points: [Point], closed: Bool = false) {
    self.points = points
    self.closed = closed
  }
}

extension Path {
  /// The subpaths as straight lines, nowhere further than `tolerance` from the curves.
  ///
  /// Curves become lines of equal steps of their parameter, at most `Segment.maximumLineCount` each. Equal neighbors
  /// appear once, points that are not finite not at all, and moves that draw nothing leave nothing; a subpath that
  /// does not move from its start is a single point.
  public func flattened(tolerance: Double) -> [Polyline] {
    var result: [Polyline] = []
    for range in subpathRanges {
      let polyline = flattened(range, tolerance: tolerance)
      if !polyline.points.isEmpty { result.append(polyline) }
    }
    return result
  }

  private func flattened(_ range: SubpathRange, tolerance: Double) -> Polyline {
    var line: [Point] = []
    line.reserveCapacity(range.points.count)
    var closed = false
    var next = range.points.lowerBound
    func add(_ p: Point) {
      if p.isFinite, p != line.last { line.append(p) }
    }
    for index in range.verbs {
      let verb = verbs[index]
      switch verb {
      case .move, .line: add(points[next])
      case .quad:
        Segment.quad(points[next - 1], points[next], points[next + 1]).flatten(tolerance: tolerance, add)
      case .cubic:
        Segment.cubic(points[next - 1], points[next], points[next + 1], points[next + 2])
          .flatten(tolerance: tolerance, add)
      case .close: closed = true
      }
      next += verb.pointCount
    }
    if closed, line.count > 1, line.first == line.last { line.removeLast() }
    return Polyline(points: line, closed: closed)
  }
}

extension Path.Segment {
  /// The most lines that stand for one curve.
  public static let maximumLineCount = 1024

  /// How many lines, at equal steps of t, stay within `tolerance` of the segment: 1 to `maximumLineCount`; 1 where a
  /// coordinate is not a number.
  ///
  /// A chord over a step h is off by at most h²/8 of the largest second derivative, which the second differences of
  /// the control points bound (Wang, Chi, Yang, 1984).
  @inlinable
  public func lineCount(tolerance: Double) -> Int {
    let bend: Double
    switch self {
    case .line: return 1
    case .quad(let a, let b, let c): bend = 0.25 * (a - b * 2 + c).length
    case .cubic(let a, let b, let c, let d):
      bend = 0.75 * max((a - b * 2 + c).lengthSquared, (b - c * 2 + d).lengthSquared).squareRoot()
    }
    let count = (bend / max(tolerance, 0)).squareRoot()
    guard count > 1 else { return 1 }
    return count < Double(Self.maximumLineCount) ? Int(count.rounded(.up)) : Self.maximumLineCount
  }

  /// Calls `line` with the end of each line that stands for the segment; the last is exactly its end.
  @inlinable
  public func flatten(tolerance: Double, _ line: (Point) -> Void) {
    let count = lineCount(tolerance: tolerance)
    for index in 1..<max(count, 1) { line(point(at: Double(index) / Double(count))) }
    line(end)
  }
}
