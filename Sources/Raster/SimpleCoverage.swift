/// Adds up signed areas: coverage for outlines that nowhere overlap themselves.
struct SimpleCoverage: RowPieceSink {
  let rows: CoverageCells.Rows
  let firstRow: Int

  @inline(__always)
  mutating func piece(row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int) {
    rows[row &- firstRow].deposit(xa, ya, xb, yb, direction)
  }
}
