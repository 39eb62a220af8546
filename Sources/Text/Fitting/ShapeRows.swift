import StageKit

/// The heights of a shape at which lines of text may be.
struct ShapeRows {
  /// A part of a shape as high as a line, in points from the top left of the layout's box.
  struct Row: Equatable {
    let top: Double
    let x: Double
    let width: Double
  }

  let bounds: Rect
  private let edges: [(from: Point, to: Point)]

  /// The chords by which a curve is replaced; they are within a millionth of its size.
  private static let chords = 64

  init(_ outline: Path) {
    var edges: [(from: Point, to: Point)] = []
    for subpath in outline.subpaths {
      var last = subpath.start
      func add(_ point: Point) {
        if last.y != point.y { edges.append((last, point)) }
        last = point
      }
      for segment in subpath.segments where segment.isFinite {
        let count = segment.isLine ? 1 : Self.chords
        for index in 1...count { add(segment.point(at: Double(index) / Double(count))) }
      }
      add(subpath.start)
    }
    self.edges = edges
    bounds = outline.bounds ?? .zero
  }

  /// The widest part that is inside of the shape over all of a height; nil where there is none.
  func row(top: Double, height: Double) -> Row? {
    let bottom = top + height
    guard top >= bounds.minY - 1e-9, bottom <= bounds.maxY + 1e-9, height > 0 else { return nil }
    let near = edges.filter { min($0.from.y, $0.to.y) < bottom && max($0.from.y, $0.to.y) > top }
    // Between the heights of corners all edges are straight, so that their ends are their extremes.
    let corners = near.flatMap { [$0.from.y, $0.to.y] }.filter { $0 > top && $0 < bottom }
    let heights = [top] + Set(corners).sorted() + [bottom]
    // Corners of two sides that rounding alone has apart make no part of their own.
    let thinnest = bounds.height * 1e-9
    var open: [(start: Double, end: Double)]?
    for (upper, lower) in zip(heights, heights.dropFirst()) where lower - upper > thinnest {
      let inside = parts(of: near, from: upper, to: lower)
      open = open.map { Self.common($0, inside) } ?? inside
      if open?.isEmpty == true { return nil }
    }
    return open?.max { $0.end - $0.start < $1.end - $1.start }.map {
      Row(top: top, x: $0.start, width: $0.end - $0.start)
    }
  }

  /// The parts that are inside from one height to another, between which there are no corners.
  private func parts(
    of edges: [(from: Point, to: Point)], from upper: Double, to lower: Double
  ) -> [(start: Double, end: Double)] {
    let middle = (upper + lower) / 2
    let crossing = edges.filter { min($0.from.y, $0.to.y) < middle && max($0.from.y, $0.to.y) > middle }
      .map { edge in
        (
          upper: Self.x(of: edge, at: upper), middle: Self.x(of: edge, at: middle), lower: Self.x(of: edge, at: lower),
          turn: edge.to.y > edge.from.y ? 1 : -1
        )
      }
      .sorted { $0.middle < $1.middle }
    var result: [(start: Double, end: Double)] = []
    var (winding, start) = (0, 0.0)
    for edge in crossing {
      let before = winding
      winding += edge.turn
      if before == 0 { start = max(edge.upper, edge.lower) }
      let end = min(edge.upper, edge.lower)
      if winding == 0, end > start { result.append((start, end)) }
    }
    return result
  }

  private static func x(of edge: (from: Point, to: Point), at y: Double) -> Double {
    let share = (y - edge.from.y) / (edge.to.y - edge.from.y)
    return edge.from.x + (edge.to.x - edge.from.x) * min(max(share, 0), 1)
  }

  private static func common(
    _ a: [(start: Double, end: Double)], _ b: [(start: Double, end: Double)]
  ) -> [(start: Double, end: Double)] {
    a.flatMap { first in
      b.compactMap { second in
        let (start, end) = (max(first.start, second.start), min(first.end, second.end))
        return end > start ? (start, end) : nil
      }
    }
  }
}
