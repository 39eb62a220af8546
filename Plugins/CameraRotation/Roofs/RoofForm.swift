import StageKit

/// The way in which a roof rises over its footprint.
enum RoofForm: Sendable {
  /// As high over each place as a profile says of the field's share of its greatest height.
  case surface(RoofSurface, RoofProfile)
  /// The outline around a middle, smaller and smaller.
  case rings(middle: Point, RoofProfile, run: Double)

  /// The distance from the eaves to where it is highest, or with a field its height.
  var run: Double {
    switch self {
    case .surface(let surface, _): surface.rise
    case .rings(_, _, let run): run
    }
  }

  /// Nil for a roof that is flat, and over a footprint without an area or one that crosses itself.
  ///
  /// - Parameter rings: The footprint, near the origin.
  init?(_ shape: RoofShape, over rings: [[Point]], _ alignment: RoofAlignment) {
    guard let outline = rings.first, Building.area(outline) > 1e-3 else { return nil }
    let profile = RoofProfile(shape)
    switch shape {
    case .flat, .plainGabled, .plainHipped: return nil
    case .pyramidal, .cone, .dome, .onion:
      let middle = outline.centroid
      let edges = zip(outline, outline.dropFirst() + outline.prefix(1)).filter { $0.0 != $0.1 }
      let run = edges.map { RoofPlane(from: $0.0, to: $0.1).height(at: middle) }.min() ?? 0
      // From there all of the outline is seen.
      if rings.count == 1, run > 0.01 {
        self = .rings(middle: middle, shape == .onion ? .onion : profile, run: run)
        return
      }
    default: break
    }
    let surface = RoofSurface(
      rings, Self.field(shape, over: rings, alignment), levels: profile.points.dropFirst().dropLast().map(\.x))
    // Inside an outline that does not cross itself, no field is below 0.
    guard surface.rise > 0.01, surface.rise.isFinite, surface.heights.allSatisfy({ $0 > -0.01 }) else { return nil }
    self = .surface(surface, profile)
  }

  private static func field(_ shape: RoofShape, over rings: [[Point]], _ alignment: RoofAlignment) -> RoofField {
    let outline = rings[0]
    let frame = RoofFrame(around: outline, alignment)
    let sides = frame.sides
    let box = RoofField.lowest(sides.map(RoofField.plane))
    // A circle of so many corners is as good as round; roofs from each of its sides would be none.
    func inward(_ start: (Int, Int) -> Double = { _, _ in 0 }) -> RoofField {
      rings.reduce(0) { $0 + $1.count } > 128 ? box : RoofField(inward: rings, start: start)
    }
    // One ridge, unless the footprint has wings or a court.
    let hasWings =
      alignment.direction == nil && !alignment.isAcross
      && (rings.count > 1 || Building.area(outline) < 0.8 * frame.area)
    switch shape {
    case .skillion:
      if alignment.direction == nil, !alignment.isAcross, frame.across.y < 0 { return .plane(sides[0]) }
      return .plane(sides[1])
    case _ where hasWings && [.gabled, .gambrel, .round, .saltbox, .halfHipped].contains(shape):
      let gables = gables(of: outline)
      return inward { ring, edge in
        guard ring == 0, gables.contains(edge) else { return 0 }
        // Half of the height that the wing has by its width.
        return shape == .halfHipped ? outline[edge].distance(to: outline[(edge + 1) % outline.count]) / 4 : .infinity
      }
    case .gabled, .gambrel, .round: return .lowest(sides[..<2].map(RoofField.plane))
    case .saltbox:
      // As steep on both sides, with the ridge at a third of the width.
      var short = sides[0]
      short.offset += frame.width.size / 3
      return .lowest([.plane(short), .plane(sides[1])])
    case .halfHipped:
      // Hips from the middle of the gables upward, as steep as the sides if the ridge is long enough.
      let slope = max(1, frame.width.size / (2 * frame.length.size))
      let hips = sides[2...].map { side in
        RoofPlane(slope: side.slope * slope, offset: side.offset * slope + frame.width.size / 4)
      }
      return .lowest((sides[..<2] + hips).map(RoofField.plane))
    default: return inward()
    }
  }

  /// The indices of the edges at the ends of wings: between two longer ones that run nearly one way and back.
  private static func gables(of outline: [Point]) -> Set<Int> {
    let count = outline.count
    let edges = outline.indices.map { outline[($0 + 1) % count] - outline[$0] }
    let found = edges.indices.filter { i in
      let (before, edge, after) = (edges[(i + count - 1) % count], edges[i], edges[(i + 1) % count])
      return before.cross(edge) > 0 && edge.cross(after) > 0 && edge.length < min(before.length, after.length)
        && before.normalized.dot(after.normalized) < -0.7
    }
    return Set(found)
  }
}

/// The growth of a roof's height from the eaves to the top.
struct RoofProfile: Sendable {
  /// Shares of the way inward, and of the height there.
  var points: [Point]

  init(_ shape: RoofShape) {
    switch shape {
    // Two thirds of the height in a third of the way.
    case .gambrel, .mansard: points = [.zero, Point(1.0 / 3, 2.0 / 3), Point(1, 1)]
    case .round, .dome, .onion:
      points = (0...5).map { step in
        let (s, c) = sineAndCosine(degrees: 18 * Double(step))
        return step == 5 ? Point(1, 1) : Point(1 - c, s)
      }
    default: points = [.zero, Point(1, 1)]
    }
  }

  private init(points: [Point]) { self.points = points }

  /// Bulges over its foot, which stands back so that nothing hangs beyond the walls.
  static let onion = RoofProfile(
    points: [
      .zero, Point(0.16, 0.02), Point(0.05, 0.12), Point(0, 0.24), Point(0.06, 0.37), Point(0.24, 0.5),
      Point(0.5, 0.62), Point(0.74, 0.74), Point(0.89, 0.87), Point(1, 1),
    ])

  /// The share of the height at a share of the way.
  func height(at share: Double) -> Double {
    guard let next = points.dropFirst().firstIndex(where: { $0.x >= share }) else { return 1 }
    let (a, b) = (points[next - 1], points[next])
    return share >= b.x ? b.y : a.y + (b.y - a.y) * (share - a.x) / (b.x - a.x)
  }
}
