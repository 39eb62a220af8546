import StageKit

/// A plane over the ground.
struct RoofPlane: Sendable {
  /// The rise for each meter, toward where it rises most.
  var slope: Point
  /// The height over the origin.
  var offset: Double

  func height(at p: Point) -> Double { slope.dot(p) + offset }

  /// Level along the line through two points, where it is 0, and rises a meter for each meter to the left of the way from one
  /// to the other.
  init(from a: Point, to b: Point) {
    let way = (b - a).normalized
    slope = way.perpendicular
    offset = -slope.dot(a)
  }

  init(slope: Point, offset: Double) { (self.slope, self.offset) = (slope, offset) }

  static prefix func - (plane: RoofPlane) -> RoofPlane { RoofPlane(slope: -plane.slope, offset: -plane.offset) }
}

/// A height over each place of the ground, without steps: planes, of which the lowest or the highest counts.
indirect enum RoofField: Sendable {
  case plane(RoofPlane)
  case lowest([RoofField])
  case highest([RoofField])

  func height(at p: Point) -> Double {
    switch self {
    case .plane(let plane): plane.height(at: p)
    case .lowest(let parts): parts.reduce(.infinity) { min($0, $1.height(at: p)) }
    case .highest(let parts): parts.reduce(-.infinity) { max($0, $1.height(at: p)) }
    }
  }

  /// Upside down.
  static prefix func - (field: RoofField) -> RoofField {
    switch field {
    case .plane(let plane): .plane(-plane)
    case .lowest(let parts): .highest(parts.map { -$0 })
    case .highest(let parts): .lowest(parts.map { -$0 })
    }
  }
}

// MARK: Outlines

extension RoofField {
  /// Rises evenly inward from all edges of a footprint; it is 0 along these, and below 0 outside.
  ///
  /// Along the edges that `start` names by their ring and index it begins at a height, or ends as high as the others let it,
  /// as at a gable, where that is infinite.
  ///
  /// A polygon is what lies left of its edges, joined by "and" at convex corners and by "or" at reflex ones, each edge taken
  /// once; with the lowest for "and" and the highest for "or", the same formula gives heights. Source: Dobkin, Guibas,
  /// Hershberger and Snoeyink, "An efficient algorithm for finding the CSG representation of a simple polygon" (1988).
  init(inward rings: [[Point]], start: (_ ring: Int, _ edge: Int) -> Double = { _, _ in 0 }) {
    let parts = rings.enumerated().compactMap { index, ring -> RoofField? in
      guard index > 0 else { return Self.inside(ring) { start(index, $0) } }
      let last = ring.count - 1
      // Edge i of the reversed ring runs from corner last − i to the one before.
      return Self.inside(ring.reversed()) { -start(index, (2 * last - $0) % ring.count) }.map { -$0 }
    }
    self = .lowest(parts)
  }

  /// The heights inside a ring that has its inside on the left; nil where it ends high at all edges.
  private static func inside(_ ring: [Point], start: (Int) -> Double) -> RoofField? {
    let edges = ring.indices.compactMap { i -> Edge? in
      let (a, b) = (ring[i], ring[(i + 1) % ring.count])
      return a == b ? nil : Edge(from: a, to: b, start: start(i))
    }
    func isBefore(_ a: Edge, _ b: Edge) -> Bool { (a.from.x, a.from.y) < (b.from.x, b.from.y) }
    guard let low = edges.indices.min(by: { isBefore(edges[$0], edges[$1]) }),
      let high = edges.indices.max(by: { isBefore(edges[$0], edges[$1]) }), low != high
    else { return nil }
    let turned = Array(edges[low...] + edges[..<low])
    let middle = (high - low + edges.count) % edges.count
    return joined(.lowest, [left(of: turned[..<middle]), left(of: turned[middle...])])
  }

  private struct Edge {
    var from: Point
    var to: Point
    var start: Double

    var way: Point { (to - from).normalized }
  }

  /// The heights left of a chain whose first and last edges go on forever.
  private static func left(of chain: ArraySlice<Edge>) -> RoofField? {
    guard let first = chain.first, let last = chain.last else { return nil }
    guard chain.count > 1 else {
      var plane = RoofPlane(from: first.from, to: first.to)
      plane.offset += first.start
      return first.start.isFinite ? .plane(plane) : nil
    }
    // The corner that lies farthest from where both ends lead is one of the convex hull: edges that go on there meet nothing.
    var away = first.way - last.way
    if away.length < 1e-9 { away = -first.way.perpendicular }
    let aside = away.perpendicular
    var (best, reach) = (chain.startIndex, (-Double.infinity, -Double.infinity))
    for index in chain.indices.dropLast() {
      let (far, side) = (away.dot(chain[index].to), aside.dot(chain[index].to))
      if far > reach.0 + 1e-9 || (abs(far - reach.0) <= 1e-9 && side > reach.1) { (best, reach) = (index, (far, side)) }
    }
    let isConvex = chain[best].way.cross(chain[best + 1].way) >= 0
    let parts = [left(of: chain[...best]), left(of: chain[(best + 1)...])]
    return joined(isConvex ? .lowest : .highest, parts)
  }

  private enum Join { case lowest, highest }

  private static func joined(_ join: Join, _ parts: [RoofField?]) -> RoofField? {
    let given = parts.compactMap(\.self)
    guard given.count > 1 else { return given.first }
    return join == .lowest ? .lowest(given) : .highest(given)
  }
}
