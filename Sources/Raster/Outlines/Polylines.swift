import Geometry

/// Contours of straight lines, all taken as closed.
struct Polylines: Sendable {
  var points: [Point] = []
  /// The end of each contour's points.
  var ends: [Int] = []

  mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Ends the contour whose points were appended last.
  mutating func endContour() { if points.count > (ends.last ?? 0) { ends.append(points.count) } }

  /// Keeps one of each `step` corners of long contours, and every `step`-th of the short ones, with 15 corners at most.
  ///
  /// The choice of the corner is pseudorandom, so that a zigzag line does not lose all corners of one side.
  func decimated(_ step: Int) -> Polylines {
    var result = Polylines()
    var start = 0
    for (i, end) in ends.enumerated() {
      let isLong = end - start >= 4 * step
      if isLong || i % step == 0 {
        let window = isLong ? step : max((end - start) / 8, 1)
        for index in Swift.stride(from: start, to: end, by: window) {
          result.points.append(points[min(index + Self.pseudorandom(index, below: window), end - 1)])
        }
        result.endContour()
      }
      start = end
    }
    return result
  }

  /// A pseudorandom number from 0 to below `count`, the same for the same index.
  static func pseudorandom(_ index: Int, below count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15) >> 40) % count
  }

  /// True if this is one contour that turns one way, once around, and so does not overlap itself.
  var isConvex: Bool {
    guard ends.count == 1, points.count >= 3 else { return false }
    var turns = 0.0
    var flips = 0
    var previousRight = 0.0
    var firstRight = 0.0
    var b = points[points.count - 1]
    guard var a = points.last(where: { $0 != b }) else { return false }
    for c in points {
      let turn = (b - a).cross(c - b)
      if turn * turns < 0 || !turn.isFinite { return false }
      if turn != 0 { turns = turn > 0 ? 1 : -1 }
      // Straight back over the last line is no turn, and not convex.
      if turn == 0, (b - a).dot(c - b) < 0 { return false }
      let right = c.x - b.x
      if right != 0 {
        if firstRight == 0 { firstRight = right }
        if previousRight * right < 0 { flips += 1 }
        previousRight = right
      }
      if b != c { (a, b) = (b, c) }
    }
    if previousRight * firstRight < 0 { flips += 1 }
    return turns != 0 && flips <= 2
  }
}

extension Polylines {
  /// Outlines with more points are not tested.
  private static let maxTestedPoints = 4096
  /// Nor are those of more contours, since each is compared with all others.
  private static let maxTestedContours = 64

  /// A line of a contour, and its place among all.
  private struct Line {
    let a: Point
    let b: Point
    let place: Int
    /// The places of the two that it shares a corner with.
    let next: Int
    let previous: Int

    var left: Double { min(a.x, b.x) }
    var right: Double { max(a.x, b.x) }

    /// True if it crosses or touches another one that shares no corner with it.
    @inline(__always)
    func meets(_ other: Line) -> Bool {
      if max(a.y, b.y) < min(other.a.y, other.b.y) || min(a.y, b.y) > max(other.a.y, other.b.y) { return false }
      if right < other.left || left > other.right || other.place == next || other.place == previous { return false }
      let (along, across) = (b - a, other.b - other.a)
      if along.cross(other.a - a) * along.cross(other.b - a) > 0 { return false }
      return !(across.cross(a - other.a) * across.cross(b - other.a) > 0)
    }
  }

  /// True if no two lines cross or touch and each place is inside of no more than one turn, all in the same direction: then the
  /// signed areas of all lines add up to what either rule fills. False where that is not sure.
  var isSimple: Bool {
    if isConvex { return true }
    guard points.count >= 3, points.count <= Self.maxTestedPoints, ends.count <= Self.maxTestedContours,
      let lines = sortedLines()
    else { return false }
    let haveMet = lines.withUnsafeBufferPointer { lines in
      // Outlines of which many lines lie above each other are not worth it.
      var tests = 32 * lines.count
      for i in lines.indices {
        let line = lines[i]
        let right = line.right
        var j = i + 1
        while j < lines.count, lines[j].left <= right {
          if line.meets(lines[j]) { return true }
          j += 1
        }
        tests -= j - i
        if tests < 0 { return true }
      }
      return false
    }
    return !haveMet && (ends.count == 1 || windsOnce)
  }

  /// All lines that have a length, from the left; nil where a contour is not finite, turns back on itself or has too few.
  private func sortedLines() -> [Line]? {
    var lines: [Line] = []
    lines.reserveCapacity(points.count)
    var corners: [Point] = []
    corners.reserveCapacity(points.count)
    var start = 0
    for end in ends {
      corners.removeAll(keepingCapacity: true)
      for p in points[start..<end] where p != corners.last { corners.append(p) }
      while corners.count > 1, corners.last == corners.first { corners.removeLast() }
      start = end
      let (first, count) = (lines.count, corners.count)
      guard count >= 3 else { return nil }
      var a = corners[count - 1]
      var along = a - corners[count - 2]
      for i in 0..<count {
        let b = corners[i]
        let d = b - a
        let turn = along.cross(d)
        guard turn.isFinite, turn != 0 || along.dot(d) > 0 else { return nil }
        lines.append(
          Line(
            a: a, b: b, place: first + i, next: first + (i + 1 < count ? i + 1 : 0),
            previous: first + (i > 0 ? i - 1 : count - 1)))
        (a, along) = (b, d)
      }
      // Strokes mostly overlap themselves at corners, which shows before all lines are sorted.
      for step in 2...3 where count > step + 1 {
        for i in 0..<count where lines[first + i].meets(lines[first + (i + step) % count]) { return nil }
      }
    }
    var order = lines.indices.map { (left: lines[$0].left, place: Int32(truncatingIfNeeded: $0)) }
    order.sort { $0.left < $1.left }
    return order.map { lines[Int($0.place)] }
  }

  /// True if the windings on both sides of all contours, which do not meet, are 0 and one other.
  private var windsOnce: Bool {
    var turn = 0
    var start = 0
    for end in ends {
      var area = 0.0
      forEachLine(of: start..<end) { area += ($0 - points[start]).cross($1 - points[start]) }
      let own = area > 0 ? 1 : -1
      var around = 0
      var other = 0
      for otherEnd in ends {
        if other != start { around += winding(of: other..<otherEnd, around: points[start]) }
        other = otherEnd
      }
      let inside = around == 0 ? own : around
      guard around == 0 || around + own == 0, turn == 0 || turn == inside else { return false }
      turn = inside
      start = end
    }
    return true
  }

  /// The winding number of a contour around a point.
  private func winding(of contour: Range<Int>, around p: Point) -> Int {
    var result = 0
    forEachLine(of: contour) { a, b in
      guard (a.y <= p.y) != (b.y <= p.y) else { return }
      let isLeft = (b - a).cross(p - a) > 0
      if a.y <= p.y, isLeft { result += 1 }
      if b.y <= p.y, !isLeft { result -= 1 }
    }
    return result
  }

  private func forEachLine(of contour: Range<Int>, _ body: (Point, Point) -> Void) {
    guard var a = points[contour].last else { return }
    for b in points[contour] {
      body(a, b)
      a = b
    }
  }
}
