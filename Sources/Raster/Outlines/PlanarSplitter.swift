/// Cuts edges where they cross or touch, until they have nothing in common but ends.
///
/// Crossings are rounded to the grid, which bends the cut edges a little, so that new crossings may appear; these are
/// cut in turn. In the end every pair of edges has been compared, in integers, and found not to cross.
struct PlanarSplitter {
  let edges: Scratch<PlanarEdge>
  private let width: Int32
  private let height: Int32
  private let cuts = Scratch<Cut>(capacity: 4096)
  private let sorted = Scratch<PlanarEdge>()

  /// A point where an edge is to be cut.
  private struct Cut: BitwiseCopyable {
    var edge: Int32
    var x: Int32
    var y: Int32
    var next: Int32
  }

  /// More rounds, and more pairs and cuts together, than any useful outline needs.
  private static let maxRounds = 16
  private let maxPairs: Int
  private let maxEdges: Int

  init(_ edges: Scratch<PlanarEdge>, width: Int32, height: Int32) {
    self.edges = edges
    self.width = width
    self.height = height
    maxPairs = min(3000 * edges.count + 1 << 22, 1 << 28)
    maxEdges = 4 * edges.count + 1 << 20
  }

  /// The grid of the final edges; nil if there would be too many rounds, pairs or cuts.
  func split() -> PlanarGrid? {
    var pairs = 0
    for _ in 0..<Self.maxRounds {
      sort()
      let all = UnsafeBufferPointer(start: edges.base, count: edges.count)
      // If nearly everything lies in a few cells, or passes through most of them, comparing would take forever.
      let maxPassed = min(64 * edges.count + 4096, 4 * edges.count + 1 << 24)
      guard let grid = PlanarGrid(all, width: width, height: height, limit: maxPassed),
        findCuts(grid, &pairs)
      else { return nil }
      if cuts.count == 0 { return grid }
      apply()
    }
    return nil
  }

  /// Orders the edges by their upper ends, by ten binary digits at a time from the lowest.
  private func sort() {
    let count = edges.count
    sorted.reserve(count)
    for shift in [2, 11, 20] as [Int32] {
      var ends = [Int](repeating: 0, count: 1025)
      for i in 0..<count { ends[Int(edges.base[i].y0 >> shift & 1023) + 1] += 1 }
      for i in 1..<1025 { ends[i] += ends[i - 1] }
      ends.withUnsafeMutableBufferPointer { ends in
        for i in 0..<count {
          let edge = edges.base[i]
          let digit = Int(edge.y0 >> shift & 1023)
          sorted.base[ends[digit]] = edge
          ends[digit] += 1
        }
      }
      edges.base.update(from: sorted.base, count: count)
    }
  }

  /// False if there are too many pairs or cuts.
  private func findCuts(_ grid: PlanarGrid, _ pairs: inout Int) -> Bool {
    cuts.count = 0
    let edges = self.edges.base
    let maxPairs = min(pairs + 400 * self.edges.count + 100_000, maxPairs)
    let maxCuts = maxEdges - self.edges.count
    grid.starts.withUnsafeBufferPointer { starts in
      grid.items.withUnsafeBufferPointer { items in
        for cell in 0..<grid.columns * grid.rows {
          let first = Int(starts[cell])
          let end = Int(starts[cell + 1])
          if pairs > maxPairs || cuts.count > maxCuts { return }
          for i in first..<end {
            let index = items[i]
            let e = edges[Int(index)]
            let left = e.left
            let right = e.right
            var j = i + 1
            // Those that begin below it follow.
            while j < end {
              let f = edges + Int(items[j])
              if f.pointee.y0 > e.y1 { break }
              if !(f.pointee.left > right || f.pointee.right < left), e.isNew || f.pointee.isNew {
                compare(e, at: index, with: f.pointee, at: items[j])
              }
              j += 1
            }
            pairs += j - i
          }
        }
      }
    }
    return pairs <= maxPairs && cuts.count <= maxCuts
  }

  @inline(__always)
  private func compare(_ e: PlanarEdge, at i: Int32, with f: PlanarEdge, at j: Int32) {
    let e0 = f.side(e.x0, e.y0)
    let e1 = f.side(e.x1, e.y1)
    if (e0 > 0 && e1 > 0) || (e0 < 0 && e1 < 0) { return }
    let f0 = e.side(f.x0, f.y0)
    let f1 = e.side(f.x1, f.y1)
    if (f0 > 0 && f1 > 0) || (f0 < 0 && f1 < 0) { return }
    if e0 != 0 && e1 != 0 && f0 != 0 && f1 != 0 {
      let t = Double(e0) / (Double(e0) - Double(e1))
      let x = Int32(truncatingIfNeeded: nearestInteger((Double(e.x0) + Double(e.x1 - e.x0) * t) / 4) * 4)
      let y = Int32(truncatingIfNeeded: nearestInteger((Double(e.y0) + Double(e.y1 - e.y0) * t) / 4) * 4)
      if !(x == e.x0 && y == e.y0) && !(x == e.x1 && y == e.y1) { cut(i, x, y) }
      if !(x == f.x0 && y == f.y0) && !(x == f.x1 && y == f.y1) { cut(j, x, y) }
      return
    }
    if e0 == 0 && f.contains(e.x0, e.y0) { cut(j, e.x0, e.y0) }
    if e1 == 0 && f.contains(e.x1, e.y1) { cut(j, e.x1, e.y1) }
    if f0 == 0 && e.contains(f.x0, f.y0) { cut(i, f.x0, f.y0) }
    if f1 == 0 && e.contains(f.x1, f.y1) { cut(i, f.x1, f.y1) }
  }

  private func cut(_ edge: Int32, _ x: Int32, _ y: Int32) { cuts.append(Cut(edge: edge, x: x, y: y, next: -1)) }

  /// Replaces each cut edge by its pieces.
  private func apply() {
    let edges = self.edges
    let count = edges.count
    for i in 0..<count { edges.base[i].isNew = false }
    var lists = [Int32](repeating: -1, count: count)
    for i in 0..<cuts.count {
      let edge = Int(cuts.base[i].edge)
      cuts.base[i].next = lists[edge]
      lists[edge] = Int32(truncatingIfNeeded: i)
    }
    var points: [(order: Int, x: Int32, y: Int32)] = []
    for i in 0..<count where lists[i] >= 0 {
      let edge = edges.base[i]
      points.removeAll(keepingCapacity: true)
      var next = lists[i]
      while next >= 0 {
        let cut = cuts.base[Int(next)]
        let along =
          Int(cut.x - edge.x0) * Int(edge.x1 - edge.x0) + Int(cut.y - edge.y0) * Int(edge.y1 - edge.y0)
        points.append((along, cut.x, cut.y))
        next = cut.next
      }
      points.sort { ($0.order, $0.y, $0.x) < ($1.order, $1.y, $1.x) }
      points.append((0, edge.x1, edge.y1))
      // The first piece replaces the edge.
      var (x, y) = (edge.x0, edge.y0)
      var isReplaced = false
      for point in points {
        guard let piece = PlanarEdge(fromX: x, fromY: y, toX: point.x, toY: point.y, windingChange: edge.windingChange)
        else { continue }
        (x, y) = (point.x, point.y)
        if isReplaced { edges.append(piece) } else { edges.base[i] = piece }
        isReplaced = true
      }
    }
  }
}
