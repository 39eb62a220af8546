/// The rule for windings that are inside.
enum InsideRule {
  case nonzero, evenOdd
  /// Those whose amount has its bit set, as 1 << amount.
  case amounts(UInt)

  @inline(__always)
  func contains(_ winding: Int) -> Bool {
    switch self {
    case .nonzero: winding != 0
    case .evenOdd: winding & 1 != 0
    case .amounts(let bits): bits >> UInt(winding.magnitude) & 1 != 0
    }
  }
}

/// Finds those of an outline's edges, which have nothing in common but ends, that bound its inside.
///
/// The winding left of an edge's midpoint is that of its cell's upper left corner plus those of the edges crossed on the
/// way from there: down the cell's border, then right to the midpoint, just below its level. All tests are exact, and
/// take a point on an edge's line for the same side of it each time. Edges lie in the order of their upper ends.
struct PlanarWindings {
  private let edges: UnsafeMutablePointer<PlanarEdge>
  private let grid: PlanarGrid
  private let rule: InsideRule
  /// Places in a cell's list of the edges with midpoints in the cell, in the order of these from the top.
  private let ordered = Scratch<Int32>()
  /// Places of the edges that cross the cell's left border.
  private let crossing = Scratch<Int32>()
  /// Places of the edges that begin above a level and end below it.
  private let active = Scratch<Int32>()

  init(_ edges: Scratch<PlanarEdge>, _ grid: PlanarGrid, _ rule: InsideRule) {
    self.edges = edges.base
    self.grid = grid
    self.rule = rule
  }

  /// The bounding edges, each with a change of 1 if the inside is to its right, looking down, else −1; nil if the windings
  /// contradict each other.
  func boundary() -> [PlanarEdge]? {
    var result: [PlanarEdge] = []
    var isSound = true
    grid.starts.withUnsafeBufferPointer { starts in
      grid.items.withUnsafeBufferPointer { items in
        for row in 0..<grid.rows {
          var corner = 0
          for column in 0..<grid.columns {
            let cell = row * grid.columns + column
            let list = UnsafeBufferPointer(rebasing: items[Int(starts[cell])..<Int(starts[cell + 1])])
            let x = Int32(column) << grid.shift + 1
            let y = Int32(row) << grid.shift + 1
            add(list, left: x, top: y, corner: corner, to: &result)
            corner += crossed(list, x, y)
          }
          if corner != 0 { isSound = false }
        }
      }
    }
    return isSound ? result : nil
  }

  /// The change of winding from a cell's upper left corner to its upper right one.
  @inline(__always)
  private func crossed(_ list: UnsafeBufferPointer<Int32>, _ x: Int32, _ y: Int32) -> Int {
    var sum = 0
    let end = x + (1 << grid.shift)
    for index in list {
      let e = edges + Int(index)
      if e.pointee.y0 >= y { break }
      guard e.pointee.y1 > y else { continue }
      if e.pointee.side(x, y) < 0 && e.pointee.side(end, y) >= 0 { sum += Int(e.pointee.windingChange) }
    }
    return sum
  }

  /// Adds the edges of a cell that bound the inside and have their midpoints in the cell: of those with the same ends, the
  /// first.
  private func add(
    _ list: UnsafeBufferPointer<Int32>, left: Int32, top: Int32, corner: Int, to result: inout [PlanarEdge]
  ) {
    sort(list, left, top)
    active.count = 0
    var next = 0
    for place in UnsafeBufferPointer(start: ordered.base, count: ordered.count) {
      let e = edges[Int(list[Int(place)])]
      let (x, y) = (e.middleX, e.middleY)
      while next < list.count, edges[Int(list[next])].y0 <= y {
        active.append(Int32(truncatingIfNeeded: next))
        next += 1
      }
      // Edges crossed on the way down the cell's left border; the next loop adds those on the way right to the
      // midpoint.
      var winding = corner
      for i in 0..<crossing.count {
        let f = edges + Int(list[Int(crossing.base[i])])
        if f.pointee.y0 > y { break }
        let rightOfStart = f.pointee.side(left, y) > 0
        if rightOfStart != (f.pointee.side(left, top) >= 0) {
          winding += rightOfStart ? Int(f.pointee.windingChange) : -Int(f.pointee.windingChange)
        }
      }
      var windingChange = Int(e.windingChange)
      var isFirst = true
      var kept = 0
      for i in 0..<active.count {
        let other = active.base[i]
        let f = edges + Int(list[Int(other)])
        if f.pointee.y1 <= y { continue }
        active.base[kept] = other
        kept += 1
        if other == place { continue }
        // Edges with the same ends are one line: their changes add up, and the first represents all of them.
        if f.pointee.hasEnds(of: e) {
          if other < place { isFirst = false }
          windingChange += Int(f.pointee.windingChange)
          continue
        }
        let rightOfMiddle = f.pointee.side(x, y) > 0
        if (f.pointee.side(left, y) > 0) != rightOfMiddle {
          winding += rightOfMiddle ? Int(f.pointee.windingChange) : -Int(f.pointee.windingChange)
        }
      }
      active.count = kept
      if e.y0 == e.y1 { addLevelTwins(of: e, at: Int(place), list, &windingChange, &isFirst) }
      guard isFirst else { continue }
      let isInsideRight = rule.contains(winding + windingChange)
      // Edges with the inside on both sides, or on none, bound nothing.
      guard rule.contains(winding) != isInsideRight else { continue }
      var bounding = e
      bounding.windingChange = isInsideRight ? 1 : -1
      result.append(bounding)
    }
  }

  /// Level edges begin and end at no level, so that they are not among the active ones.
  private func addLevelTwins(
    of e: PlanarEdge, at place: Int, _ list: UnsafeBufferPointer<Int32>, _ windingChange: inout Int,
    _ isFirst: inout Bool
  ) {
    var other = place - 1
    while other >= 0, edges[Int(list[other])].y0 == e.y0 {
      if edges[Int(list[other])].hasEnds(of: e) { isFirst = false }
      other -= 1
    }
    other = place + 1
    while other < list.count, edges[Int(list[other])].y0 == e.y0 {
      if edges[Int(list[other])].hasEnds(of: e) { windingChange += Int(edges[Int(list[other])].windingChange) }
      other += 1
    }
  }

  /// Finds the edges with midpoints in a cell, and those that cross its left border.
  private func sort(_ list: UnsafeBufferPointer<Int32>, _ left: Int32, _ top: Int32) {
    ordered.count = 0
    crossing.count = 0
    for i in list.indices {
      let e = edges[Int(list[i])]
      if e.left < left && e.right > left { crossing.append(Int32(truncatingIfNeeded: i)) }
      let (x, y) = (e.middleX, e.middleY)
      guard x > left, y > top, (x - 1) >> grid.shift == (left - 1) >> grid.shift,
        (y - 1) >> grid.shift == (top - 1) >> grid.shift
      else { continue }
      // They are nearly in order.
      ordered.append(Int32(truncatingIfNeeded: i))
      var j = ordered.count - 1
      while j > 0, edges[Int(list[Int(ordered.base[j - 1])])].middleY > y {
        ordered.base[j] = ordered.base[j - 1]
        j -= 1
      }
      ordered.base[j] = Int32(truncatingIfNeeded: i)
    }
  }
}
