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
