/// An operation that hides what lies below it.
struct Occluder {
  /// Its index among the operations of the frame.
  let operation: Int
  let edges: EdgeSet
  /// True if it does so in one color.
  let isSolid: Bool
}

extension Occluder {
  /// Fewer columns are not worth leaving out.
  fileprivate static let minHiddenColumns = 64

  /// The operations that may hide others, in order.
  static func all(among operations: [Operation]) -> [Occluder] {
    // Without copies of the operations, of which there may be many thousands.
    operations.indices.compactMap { index in
      guard operations[index].bounds.width >= minHiddenColumns else { return nil }
      switch operations[index].kind {
      case .fill(let edges, .solid(let color)) where UInt32(color.w) == Pixel.full:
        return Occluder(operation: index, edges: edges, isSolid: true)
      case .fill(let edges, .gradient(let gradient)) where gradient.isOpaque:
        return Occluder(operation: index, edges: edges, isSolid: false)
      case .backdrop(let backdrop):
        return backdrop.opaqueOutline.map { Occluder(operation: index, edges: $0, isSolid: false) }
      default: return nil
      }
    }
  }
}

extension Rasterizer {
  /// The number of occluders that are examined for a strip.
  private static let maxTried = 4
  /// Outlines with more edges in a strip cost more to check than they save; those that hide much have few.
  static let maxEdges = 12

  /// Draws the rows of `layer`, which lie in one strip, without what the topmost occluder hides of most columns.
  func execute(
    _ operations: [Operation], _ occluders: [Occluder], strip: Int, of surface: Surface, onto layer: PixelLayer
  ) {
    let visible = layer.visible
    guard
      let (occluder, hidden) = topmostOccluder(
        occluders, among: 1..<max(operations.count, 1), strip: strip, of: surface, visible: visible),
      hidden.count * 2 >= visible.width
    else { return execute(operations[...], strip: strip, of: surface, onto: layer) }
    var (left, right) = (visible, visible)
    (left.x1, right.x0) = (hidden.lowerBound, hidden.upperBound)
    for part in [left, right] where !part.isEmpty {
      layer.withVisible(part) {
        execute(operations[..<occluder.operation], strip: strip, of: surface, onto: layer)
      }
    }
    execute(operations[occluder.operation...], strip: strip, of: surface, onto: layer)
  }

  /// The topmost of `operations` that hides many columns in all rows of `visible`, which lie in one strip, and these
  /// columns; nil if none does.
  func topmostOccluder(
    _ occluders: [Occluder], among operations: Range<Int>, strip: Int, of surface: Surface, visible: PixelRect
  ) -> (occluder: Occluder, columns: Range<Int>)? {
    guard visible.width >= Occluder.minHiddenColumns else { return nil }
    var tried = 0
    for occluder in occluders.reversed() where operations.contains(occluder.operation) {
      let bounds = occluder.edges.bounds
      guard bounds.y0 <= visible.y0, bounds.y1 >= visible.y1,
        min(bounds.x1, visible.x1) - max(bounds.x0, visible.x0) >= Occluder.minHiddenColumns,
        edgeCount(of: occluder.edges, strip) <= Self.maxEdges
      else { continue }
      let columns = opaqueColumns(of: occluder.edges, strip: strip, visible: visible)
      if columns.count >= Occluder.minHiddenColumns { return (occluder, columns) }
      tried += 1
      if tried == Self.maxTried { return nil }
    }
    return nil
  }

  /// The most columns side by side that no edge touches in the rows of `visible` and that lie inside at every height.
  func opaqueColumns(of set: EdgeSet, strip: Int, visible: PixelRect) -> Range<Int> {
    let heights = visible.y0 << 8..<visible.y1 << 8
    touchedColumns.count = 0
    for edge in edges(of: set, strip) {
      if let touched = TouchedColumns(edge, in: heights) { touchedColumns.append(touched) }
    }
    let touched = UnsafeBufferPointer(start: touchedColumns.base, count: touchedColumns.count)
    var isEvenOdd = false
    if case .exact(evenOdd: true) = set.mode { isEvenOdd = true }
    let limits = max(set.bounds.x0, visible.x0)..<min(set.bounds.x1, visible.x1)
    var longest = 0..<0
    for index in -1..<touched.count {
      let start = index < 0 ? limits.lowerBound : max(touched[index].end, limits.lowerBound)
      var end = limits.upperBound
      for other in touched where other.end > start { end = min(end, max(other.first, start)) }
      if end - start > longest.count, isInside(start, among: touched, heights: heights, isEvenOdd: isEvenOdd) {
        longest = start..<end
      }
    }
    return longest
  }

  /// True if a column that no edge touches is inside at every height.
  private func isInside(
    _ column: Int, among touched: UnsafeBufferPointer<TouchedColumns>, heights: Range<Int>, isEvenOdd: Bool
  ) -> Bool {
    func isInside(at height: Int) -> Bool {
      var winding = 0
      for edge in touched where edge.end <= column && edge.top <= height && edge.bottom > height {
        winding += edge.direction
      }
      return ExactCoverage.isInside(winding, isEvenOdd)
    }
    // The winding changes only where edges begin or end.
    return isInside(at: heights.lowerBound)
      && touched.allSatisfy { edge in
        edge.end > column
          || (isInside(at: edge.top) && (edge.bottom == heights.upperBound || isInside(at: edge.bottom)))
      }
  }

  private func edges(of set: EdgeSet, _ strip: Int) -> UnsafeBufferPointer<Edge> {
    let border = store.borders.base + (set.firstBorder + strip - set.firstStrip)
    return UnsafeBufferPointer(start: store.edges.base + Int(border[0]), count: Int(border[1] - border[0]))
  }

  func edgeCount(of set: EdgeSet, _ strip: Int) -> Int {
    let index = strip - set.firstStrip
    guard index >= 0, index < set.stripCount else { return 0 }
    return Int(store.borders.base[set.firstBorder + index + 1] - store.borders.base[set.firstBorder + index])
  }
}

/// The columns from `first` up to but without `end` that an edge touches at some heights, or a column more on each side.
struct TouchedColumns: BitwiseCopyable {
  let first: Int
  let end: Int
  /// In 1/256 pixel.
  let top: Int
  let bottom: Int
  let direction: Int

  /// Nil if the edge lies at none of the heights.
  init?(_ edge: Edge, in heights: Range<Int>) {
    (top, bottom) = (max(Int(edge.y0), heights.lowerBound), min(Int(edge.y1), heights.upperBound))
    guard top < bottom else { return nil }
    direction = edge.direction
    if edge.x0 == edge.x1 {
      (first, end) = (Int(edge.x0) >> 8, (Int(edge.x0) + 255) >> 8)
    } else {
      let a = (Double(edge.x0) * 256 + Double(top - Int(edge.y0)) * edge.slope) / 65_536
      let b = (Double(edge.x0) * 256 + Double(bottom - Int(edge.y0)) * edge.slope) / 65_536
      (first, end) = (Int(min(a, b).rounded(.down)) - 1, Int(max(a, b).rounded(.down)) + 2)
    }
  }
}
