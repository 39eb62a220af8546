extension Path {
  /// A run of segments, each beginning where the one before it ends.
  public struct Subpath: Hashable, Sendable {
    public let start: Point
    /// The segments as drawn; a closed subpath whose last segment ends elsewhere has a line back to its start at the
    /// end.
    public let segments: [Segment]
    public let isClosed: Bool
    /// True if the last segment is the line that closing added.
    public let hasClosingLine: Bool
  }

  /// The subpaths in order; moves that draw nothing are left out.
  public var subpaths: [Subpath] { subpathRanges.map(subpath) }

  /// The verbs and points of a subpath; it draws something, even if only a close.
  struct SubpathRange {
    var verbs: Range<Int>
    var points: Range<Int>
  }

  var subpathRanges: [SubpathRange] {
    var result: [SubpathRange] = []
    var verbStart = 0
    var pointStart = 0
    var point = 0
    func end(at verb: Int) {
      guard verb - verbStart > 1 else { return }
      result.append(SubpathRange(verbs: verbStart..<verb, points: pointStart..<point))
    }
    for (index, verb) in verbs.enumerated() {
      if verb == .move {
        end(at: index)
        verbStart = index
        pointStart = point
      }
      point += verb.pointCount
    }
    end(at: verbs.count)
    return result
  }

  func subpath(_ range: SubpathRange) -> Subpath {
    let start = points[range.points.lowerBound]
    var segments: [Segment] = []
    segments.reserveCapacity(range.verbs.count)
    var current = start
    var isClosed = false
    var next = range.points.lowerBound
    for index in range.verbs {
      let verb = verbs[index]
      switch verb {
      case .move: break
      case .line: segments.append(.line(current, points[next]))
      case .quad: segments.append(.quad(current, points[next], points[next + 1]))
      case .cubic: segments.append(.cubic(current, points[next], points[next + 1], points[next + 2]))
      case .close: isClosed = true
      }
      next += verb.pointCount
      if verb != .close { current = points[next - 1] }
    }
    let hasClosingLine = isClosed && current != start
    if hasClosingLine { segments.append(.line(current, start)) }
    return Subpath(start: start, segments: segments, isClosed: isClosed, hasClosingLine: hasClosingLine)
  }
}
