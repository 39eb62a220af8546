/// A path that turns into another.
///
/// Paths of the same verbs are blended point by point. Others are blended ring by ring: solid rings and holes are paired
/// with their nearest like, both turn the same way round, starts are moved to where they lie closest, and points at the
/// same share of the way round belong together. A ring without a partner grows from a point, or shrinks to one.
///
/// Made once for a pair; each path from it takes time linear in its points.
///
/// ```swift
/// let morph = PathMorph(from: .rect(box), to: .circle(center: box.center, radius: 40))
/// frame.drawing.fill(morph.path(at: min(time.seconds, 1)), .white)
/// ```
public struct PathMorph: Sendable {
  /// The path at progress 0, as it was given.
  public let from: Path
  /// The path at progress 1, as it was given.
  public let to: Path

  private let verbs: [Path.Verb]
  private let start: [Point]
  private let end: [Point]

  /// Pairs the parts of both outlines; costs time linear in their points, mixing much less.
  public init(from: Path, to: Path) {
    self.from = from
    self.to = to
    if from.verbs == to.verbs {
      verbs = from.verbs
      start = from.points
      end = to.points
    } else {
      var blend = RingBlend()
      for (a, b) in ringPairs(from, to) { blend.add(a, b) }
      verbs = blend.verbs
      start = blend.start
      end = blend.end
    }
  }

  /// The path at a share of the way: exactly `from` at 0, exactly `to` at 1, and on a straight line through both
  /// beyond them. NaN counts as 0.
  public func path(at t: Double) -> Path {
    if t == 0 || t.isNaN { return from }
    if t == 1 { return to }
    return Path(verbs: verbs, points: zip(start, end).map { $0.interpolated(to: $1, at: t) })
  }
}

/// The rings of both paths, cut into the same number of cubics.
private struct RingBlend {
  private(set) var verbs: [Path.Verb] = []
  private(set) var start: [Point] = []
  private(set) var end: [Point] = []

  mutating func add(_ a: MorphRing, _ b: MorphRing) {
    let isClosed = a.isClosed && b.isClosed
    var b = b
    if isClosed {
      if a.area * b.area < 0 { b = b.reversed }
      b = b.rotated(to: a)
    }
    let cuts = matchedCuts(a.joints, b.joints)
    verbs.append(.move)
    start.append(a.point(at: 0))
    end.append(b.point(at: 0))
    for (cut, next) in zip(cuts, cuts.dropFirst()) {
      verbs.append(.cubic)
      start += a.cubic(from: cut.a, to: next.a)
      end += b.cubic(from: cut.b, to: next.b)
    }
    if isClosed { verbs.append(.close) }
  }
}

/// Two joints closer than this, in shares of the way around, are the same corner.
private let jointTolerance = 0.02

/// The cuts of both rings: at all joints of either, which are in ascending order between 0 and 1. Joints of both that
/// are close together become one cut; between such, shares grow evenly.
private func matchedCuts(_ a: [Double], _ b: [Double]) -> [(a: Double, b: Double)] {
  var shared: [(a: Double, b: Double)] = [(0, 0)]
  var (i, j) = (0, 0)
  while i < a.count, j < b.count {
    let gap = abs(a[i] - b[j])
    let isBestForA = j + 1 == b.count || abs(a[i] - b[j + 1]) >= gap
    let isBestForB = i + 1 == a.count || abs(a[i + 1] - b[j]) >= gap
    if gap <= jointTolerance, isBestForA, isBestForB {
      shared.append((a[i], b[j]))
      i += 1
      j += 1
    } else if a[i] < b[j] {
      i += 1
    } else {
      j += 1
    }
  }
  shared.append((1, 1))
  var cuts = [shared[0]]
  (i, j) = (0, 0)
  for (low, high) in zip(shared, shared.dropFirst()) {
    let slope = (high.b - low.b) / (high.a - low.a)
    var inner: [(a: Double, b: Double)] = []
    while i < a.count, a[i] < high.a {
      if a[i] > low.a { inner.append((a[i], low.b + (a[i] - low.a) * slope)) }
      i += 1
    }
    while j < b.count, b[j] < high.b {
      if b[j] > low.b { inner.append((low.a + (b[j] - low.b) / slope, b[j])) }
      j += 1
    }
    cuts += inner.sorted { $0.a < $1.a } + [high]
  }
  return cuts
}
