/// The line breaks of a text.
enum LineBreaks {
  /// A part of text that lines do not break.
  struct Unit {
    var width: Double
    /// The space before it, unless it begins a line.
    var space: Double
  }

  /// The first unit of each line, as few lines as fit a width; balanced lines are about as long as each other.
  static func starts(_ units: [Unit], width: Double, isBalanced: Bool) -> [Int] {
    let greedy = greedyStarts(units, width: width)
    return isBalanced && greedy.count > 1 ? balancedStarts(units, width: width, count: greedy.count) : greedy
  }

  private static func greedyStarts(_ units: [Unit], width: Double) -> [Int] {
    var starts: [Int] = []
    var length = 0.0
    for (index, unit) in units.enumerated() {
      if starts.isEmpty || length + unit.space + unit.width > width + 1e-9 {
        starts.append(index)
        length = unit.width
      } else {
        length += unit.space + unit.width
      }
    }
    return starts
  }

  /// The lines whose lengths' squares have the least sum.
  private static func balancedStarts(_ units: [Unit], width: Double, count: Int) -> [Int] {
    // The least sum for the units up to an index in each number of lines, and where the last of these begins.
    var best = [[(cost: Double, start: Int)]](
      repeating: Array(repeating: (.infinity, 0), count: units.count + 1), count: count + 1)
    best[0][0].cost = 0
    for lines in 1...count {
      for end in 1...units.count {
        var length = 0.0
        for start in stride(from: end - 1, through: 0, by: -1) {
          length += units[start].width + (start + 1 < end ? units[start + 1].space : 0)
          guard length <= width + 1e-9 || start == end - 1 else { break }
          let cost = best[lines - 1][start].cost + length * length
          if cost < best[lines][end].cost { best[lines][end] = (cost, start) }
        }
      }
    }
    var starts: [Int] = []
    var end = units.count
    for lines in stride(from: count, to: 0, by: -1) {
      end = best[lines][end].start
      starts.insert(end, at: 0)
    }
    return starts
  }
}
