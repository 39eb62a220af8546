/// Receives an edge's pieces, cut at pixel rows.
protocol RowPieceSink {
  /// A piece inside one row: x in 1/65536 pixel, from 0 to the surface's width; y from the row's top in 1/65536.
  mutating func piece(row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int)
}

/// Cuts an edge at pixel rows and gives `sink` the pieces inside `rows` and between x = 0 and `width` pixels.
///
/// Parts left of the surface go straight along x = 0, and still cover the area to their right; parts right of it are
/// left out. A piece's ends depend only on the edge and the row, not on `rows`.
@inline(__always)
func walk<Sink: RowPieceSink>(_ edge: Edge, rows: Range<Int>, width: Int, into sink: inout Sink) {
  let y0 = Int(edge.y0)
  var y = max(y0, rows.lowerBound << 8)
  let end = min(Int(edge.y1), rows.upperBound << 8)
  guard y < end else { return }
  let limit = width << 16
  let start = Double(edge.x0) * 256
  let direction = edge.direction
  var xa = nearestInteger(start + Double(y - y0) * edge.slope)
  while y < end {
    let row = y >> 8
    let next = min((row + 1) << 8, end)
    let xb = nearestInteger(start + Double(next - y0) * edge.slope)
    let ya = (y - row << 8) << 8
    let yb = (next - row << 8) << 8
    if UInt(bitPattern: xa) <= UInt(bitPattern: limit) && UInt(bitPattern: xb) <= UInt(bitPattern: limit) {
      sink.piece(row: row, xa: xa, ya: ya, xb: xb, yb: yb, direction: direction)
    } else {
      cut(row: row, xa: xa, ya: ya, xb: xb, yb: yb, direction: direction, limit: limit, into: &sink)
    }
    xa = xb
    y = next
  }
}

/// Cuts a piece at x = 0 and at `limit`.
@inline(never)
private func cut<Sink: RowPieceSink>(
  row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int, limit: Int, into sink: inout Sink
) {
  if xa >= limit && xb >= limit { return }
  if xa <= 0 && xb <= 0 {
    sink.piece(row: row, xa: 0, ya: ya, xb: 0, yb: yb, direction: direction)
    return
  }
  func y(at x: Int) -> Int {
    let t = Double(x - xa) / Double(xb - xa)
    return min(max(ya + nearestInteger(Double(yb - ya) * t), ya), yb)
  }
  func add(xa: Int, ya: Int, xb: Int, yb: Int) {
    if ya < yb { sink.piece(row: row, xa: xa, ya: ya, xb: xb, yb: yb, direction: direction) }
  }
  // The pieces from the upper end to the lower one: outside left or right, inside, outside.
  var (topX, topY, bottomX, bottomY) = (xa, ya, xb, yb)
  if xa < 0 || xa > limit {
    topX = xa < 0 ? 0 : limit
    topY = y(at: topX)
    if xa < 0 { add(xa: 0, ya: ya, xb: 0, yb: topY) }
  }
  if xb < 0 || xb > limit {
    bottomX = xb < 0 ? 0 : limit
    bottomY = y(at: bottomX)
  }
  add(xa: topX, ya: topY, xb: bottomX, yb: bottomY)
  if xb < 0 { add(xa: 0, ya: bottomY, xb: 0, yb: yb) }
}
