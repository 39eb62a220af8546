import StageKit

/// A made-up city that depends on its seed alone: a winding river with bridges, avenues, quarters of different grain,
/// parks, and buildings within two and a half kilometers of its center.
struct City: Sendable {
  /// A street's center line, in meters east and south of the center.
  struct Street: Sendable {
    var kind: StreetClass
    var points: [Point]
  }

  private(set) var streets: [Street] = []
  private(set) var blocks: [[Point]] = []
  private(set) var farBlocks: [[Point]] = []
  private(set) var parks: [[Point]] = []
  private(set) var water: [[Point]] = []
  private(set) var buildings: [Building] = []
  /// The parts of the city, by what they are for and where their middles are.
  private(set) var districts: [(use: QuarterUse, center: Point)] = []
  /// Places in the middle of the river.
  private(set) var riverPlaces: [Point] = []

  /// The city fades from the first of these distances from its center to the second, in meters.
  static let border = (inner: 6500.0, outer: 9200.0)
  private static let detailReach = 2500.0

  private let warp: CityWarp
  private let center: Point

  init(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var planRandom = random.fork()
    let plan = CityPlan(&planRandom)
    var warpRandom = random.fork()
    warp = CityWarp(center: plan.center, &warpRandom)
    center = plan.center
    layRiver(plan, &random)
    for street in plan.streets { add(street) }
    let park = Self.mainPark(of: plan)
    for (index, quarter) in plan.quarters.enumerated() {
      var quarterRandom = random.fork()
      fill(quarter, isMainPark: index == park, &quarterRandom)
    }
  }

  /// The quarter that becomes the large park: the one nearest to 900 m from the center.
  private static func mainPark(of plan: CityPlan) -> Int? {
    plan.quarters.indices.min { a, b in
      func miss(_ i: Int) -> Double { abs(plan.quarters[i].center.distance(to: plan.center) - 900) }
      return miss(a) < miss(b)
    }
  }

  private mutating func fill(_ quarter: ConvexPolygon, isMainPark: Bool, _ random: inout SeededNumbers) {
    let away = quarter.center.distance(to: center)
    guard quarter.points.contains(where: { warp($0).length < Self.border.outer + 400 }) else { return }
    let isPark = isMainPark || (away > 1400 && random.chance(0.05))
    let use = isPark ? QuarterUse.park : QuarterUse(distance: away, &random)
    if away < Self.detailReach { districts.append((use, warp(quarter.center))) }
    if isPark {
      if let ground = quarter.inset() { layPark(on: ground, &random) }
      return
    }
    let coarseness = away < 3000 ? 1 : away < 4600 ? 1.35 : away < 6500 ? 1.9 : 2.6
    let layout = QuarterLayout(quarter, use: use, coarseness: coarseness, &random)
    for street in layout.streets { add(street) }
    for block in layout.blocks {
      var blockRandom = random.fork()
      fill(block, use: use, &blockRandom)
    }
  }

  private mutating func fill(_ block: ConvexPolygon, use: QuarterUse, _ random: inout SeededNumbers) {
    let away = block.center.distance(to: center)
    if random.chance(0.045), block.area < 16_000 || away > 3000 {
      parks.append(outline(of: block))
      return
    }
    guard away < Self.detailReach + 250 * random.within(-1...1) else {
      farBlocks.append(outline(of: block))
      return
    }
    blocks.append(outline(of: block))
    var builder = CityBuildings(random.fork())
    builder.build(on: block, use: use, detail: away < 1250 ? 1 : 1.9)
    for footprint in builder.footprints {
      let court = footprint.court.map { $0.map { warp($0) } }
      let area = ConvexPolygon(footprint.outline, margins: []).area
      let outline = footprint.outline.map { warp($0) }
      let isLarge = area > 650 || random.chance(0.06)
      buildings.append(
        Building(
          rings: [outline] + (court.map { [$0] } ?? []), look: isLarge ? 1 : 0, use: use, away: away))
    }
  }

  private mutating func add(_ street: PlannedStreet) {
    let (a, b) = (warp(street.start), warp(street.end))
    let middle = warp((street.start + street.end) / 2)
    let reach = max(a.distance(to: middle), b.distance(to: middle))
    guard middle.length - reach < Self.border.outer else { return }
    let isNear = middle.length - reach < 3000
    streets.append(
      Street(
        kind: street.kind,
        points: warp.line(from: street.start, to: street.end, tolerance: isNear ? 0.4 : 2.5)))
  }

  private func outline(of block: ConvexPolygon) -> [Point] {
    warp.outline(block.points, tolerance: block.center.distance(to: center) < 3000 ? 0.4 : 3)
  }

  // MARK: Water and parks

  private mutating func layRiver(_ plan: CityPlan, _ random: inout SeededNumbers) {
    let (reach, bank) = (CityPlan.reach, plan.bank)
    water.append(
      warp.outline(
        [Point(-reach, -bank), Point(reach, -bank), Point(reach, bank), Point(-reach, bank)], tolerance: 0.4))
    riverPlaces = Swift.stride(from: -1950.0, through: 2175, by: 275).map { warp(Point($0, 0)) }
    // Lawns on the quays.
    for side in [1.0, -1] {
      for x in Swift.stride(from: -3600.0, to: 3600, by: 300) where random.chance(0.45) {
        let (near, far) = (side * (bank + 3), side * (plan.quayEnd - 3))
        let corners = [Point(x, near), Point(x + 270, near), Point(x + 270, far), Point(x, far)]
        parks.append(warp.outline(side > 0 ? corners : corners.reversed(), tolerance: 0.4))
      }
    }
  }

  /// Lawns with winding paths and, where there is room, a pond.
  private mutating func layPark(on ground: ConvexPolygon, _ random: inout SeededNumbers) {
    parks.append(outline(of: ground))
    guard ground.center.distance(to: center) < 3200, ground.area > 20_000 else { return }
    let size = ground.area.squareRoot()
    let heart = ground.center + Point(random.within(-1...1), random.within(-1...1)) * (size * 0.08)
    func addPath(_ points: [Point]) {
      streets.append(Street(kind: .path, points: points.map { warp($0) }))
    }
    for (i, corner) in ground.points.enumerated() {
      let gate = corner + ground.edge(i) * random.within(0.35...0.65)
      let bend =
        gate.interpolated(to: heart, at: 0.5) + ground.edge(i).normalized * (size * 0.14 * random.within(-1...1))
      addPath(smoothed([gate, bend, heart]))
    }
    for share in [0.36, 0.8] {
      let loop = ground.points.map { heart.interpolated(to: $0, at: share * random.within(0.94...1)) }
      addPath(smoothed(loop + [loop[0]], isClosed: true))
    }
    let shore = (0..<28).map { step in
      let (s, c) = sineAndCosine(degrees: Double(step) * 360 / 28)
      let wobble = 1 + 0.16 * sineAndCosine(degrees: Double(step) * 720 / 28 + 50).sine
      return heart + Point(c * 1.5, s) * (size * 0.12 * wobble)
    }
    let place = ground.points[0] - heart
    water.append(shore.map { warp($0 + place.normalized * (size * 0.2)) })
  }

  /// A line with its corners cut three times over. Source: Chaikin, "An algorithm for high speed curve generation"
  /// (1974).
  private func smoothed(_ points: [Point], isClosed: Bool = false) -> [Point] {
    var result = points
    for _ in 0..<3 {
      var next: [Point] = isClosed ? [] : [result[0]]
      for (a, b) in zip(result, result.dropFirst()) {
        next += [a.interpolated(to: b, at: 0.25), a.interpolated(to: b, at: 0.75)]
      }
      if isClosed { next.append(next[0]) } else { next.append(result[result.count - 1]) }
      result = next
    }
    return result
  }
}
