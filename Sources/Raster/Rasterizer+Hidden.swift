extension Rasterizer {
  /// Fewer columns are not worth leaving out.
  private static let leastHidden = 64
  /// Outlines that may hide something are looked at in a strip as long as they are few.
  private static let mostTried = 8
  /// Outlines with more edges in a strip, text above all, leave gaps: they cost much to look at and hide little.
  private static let mostEdges = 128

  /// The highest operation that hides many columns of a strip in all rows of `visible`, and these columns; nil where
  /// there is none.
  func hidden(
    _ operations: ArraySlice<Operation>, _ strip: Int, _ surface: Surface, _ visible: PixelRect
  ) -> (operation: Int, columns: Range<Int>)? {
    guard visible.width >= Self.leastHidden else { return nil }
    var tried = 0
    for i in operations.indices.reversed() {
      guard case .fill(let edges, .solid(let color)) = operations[i], UInt32(color.w) == unit else { continue }
      let bounds = edges.bounds
      guard bounds.y0 <= visible.y0, bounds.y1 >= visible.y1,
        min(bounds.x1, visible.x1) - max(bounds.x0, visible.x0) >= Self.leastHidden,
        edgeCount(of: edges, strip) <= Self.mostEdges
      else { continue }
      let columns = wholeColumns(of: edges, strip, surface, visible)
      if columns.count >= Self.leastHidden { return (i, columns) }
      tried += 1
      if tried == Self.mostTried { return nil }
    }
    return nil
  }

  private func edgeCount(of edges: EdgeSet, _ strip: Int) -> Int {
    let index = strip - edges.firstStrip
    guard index >= 0, index < edges.stripCount else { return 0 }
    let borders = store.borders.base + edges.firstBorder + index
    return Int(borders[1] - borders[0])
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
}
