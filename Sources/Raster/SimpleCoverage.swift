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
    let cells = self.rows
    let firstRow = firstRow
    for edge in edges {
      if UInt32(bitPattern: edge.x0) <= limit && UInt32(bitPattern: edge.x1) <= limit {
        Self.deposit(edge, top, bottom, cells, firstRow)
      } else {
        walk(edge, rows: rows, width: width, into: &self)
      }
    }
  }

  /// What `walk` does, for an edge between the surface's left and right side.
  @inline(__always)
  private static func deposit(_ edge: Edge, _ top: Int, _ bottom: Int, _ cells: CoverageCells.Rows, _ firstRow: Int) {
    let y0 = Int(edge.y0)
    let y1 = Int(edge.y1)
    let y = max(y0, top)
    let end = min(y1, bottom)
    guard y < end else { return }
    let start = Double(edge.x0) * 256
    let slope = edge.slope
    let sign = edge.direction
    var xa = y == y0 ? Int(edge.x0) << 8 : nearestInteger(start + Double(y &- y0) * slope)
    var row = cells[(y >> 8) &- firstRow]
    var ya = (y & 255) << 8
    var next = (y | 255) &+ 1
    if next < end {
      var down = Double(next &- y0)
      if ya != 0 {
        let xb = nearestInteger(start + down * slope)
        row.deposit(xa, ya, xb, fullCoverage, sign)
        row = cells.below(row)
        xa = xb
        ya = 0
        next &+= 256
        down += 256
      }
      while next < end {
        let xb = nearestInteger(start + down * slope)
        row.depositFull(xa, xb, sign)
        row = cells.below(row)
        xa = xb
        next &+= 256
        down += 256
      }
    }
    let xb = end == y1 ? Int(edge.x1) << 8 : nearestInteger(start + Double(end &- y0) * slope)
    row.deposit(xa, ya, xb, (end &+ 256 &- next) << 8, sign)
  }
}
