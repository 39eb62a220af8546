import CRasterKernels

/// Adds up signed areas: coverage for outlines that nowhere overlap themselves.
struct SimpleCoverage: RowPieceSink {
  let rows: CoverageCells.Rows
  let firstRow: Int

  @inline(__always)
  mutating func piece(row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int) {
    rows[row &- firstRow].deposit(xa, ya, xb, yb, direction)
  }

  /// Deposits the pieces of `edges` inside `rows`, the first of which is `firstRow`, of a surface of `width` pixels.
  mutating func cover(
    _ edges: UnsafeBufferPointer<Edge>, rows: Range<Int>, width: Int, isFast: Bool = Kernels.areFast
  ) {
    if isFast {
      let cells = self.rows
      let isWhole = raster_deposit_avx2(
        edges.baseAddress, edges.count, width, rows.lowerBound, rows.upperBound, cells.changes, cells.stride,
        cells.touched, cells.groups)
      if isWhole { return }
    }
    let limit = UInt32(truncatingIfNeeded: width << 8)
    for edge in edges {
      let isInside = UInt32(bitPattern: edge.x0) <= limit && UInt32(bitPattern: edge.x1) <= limit
      if !isInside {
        walk(edge, rows: rows, width: width, into: &self)
      } else if !isFast {
        deposit(edge, rows)
      }
    }
  }

  /// What `walk` does, for an edge between the surface's left and right side.
  @inline(__always)
  private func deposit(_ edge: Edge, _ rows: Range<Int>) {
    let y0 = Int(edge.y0)
    var y = max(y0, rows.lowerBound << 8)
    let end = min(Int(edge.y1), rows.upperBound << 8)
    guard y < end else { return }
    let start = Double(edge.x0) * 256
    let sign = edge.direction
    var xa = nearestInteger(start + Double(y &- y0) * edge.slope)
    var row = self.rows[(y >> 8) &- firstRow]
    repeat {
      let next = min((y | 255) &+ 1, end)
      let xb = nearestInteger(start + Double(next &- y0) * edge.slope)
      row.deposit(xa, 0, xb, (next &- y) << 8, sign)
      row = self.rows.below(row)
      xa = xb
      y = next
    } while y < end
  }
}
