import Geometry

extension Polylines {
  /// Outlines with fewer points are not resolved, since drawing them exactly costs less.
  static let minResolvedPoints = 1024
  /// Nor are those with more, since finding their crossings takes hundreds of megabytes.
  static let maxResolvedPoints = 1 << 20

  /// The boundary of what is filled, as contours that neither cross nor overlap, each with the inside on the same
  /// side; nil if it was not found, or if the grid it is found on would be coarser than `tolerance` / 8.
  ///
  /// Signed areas of such contours add up, also under projective transforms in front of the near plane. Crossings are rounded to a grid of 2^-27 of the outline's size; corners of the outline stay where they
  /// are. Takes time about linear in the points and crossings.
  func resolved(evenOdd: Bool, tolerance: Double) -> Polylines? {
    guard points.count >= Self.minResolvedPoints, points.count <= Self.maxResolvedPoints else { return nil }
    return Self.boundary(of: [(self, 1)], evenOdd ? .evenOdd : .nonzero, tolerance: tolerance)
  }

  /// The boundary of what a rule takes as inside, likewise, of outlines whose windings count `weight` times each.
  static func boundary(
    of outlines: [(lines: Polylines, weight: Int32)], _ rule: InsideRule, tolerance: Double
  ) -> Polylines? {
    let count = outlines.reduce(0) { $0 + $1.lines.points.count }
    guard count > 0, let bounds = Rect(around: outlines.lazy.flatMap(\.lines.points)) else { return nil }
    let size = max(bounds.width, bounds.height)
    guard size > 0, size < 1e15, abs(bounds.minX) < 1e15, abs(bounds.minY) < 1e15 else { return nil }
    // A power of two of steps; the size is below 2^(exponent + 1).
    let scale = Double(sign: .plus, exponent: 26 - Int(size.exponent), significand: 1)
    guard 8 / scale <= tolerance else { return nil }
    func snapped(_ v: Double, _ low: Double) -> Int32 {
      Int32(truncatingIfNeeded: 4 * (nearestInteger((v - low) * scale) + 1))
    }
    let edges = Scratch<PlanarEdge>(capacity: count * 2)
    var corners = CornerTable(capacity: count)
    for (lines, weight) in outlines {
      let points = lines.points
      var start = 0
      for end in lines.ends {
        guard var a = points[..<end].last else { continue }
        var (ax, ay) = (snapped(a.x, bounds.minX), snapped(a.y, bounds.minY))
        for b in points[start..<end] {
          let (bx, by) = (snapped(b.x, bounds.minX), snapped(b.y, bounds.minY))
          corners.insert(bx, by, b)
          if let edge = PlanarEdge(fromX: ax, fromY: ay, toX: bx, toY: by, windingChange: weight) { edges.append(edge) }
          (a, ax, ay) = (b, bx, by)
        }
        start = end
      }
    }
    let width = snapped(bounds.maxX, bounds.minX) + 4
    let height = snapped(bounds.maxY, bounds.minY) + 4
    guard edges.count > 0, let grid = PlanarSplitter(edges, width: width, height: height).split(),
      let boundary = PlanarWindings(edges, grid, rule).boundary()
    else { return nil }
    return corners.contours(boundary) { x, y in
      Point(bounds.minX + Double(x / 4 - 1) / scale, bounds.minY + Double(y / 4 - 1) / scale)
    }
  }
}
