/// An edge between corners on a grid of integers, running down, or right where it is level.
///
/// Coordinates of corners are multiples of 4, so that those of edges' midpoints are even, and lines between cells can lie
/// at odd numbers, where there are neither corners nor midpoints.
struct PlanarEdge: BitwiseCopyable {
  var x0: Int32
  var y0: Int32
  var x1: Int32
  var y1: Int32
  /// The change of winding from its left to its right, looking down: the outline's direction, 1 for down.
  var windingChange: Int32
  /// True if it has not been compared with the others yet.
  var isNew: Bool

  /// An edge from `a` to `b`; nil if both are the same.
  init?(fromX ax: Int32, fromY ay: Int32, toX bx: Int32, toY by: Int32, windingChange: Int32 = 1) {
    if ax == bx && ay == by { return nil }
    if (ay, ax) < (by, bx) {
      (x0, y0, x1, y1, self.windingChange) = (ax, ay, bx, by, windingChange)
    } else {
      (x0, y0, x1, y1, self.windingChange) = (bx, by, ax, ay, -windingChange)
    }
    isNew = true
  }

  @inline(__always) var left: Int32 { min(x0, x1) }
  @inline(__always) var right: Int32 { max(x0, x1) }

  @inline(__always) var middleX: Int32 { (x0 + x1) / 2 }
  @inline(__always) var middleY: Int32 { (y0 + y1) / 2 }

  @inline(__always)
  func hasEnds(of other: PlanarEdge) -> Bool {
    x0 == other.x0 && y0 == other.y0 && x1 == other.x1 && y1 == other.y1
  }

  // Along the outline, which runs down or right where `windingChange` is above 0.
  @inline(__always) var startX: Int32 { windingChange > 0 ? x0 : x1 }
  @inline(__always) var startY: Int32 { windingChange > 0 ? y0 : y1 }
  @inline(__always) var endX: Int32 { windingChange > 0 ? x1 : x0 }
  @inline(__always) var endY: Int32 { windingChange > 0 ? y1 : y0 }

  /// Above 0 for a point to the right of the edge looking down (at greater x), 0 for one on its line.
  ///
  /// Exact: coordinates stay below 2^30.
  @inline(__always)
  func side(_ x: Int32, _ y: Int32) -> Int {
    (Int(x) &- Int(x0)) &* (Int(y1) &- Int(y0)) &- (Int(y) &- Int(y0)) &* (Int(x1) &- Int(x0))
  }

  /// True if a point on the edge's line lies strictly between its ends.
  @inline(__always)
  func contains(_ x: Int32, _ y: Int32) -> Bool {
    x >= left && x <= right && y >= y0 && y <= y1 && !(x == x0 && y == y0) && !(x == x1 && y == y1)
  }
}

/// The edges that pass through each cell of a grid of squares.
///
/// The border before column or row `i` lies at `i << shift` + 1.
struct PlanarGrid {
  let shift: Int32
  let columns: Int
  let rows: Int
  /// The index in `items` of each cell's first edge; one more at the end.
  let starts: [Int32]
  let items: [Int32]

  /// For edges within 0…`width` and 0…`height`, with squares so large that each holds a few. Nil if all edges together
  /// pass through more than `limit` of them, which bounds time and memory.
  init?(_ edges: UnsafeBufferPointer<PlanarEdge>, width: Int32, height: Int32, limit: Int) {
    let share = Double(width) * Double(height) * 3 / Double(max(edges.count, 1))
    var shift: Int32 = 4
    while shift < 29, Double(Int64(1) << Int64(2 * shift)) < share { shift += 1 }
    // A long thin outline has few cells in the other direction.
    while (Int(width) >> Int(shift) + 1) * (Int(height) >> Int(shift) + 1) > 2 * edges.count + 16 { shift += 1 }
    self.shift = shift
    columns = Int(width) >> Int(shift) + 1
    rows = Int(height) >> Int(shift) + 1
    var starts = [Int32](repeating: 0, count: columns * rows + 2)
    var count = 0
    for edge in edges {
      Self.forEachCell(of: edge, shift, columns) {
        starts[$0 + 2] += 1
        count += 1
      }
      if count >= limit { return nil }
    }
    for i in 2..<starts.count { starts[i] += starts[i - 1] }
    var items = [Int32](repeating: 0, count: Int(starts[starts.count - 1]))
    for (i, edge) in edges.enumerated() {
      Self.forEachCell(of: edge, shift, columns) { cell in
        items[Int(starts[cell + 1])] = Int32(truncatingIfNeeded: i)
        starts[cell + 1] += 1
      }
    }
    starts.removeLast()
    self.starts = starts
    self.items = items
  }

  /// All cells that the edge passes through, and perhaps a neighbor that it only comes near.
  @inline(__always)
  private static func forEachCell(of edge: PlanarEdge, _ shift: Int32, _ columns: Int, _ body: (Int) -> Void) {
    let top = Int((edge.y0 - 1) >> shift)
    let bottom = Int((edge.y1 - 1) >> shift)
    let left = Int((edge.left - 1) >> shift)
    let right = Int((edge.right - 1) >> shift)
    if top == bottom || left == right {
      for row in top...bottom { for column in left...right { body(row * columns + column) } }
      return
    }
    let slope = (Double(edge.x1) - Double(edge.x0)) / (Double(edge.y1) - Double(edge.y0))
    for row in top...bottom {
      let high = max(Double(edge.y0), Double(row << Int(shift)))
      let low = min(Double(edge.y1), Double((row + 1) << Int(shift) + 2))
      let a = Double(edge.x0) + (high - Double(edge.y0)) * slope
      let b = Double(edge.x0) + (low - Double(edge.y0)) * slope
      let first = max(left, Int(min(a, b) - 4) >> Int(shift))
      let last = min(right, Int(max(a, b) + 4) >> Int(shift))
      for column in first...max(first, last) { body(row * columns + column) }
    }
  }
}
