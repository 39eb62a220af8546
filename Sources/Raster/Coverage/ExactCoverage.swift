/// A piece of an edge inside one pixel row.
struct RowPiece: BitwiseCopyable {
  /// In 1/65536 pixel.
  var xa: Int32
  var xb: Int32
  /// The position from the row's top, in 1/65536; both are equal for a horizontal connector.
  var ya: Int32
  var yb: Int32
  var direction: Int32
  /// The next piece in the same list, or −1.
  var next: Int32
}

/// The exact area that any outline covers in each pixel, under either fill rule.
///
/// The pieces of a row are grouped in clusters that share pixels. Outlines are closed, so between clusters the winding
/// is the same over the row's whole height, and each cluster is independent: a single piece from top to bottom either
/// bounds the inside or does not, and is deposited or left out; `ClusterResolver` sweeps the others.
final class ExactCoverage {
  private let pieces = Scratch<RowPiece>(capacity: 4096)
  private let rowLists = Scratch<Int32>()
  private let rowWindings = Scratch<Int32>()
  private let columnLists = Scratch<Int32>(capacity: 2048)
  private let columnBits = Scratch<UInt64>(capacity: 64)
  private let members = Scratch<Int32>()
  private let resolver = ClusterResolver()
  private let sampled = SampledCoverage()
  /// The work of all rows so far, in visits of pieces.
  private(set) var visits = 0

  /// Sorts pieces into lists, one for each row.
  private struct Collector: RowPieceSink {
    let pieces: Scratch<RowPiece>
    let lists: UnsafeMutablePointer<Int32>
    let windings: UnsafeMutablePointer<Int32>
    let firstRow: Int

    @inline(__always)
    mutating func piece(row: Int, xa: Int, ya: Int, xb: Int, yb: Int, direction: Int) {
      let list = row - firstRow
      if xa | xb == 0 && ya == 0 && yb == fullCoverage {
        windings[list] += Int32(truncatingIfNeeded: direction)
        return
      }
      let piece = RowPiece(
        xa: Int32(truncatingIfNeeded: xa), xb: Int32(truncatingIfNeeded: xb), ya: Int32(truncatingIfNeeded: ya),
        yb: Int32(truncatingIfNeeded: yb), direction: Int32(truncatingIfNeeded: direction), next: lists[list])
      lists[list] = Int32(truncatingIfNeeded: pieces.count)
      pieces.append(piece)
    }
  }

  /// Deposits the coverage of `edges` in `rows` of a surface of `width` × `height` pixels.
  func cover(
    _ edges: UnsafeBufferPointer<Edge>, rows: Range<Int>, width: Int, height: Int, evenOdd: Bool,
    cells: CoverageCells, cellsFirstRow: Int
  ) {
    pieces.count = 0
    rowLists.reserve(rows.count)
    rowWindings.reserve(rows.count)
    for i in 0..<rows.count {
      rowLists.base[i] = -1
      rowWindings.base[i] = 0
    }
    if columnLists.capacity < width + 1 { columnLists.reserve(width + 1) }
    columnBits.reserve(width >> 6 + 1)
    var collector = Collector(
      pieces: pieces, lists: rowLists.base, windings: rowWindings.base, firstRow: rows.lowerBound)
    for edge in edges {
      if edge.y0 == edge.y1 {
        connect(edge, rows: rows, width: width, &collector)
      } else {
        walk(edge, rows: rows, width: width, into: &collector)
      }
    }
    for row in rows {
      resolver.budget = WorkBudget(width: width, height: height)
      coverRow(
        list: rowLists.base[row - rows.lowerBound], winding: Int(rowWindings.base[row - rows.lowerBound]),
        evenOdd: evenOdd, cells.row(row - cellsFirstRow))
      visits &+= resolver.budget.spent
    }
  }

  private func connect(_ edge: Edge, rows: Range<Int>, width: Int, _ collector: inout Collector) {
    let row = Int(edge.y0) >> 8
    guard rows.contains(row) else { return }
    let limit = width << 16
    let y = Int(edge.y0 & 255) << 8
    collector.piece(
      row: row, xa: min(max(Int(edge.x0) << 8, 0), limit), ya: y, xb: min(max(Int(edge.x1) << 8, 0), limit), yb: y,
      direction: 0)
  }

  private func coverRow(list: Int32, winding start: Int, evenOdd: Bool, _ row: CoverageRow) {
    if Self.isInside(start, evenOdd) { row.deposit(xa: 0, ya: 0, xb: 0, yb: fullCoverage, sign: 1) }
    guard list >= 0 else { return }
    let words = sortIntoColumns(list)
    let pieces = self.pieces.base
    var winding = start
    var lastColumn = -1
    members.count = 0
    for word in words {
      var set = columnBits.base[word]
      columnBits.base[word] = 0
      while set != 0 {
        let column = word << 6 + set.trailingZeroBitCount
        set &= set &- 1
        if column > lastColumn && members.count > 0 {
          winding = coverCluster(winding, evenOdd, row)
          members.count = 0
        }
        var index = columnLists.base[column]
        while index >= 0 {
          let piece = pieces[Int(index)]
          lastColumn = max(lastColumn, Int(max(piece.xa, piece.xb) >> 16))
          members.append(index)
          index = piece.next
        }
      }
    }
    if members.count > 0 { _ = coverCluster(winding, evenOdd, row) }
  }

  /// Sorts a row's pieces into lists by their leftmost column, and marks these in `columnBits`; returns the words of
  /// marks.
  @inline(__always)
  private func sortIntoColumns(_ list: Int32) -> ClosedRange<Int> {
    let pieces = self.pieces.base
    let lists = columnLists.base
    let bits = columnBits.base
    var firstWord = Int.max
    var lastWord = 0
    var index = list
    while index >= 0 {
      let piece = pieces + Int(index)
      let next = piece.pointee.next
      let column = Int(min(piece.pointee.xa, piece.pointee.xb) >> 16)
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: column & 63)
      let word = column >> 6
      if bits[word] & bit == 0 {
        bits[word] |= bit
        piece.pointee.next = -1
      } else {
        piece.pointee.next = lists[column]
      }
      lists[column] = index
      firstWord = min(firstWord, word)
      lastWord = max(lastWord, word)
      index = next
    }
    return firstWord...lastWord
  }

  /// Deposits the pieces in `members`; returns the winding to their right.
  @inline(__always)
  private func coverCluster(_ winding: Int, _ evenOdd: Bool, _ row: CoverageRow) -> Int {
    if members.count == 1 {
      let piece = pieces.base[Int(members.base[0])]
      if piece.yb &- piece.ya == fullCoverage {
        let after = winding + Int(piece.direction)
        let inside = Self.isInside(after, evenOdd)
        if inside != Self.isInside(winding, evenOdd) {
          row.deposit(xa: Int(piece.xa), ya: 0, xb: Int(piece.xb), yb: fullCoverage, sign: inside ? 1 : -1)
        }
        return after
      }
    }
    if members.count >= WorkBudget.minBudgetedPieces, resolver.budget.isExceeded(by: members, of: pieces.base) {
      return sampled.cover(
        members, of: pieces.base, winding: winding, evenOdd: evenOdd, budget: &resolver.budget, into: row)
    }
    return resolver.resolve(
      UnsafeMutableBufferPointer(start: members.base, count: members.count), of: pieces.base, winding: winding,
      evenOdd: evenOdd, into: row)
  }

  @inline(__always)
  static func isInside(_ winding: Int, _ evenOdd: Bool) -> Bool { evenOdd ? winding & 1 != 0 : winding != 0 }
}
