import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

private let metersInDegree = Coordinate.meanEarthRadius * .pi / 180

/// East along the equator by meters, at seconds and heights.
private func part(_ points: [(Double, Double?, Double?)]) -> [RouteTrack.Place] {
  points.map { way, time, elevation in
    RouteTrack.Place(Coordinate(longitude: way / metersInDegree, latitude: 0), elevation: elevation, time: time)
  }
}

private func recorded(
  _ parts: [[RouteTrack.Place]], gaps: RouteGaps = .skip, longestStop: Double = .infinity, climbThreshold: Double = 1.5,
  isReversed: Bool = false
) throws -> (record: RouteRecord, line: RouteLine) {
  let line = try #require(RouteLine(parts: parts.map { $0.map(\.coordinate) }, RouteShape(gaps: gaps)))
  let record = RouteRecord(
    parts, spans: line.recordedSpans, gaps: gaps, longestStop: longestStop, climbThreshold: climbThreshold,
    isReversed: isReversed)
  return (record, line)
}

private func expect(
  _ value: Double?, _ expected: Double?, _ comment: Comment? = nil, _ location: SourceLocation = #_sourceLocation
) {
  if let value, let expected {
    #expect(abs(value - expected) < 1e-5, comment, sourceLocation: location)
  } else {
    #expect(value == expected, comment, sourceLocation: location)
  }
}

@Suite("Gaps in recordings")
struct RecordedGapsTests {
  private static let parts = [
    part([(0, 0, 10), (1000, 100, 20)]), part([(5000, 700, 60), (6000, 1000, 70)]),
  ]

  @Test("Lines and dashes go over a gap; dashes are no distance")
  func lines() throws {
    let cases: [(RouteGaps, length: Double, counted: Double, parts: Int)] = [
      (.skip, 2000, 2000, 2), (.jump, 2000, 2000, 2), (.dashed, 6000, 2000, 3), (.line, 6000, 6000, 1),
    ]
    for (gaps, length, counted, count) in cases {
      let line = try recorded(Self.parts, gaps: gaps).line
      expect(line.length, length)
      expect(line.recorded(line.length), counted)
      #expect(line.parts.count == count)
      #expect(line.gapPath.isEmpty == (gaps != .dashed))
    }
    let dashed = try recorded(Self.parts, gaps: .dashed).line
    expect(dashed.recorded(3000), 1000)
    expect(dashed.recorded(5500), 1500)
    let runs = dashed.runs(from: 500, to: 5500)
    #expect(runs.map(\.isGap) == [false, true, false] && runs.allSatisfy { $0.pieces.count == 1 })
    expect(dashed.ground.coordinate(dashed.point(at: 3000)).longitude, 3000 / metersInDegree)
  }

  @Test("A part without length has no dashes to it")
  func empty() throws {
    let line = try recorded([Self.parts[0], part([(3000, nil, nil)]), Self.parts[1]], gaps: .dashed).line
    expect(line.length, 6000)
    #expect(line.parts.count == 3 && line.gaps == [1])
  }

  private static let paces: [(RouteGaps, [(Double, Double)])] = [
    (.skip, [(0.25, 1000), (0.625, 1500), (1, 2000)]),
    (.jump, [(0.05, 500), (0.1, 1000), (0.4, 1000), (0.7, 1000), (0.85, 1500), (1, 2000)]),
    (.dashed, [(0.1, 1000), (0.4, 3000), (0.7, 5000), (0.85, 5500), (1, 6000)]),
    (.line, [(0.1, 1000), (0.4, 3000), (0.7, 5000), (0.85, 5500), (1, 6000)]),
  ]

  @Test("A recorded pace leaves the time of a gap out, waits behind it, or goes over it", arguments: paces)
  func pace(gaps: RouteGaps, distances: [(Double, Double)]) throws {
    let record = try recorded(Self.parts, gaps: gaps).record
    for (share, distance) in distances { expect(record.distance(atShareOfTime: share), distance, "at \(share)") }
  }

  @Test("Heights and speeds are missing on dashes, and mixed on a line")
  func values() throws {
    let (dashed, line) = (try recorded(Self.parts, gaps: .dashed).record, try recorded(Self.parts, gaps: .line).record)
    expect(dashed.elevation(at: 3000), nil)
    expect(dashed.speed(at: 3000), nil)
    expect(dashed.elevation(at: 5500), 65)
    expect(line.elevation(at: 3000), 40)
    expect(line.speed(at: 3000), 4000.0 / 600)
  }

  @Test("Where the clocks of parts differ, it goes over a gap at the mean speed")
  func clocks() throws {
    let parts = [part([(0, 900, nil), (1000, 1000, nil)]), part([(2000, 100, nil), (3000, 200, nil)])]
    let record = try recorded(parts, gaps: .dashed).record
    expect(record.distance(atShareOfTime: 0.5), 1500)
  }

  @Test("The time in motion has no gaps, and the time since the start has them")
  func clock() throws {
    for (gaps, share) in [(RouteGaps.skip, 0.625), (.jump, 0.85), (.dashed, 0.85)] {
      let record = try recorded(Self.parts, gaps: gaps).record
      let place = RouteRecord.Place(distance: 0, seconds: record.clock.seconds(atShareOfTime: share))
      expect(record.movingTime(at: place), 250)
      expect(record.elapsedTime(at: place), 850)
    }
  }

  @Test("A line is solid where it was recorded, and dashed over gaps")
  func drawn() throws {
    func pens(_ gaps: String, _ more: (String, ParameterValue)...) throws -> [[Double]] {
      let file = FileReference(literal: "r.geojson", path: "r.geojson")
      let context = FakeContext(files: [
        "r.geojson": #"{ "type": "MultiLineString", "coordinates": [[[0, 0], [0.01, 0]], [[0.02, 0], [0.03, 0]]] }"#
      ])
      let stage = try PolylineSweep(
        ParameterValues(
          [
            ("route", .route(.file(file, track: nil))), ("gaps", .text(gaps)), ("trail", .number(100)),
            ("width", .number(4)),
          ] + more), context)
      return try stage.frame(at: StageTime(seconds: 0.7), Inputs()).drawing.commands.compactMap {
        if case .stroke(_, let style, _, _) = $0 { style.dashes } else { nil }
      }
    }
    #expect(try pens("skip") == [[]])
    #expect(try pens("line") == [[]])
    #expect(try pens("dashed") == [[], [8, 8], []])
    let track = ParameterValue.object(ParameterValues([("color", .color(.white))]))
    #expect(try pens("dashed", ("track", track)) == [[], [8, 8], [], [8, 8], []])
  }
}

@Suite("Stops in recordings")
struct RecordedStopsTests {
  /// 10 m/s for 100 s, five minutes of rest, and 10 m/s for 100 s more.
  private static let ride: [RouteTrack.Place] = {
    var points: [(Double, Double?, Double?)] = []
    for index in 0...10 { points.append((Double(index) * 100, Double(index) * 10, nil)) }
    for index in 1...30 { points.append((1000 + Double(index % 3) * 2, 100 + Double(index) * 10, nil)) }
    for index in 1...10 { points.append((1000 + Double(index) * 100, 400 + Double(index) * 10, nil)) }
    return part(points)
  }()

  @Test("They are kept, shortened or left out", arguments: [(Double.infinity, 500.0), (60, 260), (0, 200)])
  func lengths(longest: Double, seconds: Double) throws {
    let record = try recorded([Self.ride], longestStop: longest).record
    // Wandering about has a length.
    let way = record.clock.marks.last?.distance ?? 0
    expect(record.distance(atShareOfTime: 50 / seconds), 500)
    expect(record.distance(atShareOfTime: 1 - 50 / seconds), way - 500)
    expect(record.movingTime(at: record.place(at: way)), 200)
    expect(record.elapsedTime(at: record.place(at: way)), 500)
  }

  @Test("What is slow without a rest is no stop, and what is nothing but a stop stays")
  func slow() throws {
    func steady(_ steps: Int, _ length: Double) -> [RouteTrack.Place] {
      let points = (0...steps).map { (step: Int) -> (Double, Double?, Double?) in
        (Double(step) * length, Double(step) * 10, nil)
      }
      return part(points)
    }
    #expect(try recorded([steady(100, 5)], longestStop: 0).record.clock.waits.isEmpty)
    let still = try recorded([steady(10, 0.1)], longestStop: 0).record
    expect(still.distance(atShareOfTime: 0.5), 0.5)
  }

  @Test("'stops' without a recorded pace is a warning")
  func even() throws {
    let context = FakeContext()
    let corner = [Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0)]
    _ = try RouteMotion(
      ParameterValues([("route", .route(.coordinates(corner))), ("stops", .text("skip"))]), context)
    #expect(context.warnings == ["'stops' changes nothing where the pace is even. Set \"pace\": \"recorded\"."])
  }
}

@Suite("What recordings say")
struct RecordedValuesTests {
  @Test("Small rises and falls are no climb; the rest is, as far as it has come", arguments: [(2.0, 20.0), (0.5, 21)])
  func climb(least: Double, total: Double) throws {
    let heights = [0.0, 10, 9, 20, 5]
    let parts = [part(heights.enumerated().map { (Double($0) * 100, nil, $1) })]
    let record = try recorded(parts, climbThreshold: least).record
    expect(record.climb(at: 0), 0)
    expect(record.climb(at: 50), 5)
    expect(record.climb(at: 100), 10)
    expect(record.climb(at: 300), total)
    expect(record.climb(at: 400), total)
  }

  @Test("A single wrong height among many near ones is no climb, and neither is a gap, unless it is a pause")
  func wrongHeight() throws {
    let flat = (0...20).map { (step: Int) -> (Double, Double?, Double?) in
      (Double(step) * 5, nil, step == 10 ? 50 : 0)
    }
    expect(try recorded([part(flat)]).record.climb(at: 100), 0)
    for (start, climb) in [(300.0, 0.0), (150, 80)] {
      let steps = [part([(0, nil, 0), (100, nil, 0)]), part([(start, nil, 80), (start + 100, nil, 80)])]
      for gaps in [RouteGaps.skip, .jump, .dashed] {
        let (record, line) = try recorded(steps, gaps: gaps)
        expect(record.climb(at: line.length), climb)
      }
    }
    expect(try recorded([part([(0, nil, nil), (100, nil, nil)])]).record.climb(at: 50), nil)
  }

  @Test("The gradient is the rise over a hundred meters, in percent")
  func gradient() throws {
    let record = try recorded([
      part([(0, nil, 0), (1000, nil, 50), (1400, nil, 10), (1500, nil, nil), (1700, nil, nil)])
    ])
    .record
    expect(record.gradient(at: 500), 5)
    expect(record.gradient(at: 1200), -10)
    expect(record.gradient(at: 1000), -2.5)
    expect(record.gradient(at: 1600), nil)
  }

  @Test("Values of sensors go by time through stops, and are missing where they were for more than 10 s")
  func sensors() throws {
    var places = part([(0, 0, nil), (100, 10, nil), (100, 20, nil), (100, 30, nil), (200, 40, nil), (300, 55, nil)])
    for (index, rate) in [100.0, 120, 160, 140, nil, 150].enumerated() { places[index].heartRate = rate }
    let record = try recorded([places]).record
    func rate(_ seconds: Double) -> Double? {
      record.heartRate(at: RouteRecord.Place(distance: 0, seconds: seconds))
    }
    for (seconds, expected) in [(5.0, 110.0), (15, 140), (25, 150), (30, 140)] { expect(rate(seconds), expected) }
    expect(rate(35), nil)
    expect(record.power(at: record.place(at: 100)), nil)
  }

  @Test("Without times values of sensors go by distance")
  func byDistance() throws {
    var places = part([(0, nil, nil), (100, nil, nil), (200, nil, nil)])
    (places[0].power, places[1].power, places[2].temperature) = (100, 200, 20)
    let record = try recorded([places]).record
    expect(record.power(at: record.place(at: 50)), 150)
    expect(record.temperature(at: record.place(at: 50)), nil)
    expect(record.timeOfDay(at: record.place(at: 50), utcOffset: 0), nil)
    expect(record.elapsedTime(at: record.place(at: 50)), nil)
  }

  @Test("The time of day is the file's, ahead of UTC by an offset, and runs backward where the way does")
  func timeOfDay() throws {
    let places = part([(0, 86_400 * 3 - 50, nil), (100, 86_400 * 3 + 50, nil)])
    let record = try recorded([places]).record
    expect(record.timeOfDay(at: record.place(at: 25), utcOffset: 0), 86_375)
    expect(record.timeOfDay(at: record.place(at: 75), utcOffset: 7200), 7225)
    expect(record.timeOfDay(at: record.place(at: 75), utcOffset: -3600), 82_825)
    let parts = PolylineSweep.reversed([places])
    let back = RouteRecord(parts, spans: [0...100], isReversed: true)
    expect(back.timeOfDay(at: back.place(at: 25), utcOffset: 0), 25)
    expect(back.elapsedTime(at: back.place(at: 25)), 25)
  }
}

@Suite("Pauses of recorders")
struct RecorderPauseTests {
  @Test("A long step over a short way is a stop, after which it walks to where it is recorded again")
  func pause() throws {
    // 1 km in 100 s, an hour over 42 m, and 1 km in 100 s.
    let places = part([(0, 0, nil), (1000, 100, nil), (1042, 3700, nil), (2042, 3800, nil)])
    let (record, _) = try recorded([places])
    expect(record.movingTime(at: record.place(at: 2042)), 230)
    let (shortened, _) = try recorded([places], longestStop: 0)
    // 30 s of the way lie within the step.
    expect(shortened.distance(atShareOfTime: 100 / 230), 1000)
    expect(shortened.distance(atShareOfTime: 115 / 230), 1021)
    expect(shortened.distance(atShareOfTime: 130 / 230), 1042)
  }

  @Test("A step at a walking pace is none", arguments: [(23.0, 5.0), (60, 30)])
  func walk(seconds: Double, meters: Double) throws {
    let places = part([(0, 0, nil), (100, 100, nil), (100 + meters, 100 + seconds, nil)])
    let record = try recorded([places]).record
    expect(record.movingTime(at: record.place(at: 100 + meters)), 100 + seconds)
  }
}

@Suite("Turns of a way that goes back")
struct TurnBackTests {
  @Test("Where a way goes back its direction is within half a turn of that before or after")
  func turnBack() throws {
    let corners = [0.0, 1000, 0].map { Coordinate(longitude: $0 / metersInDegree, latitude: 0) }
    let line = try #require(RouteLine(corners))
    func direction(_ distance: Double) -> Double { distance < 1000 ? 90 : 270 }
    let turns = TurnTable(of: line, detail: 40, direction)
    for distance in stride(from: 0, through: 2000, by: 0.7) {
      let turned = turns.turned(direction(distance), at: distance)
      #expect(turned == 90 || turned == 270 || turned == -90, "\(distance): \(turned)")
    }
  }
}
