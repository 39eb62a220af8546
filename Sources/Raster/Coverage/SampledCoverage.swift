/// Approximate coverage of a cluster of pieces, for rows in which finding all crossings would take forever.
///
/// The row is cut into 4 to 64 bands, fewer the more pieces there are and the more of the budget is spent. In each band
/// a piece counts as vertical, at the x of its middle to the nearest 1/16 pixel. Ends are rounded to bands, those that
/// meet to the same one, so that outlines stay closed and windings right. Takes time linear in the pieces.
final class SampledCoverage {
  /// A piece that crosses the middle of a band.
  private struct Line: BitwiseCopyable {
    var ya: Int32
    var yb: Int32
    /// At `ya`, from the cluster's left end.
    var x: Double
    var slope: Double
  }

  private let lines = Scratch<Line>()
  private let directions = Scratch<Int32>()
  /// Changes of winding, from the left in 1/16 pixel; all zero between uses.
  private let changes = Scratch<Int32>()
  /// A bit for each of `changes` that is not zero.
  private let marks = Scratch<UInt64>()

  /// Deposits the pieces that `members` index; returns the winding to their right.
  func cover(
    _ members: Scratch<Int32>, of pieces: UnsafePointer<RowPiece>, winding: Int, evenOdd: Bool,
    budget: inout WorkBudget, into row: CoverageRow
  ) -> Int {
    var left = Int32.max
    var right: Int32 = 0
    for i in 0..<members.count {
      let piece = pieces[Int(members.base[i])]
      left = min(left, piece.xa, piece.xb)
      right = max(right, piece.xa, piece.xb)
    }
    let first = Int(left >> 12)
    let words = (Int(right >> 12) - first) >> 6 + 1
    changes.reserve(words << 6)
    marks.reserve(words)
    var height = budget.isExhausted ? 1 << 13 : 1 << 10
    while height < 1 << 14, members.count * (fullCoverage / height) > 1 << 16 { height *= 2 }
    budget.spent += (members.count + words) * (fullCoverage / height)
    var after = winding
    gather(members, pieces, from: Double(first << 12), height)
    for top in stride(from: 0, to: fullCoverage, by: height) {
      for i in 0..<lines.count {
        let line = lines.base[i]
        let (ya, yb) = (Int(line.ya), Int(line.yb))
        guard (ya + height / 2) & -height <= top, (yb + height / 2) & -height > top else { continue }
        let y = min(max(top + height / 2, ya), yb)
        let column = nearestInteger(line.x + line.slope * Double(y - ya)) >> 12
        changes.base[column] &+= directions.base[i]
        marks.base[column >> 6] |= 1 << UInt64(truncatingIfNeeded: column & 63)
      }
      after = winding
      for word in 0..<words {
        var set = marks.base[word]
        marks.base[word] = 0
        while set != 0 {
          let column = word << 6 + set.trailingZeroBitCount
          set &= set &- 1
          let before = ExactCoverage.isInside(after, evenOdd)
          after += Int(changes.base[column])
          changes.base[column] = 0
          let inside = ExactCoverage.isInside(after, evenOdd)
          guard inside != before else { continue }
          // In the middle of its sixteenth, but within the cluster.
          let x = min(max((first + column) << 12 + 2048, Int(left)), Int(right))
          row.deposit(xa: x, ya: top, xb: x, yb: top + height, sign: inside ? 1 : -1)
        }
      }
    }
    return after
  }

  /// Collects the pieces that cross the middle of any band.
  private func gather(
    _ members: Scratch<Int32>, _ pieces: UnsafePointer<RowPiece>, from left: Double, _ height: Int
  ) {
    lines.count = 0
    directions.count = 0
    for i in 0..<members.count {
      let piece = pieces[Int(members.base[i])]
      let (ya, yb) = (Int(piece.ya), Int(piece.yb))
      guard (ya + height / 2) & -height < (yb + height / 2) & -height else { continue }
      lines.append(
        Line(
          ya: piece.ya, yb: piece.yb, x: Double(piece.xa) - left,
          slope: Double(piece.xb - piece.xa) / Double(yb - ya)))
      directions.append(piece.direction)
    }
  }
}
