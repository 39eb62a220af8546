import StageKit

/// Boxes in rows or columns as CSS's flexible boxes: broken into lines, grown, shrunk, stretched and distributed.
///
/// Along is the direction of a line, across the other one.
struct FlexLayout {
  /// The distribution of the room that is left.
  enum Distribution: String, CaseIterable, ParameterChoice {
    case start, center, end
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"

    /// The room before the first of `count` things, and what is added to that between two.
    func spaces(_ room: Double, count: Int) -> (before: Double, between: Double) {
      let n = Double(count)
      // Without room for spaces they begin at the start, as in CSS.
      switch self {
      case .start: return (0, 0)
      case .center: return (room / 2, 0)
      case .end: return (room, 0)
      case _ where room <= 0: return (0, 0)
      case .spaceBetween: return (0, count > 1 ? room / (n - 1) : 0)
      case .spaceAround: return (room / n / 2, room / n)
      case .spaceEvenly: return (room / (n + 1), room / (n + 1))
      }
    }
  }

  /// True for rows, false for columns.
  var isRow = true
  var gap = 0.0
  /// The space between lines.
  var lineGap = 0.0
  var wraps = false
  var justify = Distribution.center
  var lines = Distribution.center
  var stretches = false
  /// The place of a box in its line, across, as a share of the room that is left.
  var align = 0.5
  /// The shares of the room left, or missing, that boxes take; the last goes on for those after it.
  var grow: [Double] = []
  var shrink: [Double] = []
  /// The lengths along and across that the boxes have; nil for what they need.
  var along: Double?
  var across: Double?

  private struct Box {
    let index: Int
    var along: Double
    var across: Double
  }

  /// The rectangles of boxes from the corner of the block, and its size.
  func rects(of sizes: [Size]) -> (rects: [Rect], size: Size) {
    let boxes = sizes.enumerated().map { index, size in
      Box(index: index, along: isRow ? size.width : size.height, across: isRow ? size.height : size.width)
    }
    let lines = broken(boxes).map(flexed)
    let needed = lines.map { length(of: $0) }.max() ?? 0
    var depths = lines.map { $0.map(\.across).max() ?? 0 }
    if !wraps, let across { depths = depths.map { _ in across } }
    let total = depths.reduce(0, +) + lineGap * Double(max(lines.count - 1, 0))
    let extent = (along: along ?? needed, across: across ?? total)
    let between = self.lines.spaces(extent.across - total, count: max(lines.count, 1))
    var rects = [Rect](repeating: .zero, count: sizes.count)
    var top = between.before
    for (line, depth) in zip(lines, depths) {
      let spaces = justify.spaces(extent.along - length(of: line), count: line.count)
      var start = spaces.before
      for box in line {
        let thickness = stretches ? depth : box.across
        let offset = top + (depth - thickness) * align
        rects[box.index] =
          isRow
          ? Rect(x: start, y: offset, width: box.along, height: thickness)
          : Rect(x: offset, y: start, width: thickness, height: box.along)
        start += box.along + gap + spaces.between
      }
      top += depth + lineGap + between.between
    }
    return (rects, isRow ? Size(extent.along, extent.across) : Size(extent.across, extent.along))
  }

  private func length(of line: [Box]) -> Double {
    line.reduce(0) { $0 + $1.along } + gap * Double(max(line.count - 1, 0))
  }

  /// As many in each line as fit into it; at least one.
  private func broken(_ boxes: [Box]) -> [[Box]] {
    guard wraps, let along else { return boxes.isEmpty ? [] : [boxes] }
    return boxes.reduce(into: []) { lines, box in
      if let line = lines.last, length(of: line + [box]) <= along + 1e-6 {
        lines[lines.count - 1].append(box)
      } else {
        lines.append([box])
      }
    }
  }

  /// A line whose boxes take the room that is left, or give what is missing: "Resolving Flexible Lengths" of CSS Flexible
  /// Box Layout, where no box gets shorter than 0.
  private func flexed(_ line: [Box]) -> [Box] {
    guard let along else { return line }
    let room = along - length(of: line)
    let isGrowing = room > 0
    let factors = line.map { factor(isGrowing ? grow : shrink, $0.index) }
    guard room != 0, factors.contains(where: { $0 > 0 }) else { return line }
    var line = line
    let own = line.map(\.along)
    var isOpen = factors.map { $0 > 0 }
    while isOpen.contains(true) {
      let open = line.indices.filter { isOpen[$0] }
      let left =
        along - length(of: line.indices.map { isOpen[$0] ? Box(index: 0, along: own[$0], across: 0) : line[$0] })
      let sum = open.reduce(0) { $0 + factors[$1] }
      // Factors that do not add up to 1 take that share of the room alone.
      let share = sum < 1 ? (abs(room * sum) < abs(left) ? room * sum : left) : left
      let weights = open.map { isGrowing ? factors[$0] : factors[$0] * own[$0] }
      let total = weights.reduce(0, +)
      guard total > 0 else { return line }
      for (index, weight) in zip(open, weights) { line[index].along = own[index] + share * weight / total }
      let short = open.filter { line[$0].along < 0 }
      if short.isEmpty { break }
      for index in short {
        line[index].along = 0
        isOpen[index] = false
      }
    }
    return line
  }

  private func factor(_ factors: [Double], _ index: Int) -> Double {
    index < factors.count ? factors[index] : factors.last ?? 0
  }
}
