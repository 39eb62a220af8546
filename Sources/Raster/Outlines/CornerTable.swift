import Geometry

/// A hash table of corners by their position on the grid, with the edges that leave them.
struct CornerTable {
  private var keys: [UInt64]
  private var points: [Point]
  /// The first edge that leaves, or −1.
  private var leaving: [Int32]
  private var count = 0

  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    keys = [UInt64](repeating: .max, count: size)
    points = [Point](repeating: .zero, count: size)
    leaving = [Int32](repeating: -1, count: size)
  }

  private func slot(_ x: Int32, _ y: Int32) -> (Int, UInt64) {
    let key = UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y))
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while keys[slot] != .max && keys[slot] != key { slot = (slot + 1) & mask }
    return (slot, key)
  }

  /// The first of several points at one position counts.
  mutating func insert(_ x: Int32, _ y: Int32, _ point: Point) {
    if (count + 1) * 2 > keys.count { grow() }
    let (slot, key) = slot(x, y)
    guard keys[slot] == .max else { return }
    keys[slot] = key
    points[slot] = point
    count += 1
  }

  private mutating func grow() {
    var larger = CornerTable(capacity: keys.count)
    for i in keys.indices where keys[i] != .max {
      larger.insert(Int32(truncatingIfNeeded: keys[i] >> 32), Int32(truncatingIfNeeded: keys[i]), points[i])
    }
    self = larger
  }

  /// Joins boundary edges to closed contours, with the inside to the right of lines that run down; nil if they do not
  /// close.
  mutating func contours(_ edges: [PlanarEdge], _ point: (Int32, Int32) -> Point) -> Polylines? {
    var next = [Int32](repeating: -1, count: edges.count)
    for e in edges { insert(e.startX, e.startY, point(e.startX, e.startY)) }
    for i in edges.indices.reversed() {
      let (slot, _) = slot(edges[i].startX, edges[i].startY)
      next[i] = leaving[slot]
      leaving[slot] = Int32(truncatingIfNeeded: i)
    }
    var result = Polylines()
    var isUsed = [Bool](repeating: false, count: edges.count)
    for first in edges.indices where !isUsed[first] {
      var i = first
      while true {
        let (x, y) = (edges[i].endX, edges[i].endY)
        isUsed[i] = true
        let (slot, _) = slot(x, y)
        guard keys[slot] != .max else { return nil }
        result.points.append(points[slot])
        var following = leaving[slot]
        while following >= 0 && isUsed[Int(following)] { following = next[Int(following)] }
        leaving[slot] = following
        if x == edges[first].startX && y == edges[first].startY { break }
        guard following >= 0 else { return nil }
        i = Int(following)
      }
      result.endContour()
    }
    return result
  }
}
