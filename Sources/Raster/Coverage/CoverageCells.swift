/// The coverage of one pixel row as it is accumulated: a change of coverage for every pixel, and a 1 for every group of
/// eight pixels of which one was touched.
///
/// A pixel's coverage is the sum of all changes up to and including its own, in 1/65536. The changes of a deposit add up
/// to exactly its height, so sums never drift, and their order does not matter.
struct CoverageRow {
  let changes: UnsafeMutablePointer<Int32>
  let touched: UnsafeMutablePointer<UInt8>

  @inline(__always)
  private func add(_ pixel: Int, _ own: Int, _ next: Int) {
    changes[pixel] &+= Int32(truncatingIfNeeded: own)
    changes[pixel &+ 1] &+= Int32(truncatingIfNeeded: next)
    touched[pixel >> 3] = 1
    touched[(pixel &+ 1) >> 3] = 1
  }

  /// Covers what lies to the right of a straight piece, times `sign`; x in 1/65536 pixel within the row, y from the
  /// row's top in 1/65536, `ya` < `yb`.
  @inline(__always)
  func deposit(xa: Int, ya: Int, xb: Int, yb: Int, sign: Int) {
    let height = yb &- ya
    let pixel = xa >> 16
    if pixel == xb >> 16 {
      let next = (height &* ((xa & 0xFFFF) &+ (xb & 0xFFFF))) >> 17
      add(pixel, (height &- next) &* sign, next &* sign)
    } else {
      depositWide(from: min(xa, xb), to: max(xa, xb), height: height, sign: sign)
    }
  }

  /// A piece that crosses columns, from its left end to its right one; whether it rises or falls does not matter for
  /// areas.
  @inline(__always)
  private func depositWide(from left: Int, to right: Int, height: Int, sign: Int) {
    let first = left >> 16
    let last = right >> 16
    let rise = Double(height) / Double(right &- left)
    let firstWidth = 0x10000 &- (left & 0xFFFF)
    var reach = Double(firstWidth)
    var y = nearestInteger(reach * rise)
    var next = (y &* ((left & 0xFFFF) &+ 0x10000)) >> 17
    change(first, (y &- next) &* sign)
    var pixel = first &+ 1
    while pixel < last {
      reach += 65_536
      let below = nearestInteger(reach * rise)
      let half = (below &- y) >> 1
      change(pixel, (next &+ below &- y &- half) &* sign)
      next = half
      y = below
      pixel &+= 1
    }
    let rest = height &- y
    let beyond = (rest &* (right & 0xFFFF)) >> 17
    change(last, (next &+ rest &- beyond) &* sign)
    change(last &+ 1, beyond &* sign)
    touch(first, last &+ 1)
  }

  @inline(__always)
  private func change(_ pixel: Int, _ amount: Int) { changes[pixel] &+= Int32(truncatingIfNeeded: amount) }

  @inline(__always)
  private func touch(_ first: Int, _ last: Int) {
    var group = first >> 3
    let lastGroup = last >> 3
    touched[group] = 1
    touched[lastGroup] = 1
    group &+= 1
    while group < lastGroup {
      touched[group] = 1
      group &+= 1
    }
  }
}

/// The coverage rows of a strip; all zero between uses.
final class CoverageCells {
  private let changes = Scratch<Int32>()
  private let touched = Scratch<UInt8>()
  private var stride = 0
  private var groups = 0

  /// All rows, for loops that go through several.
  struct Rows {
    let changes: UnsafeMutablePointer<Int32>
    let touched: UnsafeMutablePointer<UInt8>
    let stride: Int
    let groups: Int

    @inline(__always)
    subscript(row: Int) -> CoverageRow {
      CoverageRow(changes: changes + row &* stride, touched: touched + row &* groups)
    }

    /// The row below `row`.
    @inline(__always)
    func below(_ row: CoverageRow) -> CoverageRow {
      CoverageRow(changes: row.changes + stride, touched: row.touched + groups)
    }
  }

  var rows: Rows { Rows(changes: changes.base, touched: touched.base, stride: stride, groups: groups) }

  /// Makes room for `rows` rows of `width` pixels, for marks in blocks of 32, and for eight changes after the last row's.
  func prepare(width: Int, rows: Int) {
    if width + 2 > stride || stride == 0 {
      stride = (width + 2 + 15) & ~15
      groups = ((stride + 255) >> 8) * 32
    }
    changes.reserve(stride * rows + 8)
    touched.reserve(groups * rows)
  }

  @inline(__always)
  func row(_ row: Int) -> CoverageRow {
    CoverageRow(changes: changes.base + row * stride, touched: touched.base + row * groups)
  }
}
