import StageKit

/// The lines between values, which numbers at these keep clear of. Curves count as the lines between their ends.
struct LineObstacles {
  /// The points of a series, by their categories, in order.
  private let series: [Int: [Marks.Anchor]]
  private let width: Double

  init(_ marks: Marks, width: Double) {
    series = Dictionary(grouping: marks.anchors) { $0.series }
    self.width = width
  }

  /// True where there is one line.
  var isSingle: Bool { series.count == 1 }

  /// The place of the first point of a series from a category on.
  private func first(_ anchors: [Marks.Anchor], from index: Int) -> Int {
    var (low, high) = (0, anchors.count)
    while low < high {
      let middle = (low + high) / 2
      if anchors[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The points before and after one on its line.
  private func neighbors(_ anchor: Marks.Anchor) -> [Point] {
    let anchors = series[anchor.series] ?? []
    let place = first(anchors, from: anchor.index)
    return [place - 1, place + 1].compactMap { other in
      guard anchors.indices.contains(other), abs(anchors[other].index - anchor.index) == 1 else { return nil }
      return anchors[other].point
    }
  }

  /// True where a line comes down to a point, or goes up from it, and does not do the other.
  func isValley(_ anchor: Marks.Anchor) -> Bool {
    let others = neighbors(anchor).map { $0.y - anchor.point.y }
    return others.count == 2 && others.allSatisfy { $0 <= 0 } && others.contains { $0 < 0 }
  }

  /// True where a line goes through the letters in a box at a category: of one series, or of any for nil.
  func cross(_ box: Rect, at index: Int, ofSeries own: Int?) -> Bool {
    // Letters are lower than their line of text.
    let letters = Rect(center: box.center, size: Size(box.width, box.height * 0.72 + width))
    for (number, anchors) in series where own == nil || number == own {
      let place = first(anchors, from: index)
      func isCrossed(_ place: Int) -> Bool? {
        guard place >= 0, place + 1 < anchors.count else { return nil }
        let (a, b) = (anchors[place], anchors[place + 1])
        let (low, high) = (min(a.point.x, b.point.x), max(a.point.x, b.point.x))
        if high < letters.minX || low > letters.maxX { return nil }
        return b.index == a.index + 1 && letters.isCrossed(from: a.point, to: b.point)
      }
      var next = place
      while let crossed = isCrossed(next) {
        if crossed { return true }
        next += 1
      }
      var before = place - 1
      while let crossed = isCrossed(before) {
        if crossed { return true }
        before -= 1
      }
    }
    return false
  }
}

extension Rect {
  /// True where a line goes through its inside. Source: Liang and Barsky, 1984.
  func isCrossed(from a: Point, to b: Point) -> Bool {
    var (start, end) = (0.0, 1.0)
    for (origin, way, low, high) in [(a.x, b.x - a.x, minX, maxX), (a.y, b.y - a.y, minY, maxY)] {
      if way == 0 {
        if origin <= low || origin >= high { return false }
        continue
      }
      let (first, second) = ((low - origin) / way, (high - origin) / way)
      (start, end) = (max(start, min(first, second)), min(end, max(first, second)))
    }
    return start < end
  }
}
