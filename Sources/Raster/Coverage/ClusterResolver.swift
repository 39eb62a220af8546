/// Sweeps a cluster of pieces in one pixel row from top to bottom, and deposits those that bound the inside.
///
/// The row is cut into bands at the pieces' ends and, where pieces cross inside a band, at their crossings, so that
/// within a band the order from left to right holds and the windings between pieces are constant.
final class ClusterResolver {
  private struct Active: BitwiseCopyable {
    var ya: Int32
    var yb: Int32
    var x: Double
    var slope: Double
    var direction: Int
    /// x at the band's top and bottom.
    var top: Int
    var bottom: Int
    /// The least `bottom` of it and of those after it, once they are in order.
    var minBottom = 0

    @inline(__always)
    func x(at y: Int) -> Int { nearestInteger(x + Double(y - Int(ya)) * slope) }
  }

  private let ends = Scratch<Int32>()
  private let active = Scratch<Active>()

  /// The least height of a band between crossings, in 1/65536 pixel, and the same once the row's budget is exhausted.
  private static let minBandHeight = 16
  private static let coarseBandHeight = fullCoverage / 16

  /// The budget of the current row.
  var budget = WorkBudget(width: 0, height: 1)

  /// Deposits the pieces that `members` index; returns the winding to their right.
  func resolve(
    _ members: UnsafeMutableBufferPointer<Int32>, of pieces: UnsafePointer<RowPiece>, winding: Int, evenOdd: Bool,
    into row: CoverageRow
  ) -> Int {
    let net = members.reduce(into: 0) { sum, index in
      let piece = pieces[Int(index)]
      sum += Int(piece.direction) * Int(piece.yb - piece.ya)
    }
    let after = winding + (net + fullCoverage / 2) >> 16
    // Most clusters are single lines or uncrossed edges, which need no sweep.
    if depositChain(members, of: pieces, winding: winding, evenOdd: evenOdd, into: row)
      || depositWhole(members, of: pieces, winding: winding, evenOdd: evenOdd, into: row)
    {
      return after
    }
    ends.count = 0
    for index in members where pieces[Int(index)].ya < pieces[Int(index)].yb {
      ends.append(pieces[Int(index)].ya)
      ends.append(pieces[Int(index)].yb)
    }
    sort(UnsafeMutableBufferPointer(start: ends.base, count: ends.count)) { $0 }
    sort(members) { pieces[Int($0)].ya }
    active.count = 0
    active.reserve(members.count)
    var next = 0
    var band = 0
    // Between two ends the same pieces are active, so that each band can be swept by itself.
    while band < ends.count {
      let top = ends.base[band]
      while band < ends.count && ends.base[band] == top { band += 1 }
      guard band < ends.count else { break }
      retire(at: top)
      while next < members.count && pieces[Int(members[next])].ya <= top {
        admit(pieces[Int(members[next])])
        next += 1
      }
      if active.count > 0 {
        sweep(from: Int(top), to: Int(ends.base[band]), winding: winding, evenOdd: evenOdd, into: row)
      }
    }
    return after
  }

  /// Deposits a cluster that is one line of pieces going down, one after the other; false if it is not.
  private func depositChain(
    _ members: UnsafeMutableBufferPointer<Int32>, of pieces: UnsafePointer<RowPiece>, winding: Int,
    evenOdd: Bool, into row: CoverageRow
  ) -> Bool {
    guard members.count <= 4 else { return false }
    let direction = pieces[Int(members[0])].direction
    guard direction != 0 else { return false }
    var height: Int32 = 0
    for (offset, index) in members.enumerated() {
      let piece = pieces[Int(index)]
      guard piece.direction == direction else { return false }
      height += piece.yb - piece.ya
      for other in members[(offset + 1)...] {
        let other = pieces[Int(other)]
        guard other.yb <= piece.ya || other.ya >= piece.yb else { return false }
      }
    }
    guard height == fullCoverage else { return false }
    let inside = ExactCoverage.isInside(winding + Int(direction), evenOdd)
    if inside != ExactCoverage.isInside(winding, evenOdd) {
      for index in members {
        let p = pieces[Int(index)]
        row.deposit(xa: Int(p.xa), ya: Int(p.ya), xb: Int(p.xb), yb: Int(p.yb), sign: inside ? 1 : -1)
      }
    }
    return true
  }

  /// Deposits a cluster of pieces that all run from the row's top to its bottom and do not cross; false if it is not.
  private func depositWhole(
    _ members: UnsafeMutableBufferPointer<Int32>, of pieces: UnsafePointer<RowPiece>, winding: Int,
    evenOdd: Bool, into row: CoverageRow
  ) -> Bool {
    guard members.count <= 4, members.allSatisfy({ pieces[Int($0)].yb &- pieces[Int($0)].ya == fullCoverage }) else {
      return false
    }
    sort(members) { pieces[Int($0)].xa }
    for i in 1..<max(members.count, 1) {
      let (left, right) = (pieces[Int(members[i - 1])], pieces[Int(members[i])])
      if left.xb > right.xb || (left.xa == right.xa && left.xb == right.xb) { return false }
    }
    var current = winding
    for index in members {
      let piece = pieces[Int(index)]
      let before = ExactCoverage.isInside(current, evenOdd)
      current += Int(piece.direction)
      let inside = ExactCoverage.isInside(current, evenOdd)
      if inside != before {
        row.deposit(xa: Int(piece.xa), ya: 0, xb: Int(piece.xb), yb: fullCoverage, sign: inside ? 1 : -1)
      }
    }
    return true
  }

  private func retire(at top: Int32) {
    let active = self.active.base
    var kept = 0
    for i in 0..<self.active.count where active[i].yb > top {
      if kept < i { active[kept] = active[i] }
      kept += 1
    }
    self.active.count = kept
  }

  private func admit(_ piece: RowPiece) {
    guard piece.ya < piece.yb else { return }
    active.append(
      Active(
        ya: piece.ya, yb: piece.yb, x: Double(piece.xa),
        slope: Double(piece.xb - piece.xa) / Double(piece.yb - piece.ya), direction: Int(piece.direction), top: 0,
        bottom: 0))
  }

  /// Deposits the band from `top` to `bottom`, in which no piece begins or ends.
  ///
  /// Neighbors that only cross each other are a block, and swept by themselves.
  private func sweep(from top: Int, to bottom: Int, winding: Int, evenOdd: Bool, into row: CoverageRow) {
    let active = self.active.base
    let count = self.active.count
    for i in 0..<count {
      active[i].top = active[i].x(at: top)
      active[i].bottom = active[i].x(at: bottom)
    }
    order(active, count)
    var least = Int.max
    for i in stride(from: count - 1, through: 0, by: -1) {
      least = min(least, active[i].bottom)
      active[i].minBottom = least
    }
    var current = winding
    var first = 0
    while first < count {
      var end = first + 1
      var highest = active[first].bottom
      while end < count, highest > active[end].minBottom {
        highest = max(highest, active[end].bottom)
        end += 1
      }
      current = sweep(active + first, end - first, from: top, to: bottom, winding: current, evenOdd: evenOdd, into: row)
      first = end
    }
  }

  /// Deposits a block, which is in order; returns the winding to its right.
  private func sweep(
    _ active: UnsafeMutablePointer<Active>, _ count: Int, from top: Int, to bottom: Int, winding: Int, evenOdd: Bool,
    into row: CoverageRow
  ) -> Int {
    budget.spent &+= 2 &* count
    var (rises, falls) = (0, 0)
    for i in 0..<count {
      if active[i].direction > 0 { rises += active[i].direction } else { falls += active[i].direction }
    }
    let after = winding + rises + falls
    // Nothing is a border where no order of the pieces leads outside.
    if !evenOdd, winding + falls > 0 || winding + rises < 0 { return after }
    var y = top
    while true {
      let crossing = firstCrossing(active, count, after: y, before: bottom)
      let isLast = crossing >= bottom
      var current = winding
      for i in 0..<count {
        let before = ExactCoverage.isInside(current, evenOdd)
        current += active[i].direction
        let inside = ExactCoverage.isInside(current, evenOdd)
        if inside != before {
          let end = isLast ? active[i].bottom : active[i].x(at: crossing)
          row.deposit(xa: active[i].top, ya: y, xb: end, yb: crossing, sign: inside ? 1 : -1)
          budget.spent &+= abs(end &- active[i].top) >> 16
        }
      }
      if isLast { return after }
      y = crossing
      for i in 0..<count { active[i].top = active[i].x(at: y) }
      order(active, count)
      budget.spent &+= 2 &* count
    }
  }

  /// By x at the top, then at the bottom; the order of the band above is nearly right already.
  private func order(_ active: UnsafeMutablePointer<Active>, _ count: Int) {
    for i in 1..<max(count, 1) {
      let moved = active[i]
      var j = i
      while j > 0
        && (active[j - 1].top > moved.top || (active[j - 1].top == moved.top && active[j - 1].bottom > moved.bottom))
      {
        active[j] = active[j - 1]
        j -= 1
      }
      if j < i {
        active[j] = moved
        budget.spent &+= i &- j
      }
    }
  }

  /// The first crossing of neighbors below `y`, or `bottom`; the first crossing is always one of neighbors.
  private func firstCrossing(
    _ active: UnsafeMutablePointer<Active>, _ count: Int, after y: Int, before bottom: Int
  ) -> Int {
    var first = bottom
    for i in 1..<max(count, 1) where active[i - 1].bottom > active[i].bottom {
      let above = Double(active[i].top - active[i - 1].top)
      let below = Double(active[i - 1].bottom - active[i].bottom)
      first = min(first, y + nearestInteger(Double(bottom - y) * above / (above + below)))
    }
    let least = budget.isExhausted ? Self.coarseBandHeight : Self.minBandHeight
    return first < bottom ? min(max(first, y + least), bottom) : bottom
  }
}

/// Sorts in place by a key (Shell 1959); the order of equal keys is not kept.
@inline(__always)
private func sort(_ values: UnsafeMutableBufferPointer<Int32>, by key: (Int32) -> Int32) {
  var gap = 1
  while gap < values.count / 3 { gap = gap * 3 + 1 }
  while gap > 0 {
    for i in stride(from: gap, to: values.count, by: 1) {
      let moved = values[i]
      let movedKey = key(moved)
      var j = i
      while j >= gap && key(values[j - gap]) > movedKey {
        values[j] = values[j - gap]
        j -= gap
      }
      values[j] = moved
    }
    gap /= 3
  }
}
