/// The pairs of rings of two paths that become each other.
///
/// Holes become holes and solid rings solid rings, closed ones closed ones where they can; nearest centers and sizes
/// first; with more than a thousand rings holes are not treated apart, and rings beyond the first ten thousand are left out
/// between both paths. A ring without a partner is paired with a point, at the same relative position in the other path's
/// box.
func ringPairs(_ from: Path, _ to: Path) -> [(MorphRing, MorphRing)] {
  let a = RingSet(from)
  var b = RingSet(to)
  if a.turn * b.turn < 0 { b.reverse() }
  var pairs: [(a: Int, b: Int)] = []
  for isHole in [false, true] {
    pairs += assigned(
      a.rings.indices.filter { a.isHole[$0] == isHole }, b.rings.indices.filter { b.isHole[$0] == isHole }
    ) { i, j in
      let move = a.relative(a.rings[i].centroid).distance(to: b.relative(b.rings[j].centroid))
      let growth = abs(a.relativeSize(i) - b.relativeSize(j))
      return move + growth + (a.rings[i].isClosed == b.rings[j].isClosed ? 0 : 1e6)
    }
  }
  pairs.sort { $0.a < $1.a }
  var result = pairs.map { (a.rings[$0.a], b.rings[$0.b]) }
  let usedA = Set(pairs.map(\.a))
  let usedB = Set(pairs.map(\.b))
  for (index, ring) in a.rings.enumerated() where !usedA.contains(index) {
    result.append((ring, MorphRing(point: b.absolute(a.relative(ring.centroid)), isClosed: ring.isClosed)))
  }
  for (index, ring) in b.rings.enumerated() where !usedB.contains(index) {
    result.append((MorphRing(point: a.absolute(b.relative(ring.centroid)), isClosed: ring.isClosed), ring))
  }
  return result
}

/// Pairs of least cost first, each item once; in order where there are too many to compare all.
private func assigned(
  _ a: [Int], _ b: [Int], cost: (Int, Int) -> Double
) -> [(a: Int, b: Int)] {
  guard a.count * b.count <= 65_536 else { return zip(a, b).map { ($0, $1) } }
  let candidates = a.flatMap { i in b.map { j in (cost: cost(i, j), a: i, b: j) } }
    .sorted { ($0.cost, $0.a, $0.b) < ($1.cost, $1.a, $1.b) }
  var usedA = Set<Int>()
  var usedB = Set<Int>()
  var result: [(a: Int, b: Int)] = []
  for candidate in candidates where !usedA.contains(candidate.a) && !usedB.contains(candidate.b) {
    usedA.insert(candidate.a)
    usedB.insert(candidate.b)
    result.append((candidate.a, candidate.b))
  }
  return result
}

/// A path's rings, and what each of them is.
private struct RingSet {
  private(set) var rings: [MorphRing]
  /// True if the nonzero rule leaves a ring's inside empty, because it turns against what surrounds it.
  let isHole: [Bool]
  private let box: Rect

  /// Each takes kilobytes while paths are paired.
  private static let maxRings = 10_000
  /// With more rings none counts as a hole, since each would be compared with all others.
  private static let maxCompared = 1000

  init(_ path: Path) {
    let rings = path.subpaths.prefix(Self.maxRings).compactMap { MorphRing($0) }
    let boxes = rings.map { Rect(around: $0.samples) ?? .zero }
    self.rings = rings
    isHole = rings.indices.map { index in
      guard rings.count <= Self.maxCompared, rings[index].isClosed, rings[index].area != 0 else { return false }
      var around = 0
      for other in rings.indices where other != index && boxes[other].contains(boxes[index]) {
        around += rings[other].winding(around: rings[index].samples[0])
      }
      return around != 0 && around + (rings[index].area > 0 ? 1 : -1) == 0
    }
    box = boxes.reduce(boxes.first ?? .zero) { $0.union($1) }
  }

  /// Above 0 where the solid rings run clockwise on a canvas.
  var turn: Double { rings.indices.reduce(0) { $0 + (isHole[$1] || !rings[$1].isClosed ? 0 : rings[$1].area) } }

  /// Makes closed rings run the other way, holes still against what surrounds them.
  mutating func reverse() { rings = rings.map { $0.isClosed ? $0.reversed : $0 } }

  /// A point relative to the box: fractions of its size, from its center.
  func relative(_ p: Point) -> Point {
    Point(
      box.width > 0 ? (p.x - box.center.x) / box.width : 0, box.height > 0 ? (p.y - box.center.y) / box.height : 0)
  }

  func absolute(_ p: Point) -> Point { Point(box.center.x + p.x * box.width, box.center.y + p.y * box.height) }

  /// The side of a square of the ring's area, as a share of the box.
  func relativeSize(_ index: Int) -> Double {
    let whole = box.width * box.height
    return whole > 0 ? (abs(rings[index].area) / whole).squareRoot() : 0
  }
}

extension MorphRing {
  /// The number of times that the ring's samples, joined by lines, run clockwise around a point.
  fileprivate func winding(around p: Point) -> Int {
    var winding = 0
    for (index, a) in samples.enumerated() {
      let b = samples[(index + 1) % samples.count]
      let side = (b - a).cross(p - a)
      if a.y <= p.y, b.y > p.y, side > 0 { winding += 1 }
      if a.y > p.y, b.y <= p.y, side < 0 { winding -= 1 }
    }
    return winding
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }
}

extension Path.Segment {
  /// The same curve as a cubic.
  var elevated: Path.Segment {
    switch self {
    case .line(let a, let b): .cubic(a, a.interpolated(to: b, at: 1.0 / 3), b.interpolated(to: a, at: 1.0 / 3), b)
    case .quad(let a, let b, let c):
      .cubic(a, a.interpolated(to: b, at: 2.0 / 3), c.interpolated(to: b, at: 2.0 / 3), c)
    case .cubic: self
    }
  }
}
