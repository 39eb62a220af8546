/// Which windings are inside.
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
/// take a point on an edge's line for the same side of it each time.
struct PlanarWindings {
  private let edges: UnsafeMutablePointer<PlanarEdge>
  private let grid: PlanarGrid
  private let rule: InsideRule

  init(_ edges: Scratch<PlanarEdge>, _ grid: PlanarGrid, _ rule: InsideRule) {
    self.edges = edges.base
    self.grid = grid
    self.rule = rule
  }

  /// The bounding edges, in their order, each with a change of 1 if the inside is to its right, looking down, else −1;
  /// nil if the windings contradict each other.
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
            for i in list.indices { add(list, i, x, y, corner, &result) }
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
      guard e.pointee.y0 < y && e.pointee.y1 > y else { continue }
      if e.pointee.side(x, y) < 0 && e.pointee.side(end, y) >= 0 { sum += Int(e.pointee.windingChange) }
    }
    return sum
  }

  /// Adds the `i`-th edge of a cell if it bounds the inside, its midpoint lies in the cell, and it is the first of those
  /// with the same ends.
  @inline(__always)
  private func add(
    _ list: UnsafeBufferPointer<Int32>, _ i: Int, _ left: Int32, _ top: Int32, _ corner: Int,
    _ result: inout [PlanarEdge]
  ) {
    var e = edges[Int(list[i])]
    let x = (e.x0 + e.x1) / 2
    let y = (e.y0 + e.y1) / 2
    guard x > left, y > top, (x - 1) >> grid.shift == (left - 1) >> grid.shift,
      (y - 1) >> grid.shift == (top - 1) >> grid.shift
    else { return }
    var winding = corner
    var windingChange = Int(e.windingChange)
    for j in list.indices {
      let f = edges + Int(list[j])
      let rightOfStart = f.pointee.side(left, y) > 0
      if f.pointee.left < left && f.pointee.right > left {
        let rightOfCorner = f.pointee.side(left, top) >= 0
        if rightOfCorner != rightOfStart {
          winding += rightOfStart ? Int(f.pointee.windingChange) : -Int(f.pointee.windingChange)
        }
      }
      if j == i { continue }
      if f.pointee.x0 == e.x0 && f.pointee.y0 == e.y0 && f.pointee.x1 == e.x1 && f.pointee.y1 == e.y1 {
        if j < i { return }
        windingChange += Int(f.pointee.windingChange)
      } else if f.pointee.y0 <= y && f.pointee.y1 > y {
        let rightOfMiddle = f.pointee.side(x, y) > 0
        if rightOfStart != rightOfMiddle {
          winding += rightOfMiddle ? Int(f.pointee.windingChange) : -Int(f.pointee.windingChange)
        }
      }
    }
    let isInsideLeft = rule.contains(winding)
    let isInsideRight = rule.contains(winding + windingChange)
    guard isInsideLeft != isInsideRight else { return }
    e.windingChange = isInsideRight ? 1 : -1
    result.append(e)
  }
}
