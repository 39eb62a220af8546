/// Adds up signed areas: coverage for outlines that nowhere overlap themselves.
struct SimpleCoverage: RowPieceSink {
  let cells: CoverageCells
  let firstRow: Int

  @inline(__always)
  mutating func piece(row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int) {
    cells.row(row - firstRow).deposit(xa, ya, xb, yb, direction)
  }
}
