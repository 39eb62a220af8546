/// An operation that hides what lies below it, in one color.
struct Occluder {
  /// Its index among the operations of the frame.
  let operation: Int
  let edges: EdgeSet
  let color: Pixel
}

extension Rasterizer {
  /// Fewer columns are not worth leaving out.
  private static let minHiddenColumns = 64
  /// How many occluders are looked at for a strip.
  private static let maxTried = 4
  /// Outlines with more edges in a strip take more to look at than they spare; those that hide much have few.
  private static let maxEdges = 12

  /// The operations that may hide others, in order.
  func occluders(among operations: [Operation]) -> [Occluder] {
    operations.enumerated().compactMap { index, operation in
      guard operation.bounds.width >= Self.minHiddenColumns, case .fill(let edges, .solid(let color)) = operation.kind,
        UInt32(color.w) == Pixel.full
      else { return nil }
      return Occluder(operation: index, edges: edges, color: color)
    }
  }

  /// The topmost of `operations` that hides many columns in all rows of `visible`, which lie in one strip, and these
  /// columns; nil if none does.
  func topmostOccluder(
    _ occluders: [Occluder], among operations: Range<Int>, strip: Int, of surface: Surface, visible: PixelRect
  ) -> (operation: Int, columns: Range<Int>)? {
    guard visible.width >= Self.minHiddenColumns else { return nil }
    var tried = 0
    for occluder in occluders.reversed() where operations.contains(occluder.operation) {
      let bounds = occluder.edges.bounds
      guard bounds.y0 <= visible.y0, bounds.y1 >= visible.y1,
        min(bounds.x1, visible.x1) - max(bounds.x0, visible.x0) >= Self.minHiddenColumns,
        edgeCount(of: occluder.edges, strip) <= Self.maxEdges
      else { continue }
      let columns = opaqueColumns(of: occluder.edges, strip: strip, of: surface, visible: visible)
      if columns.count >= Self.minHiddenColumns { return (occluder.operation, columns) }
      tried += 1
      if tried == Self.maxTried { return nil }
    }
    return nil
  }

  /// The columns that an outline covers wholly in all rows of `visible`: of the first row the longest run, and what the
  /// other rows leave of it.
  func opaqueColumns(of edges: EdgeSet, strip: Int, of surface: Surface, visible: PixelRect) -> Range<Int> {
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

  private func edgeCount(of set: EdgeSet, _ strip: Int) -> Int {
    let index = strip - set.firstStrip
    guard index >= 0, index < set.stripCount else { return 0 }
    return Int(store.borders.base[set.firstBorder + index + 1] - store.borders.base[set.firstBorder + index])
  }
}
