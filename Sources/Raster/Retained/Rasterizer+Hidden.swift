extension Rasterizer {
  /// Fewer columns are not worth leaving out.
  private static let leastHidden = 64
  /// Outlines that may hide something are looked at in a strip as long as they are few.
  private static let mostTried = 4
  /// Outlines with more edges in a strip cost more to look at than they can spare; what hides much has few.
  private static let mostEdges = 12

  /// The operations that may hide others, in order.
  func screens(_ operations: [Operation]) -> [Screen] {
    operations.enumerated().compactMap { index, operation in
      guard operation.bounds.width >= Self.leastHidden, case .fill(let edges, .solid(let color)) = operation.kind,
        UInt32(color.w) == Pixel.full
      else { return nil }
      return Screen(operation: index, edges: edges, color: color)
    }
  }

  /// The highest of operations that hides many columns of a strip in all rows of `visible`, and these columns; nil where
  /// there is none. `screens` are those of the frame.
  func hidden(
    _ screens: [Screen], _ operations: Range<Int>, _ strip: Int, _ visible: PixelRect, _ surface: Surface
  ) -> (operation: Int, columns: Range<Int>)? {
    guard visible.width >= Self.leastHidden else { return nil }
    var tried = 0
    for screen in screens.reversed() where operations.contains(screen.operation) {
      let bounds = screen.edges.bounds
      guard bounds.y0 <= visible.y0, bounds.y1 >= visible.y1,
        min(bounds.x1, visible.x1) - max(bounds.x0, visible.x0) >= Self.leastHidden,
        edgeCount(of: screen.edges, strip) <= Self.mostEdges
      else { continue }
      let columns =
        if case .simple = screen.edges.mode { wholeColumns(between: screen.edges, strip, visible) } else {
          wholeColumns(of: screen.edges, strip, surface, visible)
        }
      if columns.count >= Self.leastHidden { return (screen.operation, columns) }
      tried += 1
      if tried == Self.mostTried { return nil }
    }
    return nil
  }

  /// The color of the first operation where that is one for all that is visible of a strip and lets shine through what
  /// lies below; nil where it is not.
  func veil(_ operations: ArraySlice<Operation>, _ strip: Int, _ visible: PixelRect) -> Pixel? {
    guard case .fill(let edges, .solid(let color))? = operations.first?.kind, 0 < color.w, UInt32(color.w) < Pixel.full,
      covers(edges, visible.x0..<visible.x1, strip, visible)
    else { return nil }
    return color
  }

  /// The highest operation that hides all of some columns in all rows of a strip by one color; nil where none does.
  func cover(_ screens: [Screen], _ columns: Range<Int>, _ strip: Int, _ visible: PixelRect) -> Screen? {
    screens.last { covers($0.edges, columns, strip, visible) }
  }

  /// Whether an outline that nowhere overlaps covers columns wholly in all rows of `visible`.
  private func covers(_ edges: EdgeSet, _ columns: Range<Int>, _ strip: Int, _ visible: PixelRect) -> Bool {
    guard case .simple = edges.mode else { return false }
    let bounds = edges.bounds
    return bounds.y0 <= visible.y0 && bounds.y1 >= visible.y1 && bounds.x0 <= columns.lowerBound
      && bounds.x1 >= columns.upperBound && edgeCount(of: edges, strip) <= Self.mostEdges
      && wholeColumns(between: edges, strip, visible).clamped(to: columns) == columns
  }

  private func edgeCount(of set: EdgeSet, _ strip: Int) -> Int {
    let index = strip - set.firstStrip
    guard index >= 0, index < set.stripCount else { return 0 }
    return Int(store.borders.base[set.firstBorder + index + 1] - store.borders.base[set.firstBorder + index])
  }

  /// The columns that an outline covers wholly in all rows of `visible`, at least those of the longest run of its first.
  private func wholeColumns(
    of edges: EdgeSet, _ strip: Int, _ surface: Surface, _ visible: PixelRect
  ) -> Range<Int> {
    var common = visible.x0..<visible.x1
    var rows = 0
    forEachRow(of: edges, strip: strip, surface: surface, inside: visible) { _, spans, _ in
      var longest = 0..<0
      for span in spans where span.coverage == fullCoverage {
        let run = (Int(span.x)..<Int(span.x + span.count)).clamped(to: common)
        if run.count > longest.count { longest = run }
      }
      common = longest
      rows += 1
    }
    return rows == visible.height ? common : 0..<0
  }

  /// The most columns side by side that no edge touches in the rows of `visible` and that lie inside for all their
  /// height; for outlines that nowhere overlap.
  private func wholeColumns(between set: EdgeSet, _ strip: Int, _ visible: PixelRect) -> Range<Int> {
    let count = edgeCount(of: set, strip)
    let edges = store.edges.base + Int(store.borders.base[set.firstBorder + strip - set.firstStrip])
    let (top, bottom) = (visible.y0 << 8, visible.y1 << 8)
    touched.reserve(count)
    touched.count = 0
    for i in 0..<count {
      let edge = edges[i]
      let (y0, y1) = (max(Int(edge.y0), top), min(Int(edge.y1), bottom))
      guard y0 < y1 else { continue }
      var (first, end) = (Int(edge.x0) >> 8, Int(edge.x0) >> 8)
      if edge.x0 != edge.x1 || edge.x0 & 255 != 0 {
        let a = (Double(edge.x0) * 256 + Double(y0 - Int(edge.y0)) * edge.slope) / 65_536
        let b = (Double(edge.x0) * 256 + Double(y1 - Int(edge.y0)) * edge.slope) / 65_536
        first = Int(min(a, b).rounded(.down)) - 1
        end = Int(max(a, b).rounded(.down)) + 2
      }
      touched.append(TouchedColumns(first: first, end: end, height: (y1 - y0) * edge.direction))
    }
    let limits = max(set.bounds.x0, visible.x0)..<min(set.bounds.x1, visible.x1)
    var longest = 0..<0
    for i in -1..<touched.count {
      let start = i < 0 ? limits.lowerBound : touched.base[i].end
      guard start >= limits.lowerBound, start + longest.count < limits.upperBound else { continue }
      var end = limits.upperBound
      var height = 0
      for j in 0..<touched.count {
        let other = touched.base[j]
        if other.end <= start {
          height += other.height
        } else {
          end = min(end, max(other.first, start))
        }
      }
      if abs(height) == bottom - top && end - start > longest.count { longest = start..<end }
    }
    return longest
  }
}

/// An operation that hides what lies below it, in one color.
struct Screen {
  /// Its place among the operations of the frame.
  let operation: Int
  let edges: EdgeSet
  let color: Pixel
}

/// The columns from `first` up to but without `end` that an edge touches, and its height in 1/256 pixel, below 0 where it
/// runs up.
struct TouchedColumns: BitwiseCopyable {
  var first: Int
  var end: Int
  var height: Int
}
