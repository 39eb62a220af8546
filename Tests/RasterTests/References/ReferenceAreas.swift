import Geometry
import Graphics

/// The exact area of each pixel inside closed contours, row by row.
///
/// The plane is cut into bands at every corner, crossing, and place where an edge meets a pixel border, so that in a
/// band every edge keeps its order and its column; its middle line then gives the area exactly.
func referenceAreas(_ contours: [[Point]], rule: FillRule, width: Int, height: Int) -> [Double] {
  var edges: [(a: Point, b: Point, direction: Int)] = []
  for contour in contours {
    for (a, b) in zip(contour, contour.dropFirst() + contour.prefix(1)) where a.y != b.y {
      edges.append(a.y < b.y ? (a, b, 1) : (b, a, -1))
    }
  }
  var cuts = Set((0...height).map(Double.init))
  for (i, e) in edges.enumerated() {
    cuts.formUnion([e.a.y, e.b.y])
    let d = e.b - e.a
    if d.x != 0 {
      for x in 0...width {
        let t = (Double(x) - e.a.x) / d.x
        if t > 0 && t < 1 { cuts.insert(e.a.y + d.y * t) }
      }
    }
    for f in edges[(i + 1)...] {
      let g = f.b - f.a
      let cross = d.cross(g)
      if cross == 0 { continue }
      let t = (f.a - e.a).cross(g) / cross
      let u = (f.a - e.a).cross(d) / cross
      if t > 0 && t < 1 && u > 0 && u < 1 { cuts.insert(e.a.y + d.y * t) }
    }
  }
  var areas = [Double](repeating: 0, count: width * height)
  let sorted = cuts.filter { $0 >= 0 && $0 <= Double(height) }.sorted()
  for (top, bottom) in zip(sorted, sorted.dropFirst()) {
    let y = (top + bottom) / 2
    let row = min(Int(y), height - 1)
    let crossed = edges.filter { $0.a.y < y && $0.b.y > y }.map { e in
      (x: e.a.x + (e.b.x - e.a.x) * (y - e.a.y) / (e.b.y - e.a.y), direction: e.direction)
    }.sorted { $0.x < $1.x }
    var winding = 0
    for (left, right) in zip(crossed, crossed.dropFirst()) {
      winding += left.direction
      guard rule == .nonzero ? winding != 0 : winding % 2 != 0 else { continue }
      for x in 0..<width {
        let overlap = min(right.x, Double(x + 1)) - max(left.x, Double(x))
        if overlap > 0 { areas[row * width + x] += overlap * (bottom - top) }
      }
    }
  }
  return areas
}
