import StageKit

/// The purpose of a street.
enum StreetClass: Int, CaseIterable {
  case path, lane, street, avenue, boulevard

  /// In meters.
  var width: Double {
    switch self {
    case .path: 2.5
    case .lane: 6
    case .street: 8
    case .avenue: 13
    case .boulevard: 19
    }
  }

  /// The clearance to either side of its center line: half its width and a sidewalk.
  var margin: Double {
    switch self {
    case .path: 2
    case .lane: 5.5
    case .street: 7
    case .avenue: 10.5
    case .boulevard: 14.5
    }
  }
}

/// A straight street of the plan.
struct PlannedStreet {
  var kind: StreetClass
  var start: Point
  var end: Point
}

/// The large lines of a city: a river along the x axis, avenues along and across it, and the quarters between them.
struct CityPlan {
  /// To this far from the plan's origin, along both axes, in meters.
  static let reach = 10_500.0

  private(set) var quarters: [ConvexPolygon] = []
  private(set) var streets: [PlannedStreet] = []
  /// Half the river's width.
  let bank: Double
  /// The center of the city.
  let center: Point
  /// The end of the quays, as half the distance between the embankment streets' near edges.
  var quayEnd: Double { embankment - StreetClass.avenue.width / 2 }
  /// Half the distance between the two embankment streets.
  private let embankment: Double

  init(_ random: inout SeededNumbers) {
    bank = random.within(52...78)
    embankment = bank + random.within(20...34)
    center = Point(0, random.within(520...760))
    let (r, e) = (Self.reach, embankment)
    let side = StreetClass.avenue.margin
    quarters = [
      ConvexPolygon([Point(-r, e), Point(r, e), Point(r, r), Point(-r, r)], margins: [side, 0, 0, 0]),
      ConvexPolygon([Point(-r, -r), Point(r, -r), Point(r, -e), Point(-r, -e)], margins: [0, 0, side, 0]),
    ]
    streets = [e, -e].map { PlannedStreet(kind: .avenue, start: Point(-r, $0), end: Point(r, $0)) }
    layAvenues(&random)
    layDiagonals(&random)
    divideQuarters(&random)
  }

  /// Cuts every quarter that `isMeant` by a line, and lays a street along the cuts.
  private mutating func cut(by line: Line, _ kind: StreetClass, where isMeant: (ConvexPolygon) -> Bool) {
    var chords: [ClosedRange<Double>] = []
    var result: [ConvexPolygon] = []
    for quarter in quarters {
      if isMeant(quarter), let chord = quarter.chord(of: line),
        case (let a?, let b?) = quarter.split(by: line, margin: kind.margin)
      {
        chords.append(chord)
        result += [a, b]
      } else {
        result.append(quarter)
      }
    }
    quarters = result
    for stretch in joined(chords) {
      streets.append(
        PlannedStreet(
          kind: kind, start: line.point(at: stretch.lowerBound), end: line.point(at: stretch.upperBound)))
    }
  }

  /// Avenues across the river. Most cross it on a bridge; the others end at the embankment.
  private mutating func layAvenues(_ random: inout SeededNumbers) {
    var places = [random.within(-260 ... -90)]
    for direction in [1.0, -1] {
      var x = places[0]
      while abs(x) < Self.reach {
        x += direction * random.within(620...980) * (1 + abs(x) / 5000)
        places.append(x)
      }
    }
    for (index, x) in places.enumerated() {
      let kind = index % 3 == 0 ? StreetClass.boulevard : .avenue
      let hasBridge = index == 0 || random.chance(abs(x) < 3000 ? 0.8 : 0.5)
      for side in [1.0, -1] {
        let (s, c) = sineAndCosine(degrees: 90 + random.within(-3...3))
        let line = Line(through: Point(hasBridge ? x : x + 90 * side, embankment * side), along: Point(c, s))
        cut(by: line, kind) { $0.center.y * side > 0 }
      }
      if hasBridge {
        streets.append(PlannedStreet(kind: kind, start: Point(x, -embankment), end: Point(x, embankment)))
      }
    }
  }

  /// One or two boulevards that run aslant through the middle of the city.
  private mutating func layDiagonals(_ random: inout SeededNumbers) {
    let center = self.center
    let degrees = random.within(33...47) * (random.chance(0.5) ? 1 : -1)
    for (index, turn) in [0.0, random.within(80...100)].enumerated() where index == 0 || random.chance(0.5) {
      let (s, c) = sineAndCosine(degrees: degrees + turn)
      let through = center + Point(random.within(260...520) * random.within(-1...1), random.within(250...500))
      let side = index == 0 ? 1.0 : -1.0
      cut(by: Line(through: Point(through.x, through.y * side), along: Point(c, s)), .boulevard) {
        $0.center.y * side > 0 && $0.center.distance(to: center) < 4200
      }
    }
  }

  /// Halves quarters across their longer side until they are small enough, which they must be more so near the center.
  private mutating func divideQuarters(_ random: inout SeededNumbers) {
    var open = quarters
    quarters = []
    while let quarter = open.popLast() {
      let away = quarter.center.distance(to: center)
      let limit = 380_000 * (1 + (away / 2600) * (away / 2600))
      let long = quarter.edge(quarter.longestEdge).normalized
      let (s, c) = sineAndCosine(degrees: random.within(-7...7))
      let across = Point(
        c * long.perpendicular.x - s * long.perpendicular.y, s * long.perpendicular.x + c * long.perpendicular.y)
      let reach = quarter.extent(along: long)
      let place = reach.lowerBound + (reach.upperBound - reach.lowerBound) * random.within(0.4...0.6)
      let middle = quarter.center + long * (place - quarter.center.dot(long))
      let line = Line(through: middle, along: across)
      guard quarter.area > limit, let chord = quarter.chord(of: line),
        case (let a?, let b?) = quarter.split(by: line, margin: StreetClass.avenue.margin)
      else {
        quarters.append(quarter)
        continue
      }
      open += [a, b]
      streets.append(
        PlannedStreet(
          kind: .avenue, start: line.point(at: chord.lowerBound), end: line.point(at: chord.upperBound)))
    }
  }
}

/// Stretches of one line, those that meet joined into one.
func joined(_ stretches: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
  var result: [ClosedRange<Double>] = []
  for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
    if let last = result.last, stretch.lowerBound <= last.upperBound + 0.01 {
      result[result.count - 1] = last.lowerBound...max(last.upperBound, stretch.upperBound)
    } else {
      result.append(stretch)
    }
  }
  return result
}
