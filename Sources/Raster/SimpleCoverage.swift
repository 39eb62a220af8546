/// Adds up signed areas: coverage for outlines that nowhere overlap themselves.
struct SimpleCoverage: RowPieceSink {
  let rows: CoverageCells.Rows
  let firstRow: Int

  @inline(__always)
  mutating func piece(row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int) {
    rows[row &- firstRow].deposit(xa, ya, xb, yb, direction)
  }

  /// Deposits the pieces of `edges` inside `rows` of a surface of `width` pixels.
  mutating func cover(_ edges: UnsafeBufferPointer<Edge>, rows: Range<Int>, width: Int) {
    let limit = UInt32(truncatingIfNeeded: width << 8)
    let top = rows.lowerBound << 8
    let bottom = rows.upperBound << 8
    for edge in edges {
      if UInt32(bitPattern: edge.x0) <= limit && UInt32(bitPattern: edge.x1) <= limit {
        deposit(edge, top, bottom)
      } else {
        walk(edge, rows: rows, width: width, into: &self)
      }
    }
  }

  /// What `walk` does, for an edge between the surface's left and right side.
  @inline(__always)
  private func deposit(_ edge: Edge, _ top: Int, _ bottom: Int) {
    let y0 = Int(edge.y0)
    let y1 = Int(edge.y1)
    var y = max(y0, top)
    let end = min(y1, bottom)
    guard y < end else { return }
    let start = Double(edge.x0) * 256
    let slope = edge.slope
    let direction = edge.direction
    @inline(__always)
    func x(at y: Int) -> Int { nearestInteger(start + Double(y &- y0) * slope) }
    var xa = y == y0 ? Int(edge.x0) << 8 : x(at: y)
    var row = rows[(y >> 8) &- firstRow]
    var next = (y | 255) &+ 1
    while next < end {
      let xb = x(at: next)
      row.deposit(xa, (y & 255) << 8, xb, fullCoverage, direction)
      row = rows.below(row)
      xa = xb
      y = next
      next &+= 256
    }
    let xb = end == y1 ? Int(edge.x1) << 8 : x(at: end)
    row.deposit(xa, (y & 255) << 8, xb, (end &- (y & ~255)) << 8, direction)
  }
}
