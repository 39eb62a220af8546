extension Path {
  /// The least rectangle around what is drawn: curves count with their extremes, not with their control points.
  ///
  /// Moves that draw nothing do not count; nil where nothing is drawn. Takes time linear in the segments.
  public var bounds: Rect? {
    var box = BoundsAccumulator()
    for range in subpathRanges {
      box.add(points[range.points.lowerBound])
      var next = range.points.lowerBound
      for index in range.verbs {
        switch verbs[index] {
        case .move, .line: box.add(points[next])
        case .quad: box.add(.quad(points[next - 1], points[next], points[next + 1]))
        case .cubic: box.add(.cubic(points[next - 1], points[next], points[next + 1], points[next + 2]))
        case .close: break
        }
        next += verbs[index].pointCount
      }
    }
    return box.rect
  }
}

extension Path.Segment {
  /// The least rectangle around the segment; nil where no coordinate is a number.
  public var bounds: Rect? {
    var box = BoundsAccumulator()
    box.add(start)
    box.add(self)
    return box.rect
  }
}

private struct BoundsAccumulator {
  private var low = Point(.infinity, .infinity)
  private var high = Point(-.infinity, -.infinity)

  var rect: Rect? { low.x <= high.x && low.y <= high.y ? Rect(from: low, to: high) : nil }

  mutating func add(_ p: Point) {
    low = Point(min(low.x, p.x), min(low.y, p.y))
    high = Point(max(high.x, p.x), max(high.y, p.y))
  }

  /// Adds a segment whose start is in already.
  mutating func add(_ segment: Path.Segment) {
    add(segment.end)
    switch segment {
    case .line: break
    case .quad(let a, let b, let c):
      guard !contains(b) else { return }
      let d0 = b - a
      let d1 = c - b
      for t in rootsInUnitInterval(0, d1.x - d0.x, d0.x) + rootsInUnitInterval(0, d1.y - d0.y, d0.y) {
        add(segment.point(at: t))
      }
    case .cubic(let a, let b, let c, let d):
      guard !(contains(b) && contains(c)) else { return }
      let d0 = b - a
      let d1 = c - b
      let d2 = d - c
      let k2 = d0 - d1 * 2 + d2
      let k1 = (d1 - d0) * 2
      for t in rootsInUnitInterval(k2.x, k1.x, d0.x) + rootsInUnitInterval(k2.y, k1.y, d0.y) {
        add(segment.point(at: t))
      }
    }
  }

  private func contains(_ p: Point) -> Bool { p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y }
}
