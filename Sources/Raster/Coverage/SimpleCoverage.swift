import CRasterKernels

/// Coverage by adding up signed areas, for outlines that do not overlap themselves.
struct SimpleCoverage: RowPieceSink {
  let rows: CoverageCells.Rows
  let firstRow: Int

  @inline(__always)
  mutating func piece(row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int) {
    rows[row &- firstRow].deposit(xa: xa, ya: ya, xb: xb, yb: yb, sign: direction)
  }

  /// Deposits the pieces of `edges` inside `rows`, the first of which is `firstRow`, of a surface of `width` pixels.
  mutating func cover(_ edges: UnsafeBufferPointer<Edge>, rows: Range<Int>, width: Int) {
    let cells = self.rows
    let isComplete = raster_deposit(
      edges.baseAddress, edges.count, width, rows.lowerBound, rows.upperBound, cells.changes, cells.stride,
      cells.touched, cells.groups)
    if isComplete { return }
    let limit = UInt32(truncatingIfNeeded: width << 8)
    for edge in edges where UInt32(bitPattern: edge.x0) > limit || UInt32(bitPattern: edge.x1) > limit {
      walk(edge, rows: rows, width: width, into: &self)
    }
  }
}
