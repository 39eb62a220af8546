import StageKit

/// The use of a quarter.
enum QuarterUse: CaseIterable {
  /// Large lots with large buildings.
  case core
  /// Rows of houses around courtyards.
  case courts
  /// Long parallel buildings.
  case slabs
  /// Houses in gardens.
  case houses
  /// Halls and yards.
  case works
  case park

  /// A block's length and depth from street to street, in meters.
  var block: Size {
    switch self {
    case .core: Size(104, 82)
    case .courts: Size(118, 78)
    case .slabs: Size(190, 120)
    case .houses: Size(176, 74)
    case .works: Size(220, 140)
    case .park: Size(400, 400)
    }
  }

  init(distance: Double, _ random: inout SeededNumbers) {
    let roll = random.unit()
    switch distance {
    case ..<750: self = roll < 0.45 ? .core : .courts
    case ..<1700: self = roll < 0.62 ? .courts : roll < 0.74 ? .core : roll < 0.86 ? .houses : .slabs
    default: self = roll < 0.24 ? .courts : roll < 0.68 ? .houses : roll < 0.84 ? .slabs : .works
    }
  }
}

/// The streets and blocks within a quarter.
struct QuarterLayout {
  private(set) var streets: [PlannedStreet] = []
  /// With the street's margins already taken off.
  private(set) var blocks: [ConvexPolygon] = []

  /// - Parameter coarseness: 1 for blocks of natural size, more for larger ones.
  init(_ quarter: ConvexPolygon, use: QuarterUse, coarseness: Double, _ random: inout SeededNumbers) {
    var along = quarter.edge(quarter.longestEdge).normalized
    if random.chance(0.22) {
      let (s, c) = sineAndCosine(degrees: random.within(20...45))
      along = Point(c * along.x - s * along.y, s * along.x + c * along.y)
    }
    let across = along.perpendicular
    let length = use.block.width * coarseness * random.within(0.9...1.15)
    let depth = use.block.height * coarseness * random.within(0.92...1.1)
    let isStaggered = random.chance(0.25)
    let smallest = length * depth * 0.3

    // Streets along the quarter cut it into strips, the last piece being what is left.
    let laneKind: StreetClass = coarseness > 1.5 ? .street : .lane
    var strips: [ConvexPolygon] = []
    var rest = quarter
    for place in Self.places(quarter.extent(along: across), step: depth, &random) {
      let line = Line(through: across * place, along: along)
      guard case (let ahead?, let behind?) = rest.split(by: line, margin: StreetClass.street.margin),
        ahead.area > smallest * 1.5, behind.area > smallest * 1.5, let chord = rest.chord(of: line)
      else { continue }
      strips.append(behind)
      rest = ahead
      streets.append(
        PlannedStreet(
          kind: .street, start: line.point(at: chord.lowerBound), end: line.point(at: chord.upperBound)))
    }
    strips.append(rest)

    // Lanes across, mostly in line from strip to strip.
    let places = Self.places(quarter.extent(along: along), step: length, &random)
    var chords = [[ClosedRange<Double>]](repeating: [], count: places.count)
    for (index, strip) in strips.enumerated() {
      let shift = isStaggered && index % 2 == 1 ? length / 2 : 0
      var rest = strip
      for (number, place) in places.enumerated() {
        let isLeftOut = random.chance(0.09)
        let line = Line(through: along * (place + shift), along: across)
        guard !isLeftOut, case (let behind?, let ahead?) = rest.split(by: line, margin: laneKind.margin),
          ahead.area > smallest, behind.area > smallest, let chord = rest.chord(of: line)
        else { continue }
        add(behind)
        rest = ahead
        if shift == 0 {
          chords[number].append(chord)
        } else {
          streets.append(
            PlannedStreet(
              kind: laneKind, start: line.point(at: chord.lowerBound), end: line.point(at: chord.upperBound)))
        }
      }
      add(rest)
    }
    for (place, stretches) in zip(places, chords) {
      let line = Line(through: along * place, along: across)
      for stretch in joined(stretches) {
        streets.append(
          PlannedStreet(
            kind: laneKind, start: line.point(at: stretch.lowerBound), end: line.point(at: stretch.upperBound)))
      }
    }
  }

  private mutating func add(_ polygon: ConvexPolygon) {
    if let block = polygon.inset(), block.area > 120 { blocks.append(block) }
  }

  /// Uneven steps across a stretch, its ends left out.
  private static func places(
    _ stretch: ClosedRange<Double>, step: Double, _ random: inout SeededNumbers
  ) -> [Double] {
    let span = stretch.upperBound - stretch.lowerBound
    let count = max(1, (span / step).rounded())
    return Swift.stride(from: 1.0, to: count, by: 1).map {
      stretch.lowerBound + span / count * ($0 + 0.13 * random.within(-1...1))
    }
  }
}
