import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Routes of several parts")
struct GapTests {
  /// A hundredth of a degree along the equator, in meters.
  private static let step = Coordinate.meanEarthRadius * 0.01 * .pi / 180

  private static func line(_ longitudes: Double...) -> [Coordinate] {
    longitudes.map { Coordinate(longitude: $0, latitude: 0) }
  }

  @Test("What lies between parts is neither counted nor drawn, and whoever goes along jumps")
  func gap() throws {
    let route = try #require(RouteLine(parts: [Self.line(0, 0.01), Self.line(0.05, 0.06)]))
    #expect(abs(route.length - 2 * Self.step) < 1e-6)
    #expect(route.path.points.count == 4)
    func longitude(_ distance: Double) -> Double { route.ground.coordinate(route.point(at: distance)).longitude }
    #expect(abs(longitude(Self.step * 0.999) - 0.00999) < 1e-9)
    #expect(abs(longitude(Self.step * 1.001) - 0.05001) < 1e-9)
    let slices = route.slices(from: Self.step * 0.5, to: Self.step * 1.5)
    #expect(slices.map(\.count) == [2, 2])
    #expect(route.slices(from: 0, to: Self.step).count == 1)
    #expect(abs(route.way(at: Self.step * 1.001, within: 100).heading - 90) < 1e-9)
  }

  @Test("Parts that touch are one, and those without a length are left out")
  func joins() throws {
    let touching = try #require(RouteLine(parts: [Self.line(0, 0.01), Self.line(0.01, 0.02)]))
    #expect(touching.parts.count == 1)
    let single = try #require(RouteLine(parts: [Self.line(5), Self.line(0, 0.01), Self.line(7, 7)]))
    #expect(single.parts.count == 1)
    #expect(abs(single.length - Self.step) < 1e-6)
  }

  @Test("A line over the 180th meridian goes on, and is as long as anywhere")
  func antimeridian() throws {
    let route = try #require(RouteLine(Self.line(179.99, -179.99)))
    #expect(abs(route.length - 2 * Self.step) < 1e-6)
    #expect(route.bounds.width < 3 * Self.step)
    let round = try #require(RouteLine(Self.line(0, 120, -120, 0, 90)))
    #expect(abs(round.length / Self.step - 45_000) < 1)
    #expect(round.bounds.width > round.ground.worldWidth * 1.2)
  }

  @Test("Directions add up around a roundabout, whichever frame is asked for first")
  func turns() throws {
    let circle = (0...72).map { index in
      let (sine, cosine) = sineAndCosine(degrees: Double(index) * 10)
      return Coordinate(longitude: 0.001 * sine, latitude: 0.001 * cosine)
    }
    let line = try #require(RouteLine(circle))
    let table = TurnTable(of: line, detail: 12) { line.way(at: $0, within: 12).heading }
    let headings = (0...1000).map { index in
      let distance = line.length * Double(index) / 1000
      return table.turned(line.way(at: distance, within: 12).heading, at: distance)
    }
    #expect(zip(headings, headings.dropFirst()).allSatisfy { abs($0 - $1) < 15 })
    #expect(abs(headings[1000] - headings[0] - 710) < 15)
  }
}

@Suite("Recorded motion")
struct RecordedMotionTests {
  private func frame(_ record: RouteRecord, _ share: Double) -> (distance: Double, speed: Double?) {
    (record.distance(atShareOfTime: share, within: 0.01), record.speed(atShareOfTime: share, within: 0.01))
  }

  @Test("Its speed is the recorded one, and 0 through a stop")
  func speed() throws {
    var places: [RouteTrack.Place] = []
    for index in 0...10 {
      let longitude = Double(index) * 100 / (Coordinate.meanEarthRadius * .pi / 180)
      places.append(
        RouteTrack.Place(
          Coordinate(longitude: longitude, latitude: 0), time: Double(index * 10 + (index > 5 ? 200 : 0))))
      if index == 5 {
        places.append(RouteTrack.Place(Coordinate(longitude: longitude, latitude: 0), time: 250))
      }
    }
    let record = RouteRecord([places], spans: [0...1000])
    #expect(abs(try #require(frame(record, 0.1).speed) - 10) < 1e-6)
    #expect(abs(try #require(frame(record, 0.5).speed)) < 1e-6)
    #expect(abs(frame(record, 0.5).distance - 500) < 1e-6)
    #expect(abs(frame(record, 30.0 / 300).distance - 300) < 1e-6)
  }

  @Test("Each part's times and heights stay within its distances, however much longer it is drawn")
  func parts() throws {
    let parts = [[0.0, 0.01], [0.02], [0.03, 0.04]].map { part in
      part.map {
        RouteTrack.Place(
          Coordinate(longitude: $0, latitude: 0), elevation: $0 * 100, time: ($0 * 10_000).rounded())
      }
    }
    let record = RouteRecord(parts, spans: [0...1000, 1000...4000])
    for (share, distance) in [
      (0.0, 0.0), (0.25, 500), (0.5, 1000), (0.75, 2500), (1, 4000),
    ] {
      #expect(abs(record.distance(atShareOfTime: share) - distance) < 1e-6)
    }
    for (distance, elevation) in [(0.0, 0.0), (500, 0.5), (1000, 3), (2500, 3.5), (4000, 4)] {
      #expect(abs(try #require(record.elevation(at: distance)) - elevation) < 1e-9)
    }
  }

  @Test("Where no way of a file is named, the first one that has a length is taken, with a warning")
  func firstWithLength() throws {
    let file = FileReference(literal: "r.geojson", path: "r.geojson")
    let ways = ["[[5, 5], [5, 5]]", "[[1, 2], [3, 4]]", "[[7, 8], [9, 10]]"]
      .map { "{ \"type\": \"Feature\", \"geometry\": { \"type\": \"LineString\", \"coordinates\": \($0) } }" }
    let context = FakeContext(files: [
      "r.geojson": "{ \"type\": \"FeatureCollection\", \"features\": [\(ways.joined(separator: ", "))] }"
    ])
    let parts = try PolylineSweep.track(
      of: .file(file, track: nil), isReversed: false, at: "route", context
    ).parts
    #expect(parts.map { $0.map(\.coordinate.longitude) } == [[1, 3]])
    #expect(context.warnings.count == 1 && context.warnings[0].contains("of which number 1 is taken"))
  }

  @Test("What a file does not say is missing")
  func missing() {
    let places = [0.0, 0.01].map { RouteTrack.Place(Coordinate(longitude: $0, latitude: 0)) }
    let record = RouteRecord([places], spans: [0...1113])
    #expect(record.elevation(at: 10) == nil)
    #expect(record.speed(at: 10) == nil)
    #expect(!record.hasTimes)
  }

  /// East along the equator by meters, at seconds and heights.
  private static func part(_ points: [(way: Double, time: Double?, elevation: Double?)]) -> [RouteTrack.Place] {
    points.map { way, time, elevation in
      RouteTrack.Place(
        Coordinate(longitude: way / (Coordinate.meanEarthRadius * .pi / 180), latitude: 0), elevation: elevation,
        time: time
      )
    }
  }

  private static func record(_ parts: [[(Double, Double?, Double?)]]) throws -> RouteRecord {
    let parts = parts.map(part)
    let line = try #require(RouteLine(parts: parts.map { $0.map(\.coordinate) }))
    return RouteRecord(parts, spans: line.parts.indices.map(line.span(of:)))
  }

  @Test("Time that passes between parts is left out, also where they touch or their clocks differ")
  func pauses() throws {
    let (far, near) = (5000.0, 1000.0)
    for (start, from) in [(far, 700.0), (near, 700), (far, -9000)] {
      let record = try Self.record([
        [(0, 0, nil), (1000, 100, nil)], [(start, from, nil), (start + 1000, from + 300, nil)],
      ])
      for (share, distance) in [(0.125, 500.0), (0.25, 1000), (0.625, 1500), (1, 2000)] {
        #expect(abs(record.distance(atShareOfTime: share) - distance) < 1e-6)
      }
      for (share, speed) in [(0.2, 10.0), (0.3, 1000.0 / 300)] {
        #expect(abs(try #require(record.speed(atShareOfTime: share, within: 0.001)) - speed) < 1e-6)
      }
    }
  }

  @Test("Heights are missing where the file has none for more than 100 m, and never mixed over a gap")
  func missingHeights() throws {
    let record = try Self.record([
      [(0, nil, nil), (50, nil, 10), (100, nil, nil), (150, nil, 20), (200, nil, nil), (400, nil, 30), (500, nil, 40)],
      [(9000, nil, nil), (9500, nil, nil)], [(20_000, nil, 70), (20_100, nil, 80), (20_300, nil, nil)],
    ])
    let expected: [(Double, Double?)] = [
      (0, 10), (50, 10), (100, 15), (150, 20), (151, nil), (399, nil), (450, 35), (499.9, 39.99), (500.001, nil),
      (750, nil), (1000, 70), (1050, 75), (1100, 80), (1101, nil), (1300, nil),
    ]
    for (distance, elevation) in expected {
      let found = record.elevation(at: distance == 1000 ? 1000 + 1e-6 : distance)
      #expect(elevation == nil ? found == nil : abs((found ?? .nan) - (elevation ?? 0)) < 1e-5, "at \(distance)")
    }
  }

  @Test("The speed is the recorded one at its place in films of two seconds too")
  func shortFilm() throws {
    // Speeds of 10, 4 and 8 m/s, and a stop of a minute.
    let record = try Self.record([
      [(0, 0, nil), (1000, 100, nil), (1000, 160, nil), (1400, 260, nil), (2200, 360, nil)]
    ])
    let settling = 0.05
    for step in 0...200 {
      let share = Double(step) / 200
      let place = record.distance(atShareOfTime: share, within: settling)
      let speed = try #require(record.speed(atShareOfTime: share, within: settling))
      if abs(place - 1000) < 1e-6 {
        if share > 0.34, share < 0.39 { #expect(abs(speed) < 1e-6, "at \(share)") }
      } else if abs(place - 1000) > 55, abs(place - 1400) > 45 {
        #expect(abs(speed - (place < 1000 ? 10 : place < 1400 ? 4 : 8)) < 1e-3, "at \(share)")
      }
    }
  }

  @Test("A speed that changes all the time is exact within a hundredth")
  func changingSpeed() throws {
    // 5 m/s, and 2 m/s more and less within a minute, with a position each second.
    let turn = 2 * Double.pi / 60
    func way(_ time: Double) -> Double { 5 * time + 2 / turn * (1 - cos(turn * time)) }
    let record = try Self.record([(0...600).map { (way(Double($0)), Double($0), nil) }])
    for time in stride(from: 10.0, through: 590, by: 0.5) {
      let expected = 5 + 2 * sin(turn * time)
      #expect(abs((record.speed(at: way(time)) ?? 0) / expected - 1) < 0.01, "at \(time)")
    }
  }

  @Test("A way without length is an error that names its file")
  func noLength() {
    let file = FileReference(literal: "r.gpx", path: "r.gpx")
    #expect(PolylineSweep.noLength(.file(file, track: nil), at: "route").message == "'r.gpx' has no way with a length")
    #expect(PolylineSweep.noLength(.file(file, track: 2), at: "route").message == "way 2 of 'r.gpx' has no length")
  }

  @Test("Times that go back are left out")
  func lateTimes() throws {
    let record = try Self.record([[(0, 100, nil), (100, 110, nil), (200, 20, nil), (300, 130, nil), (300, 130, nil)]])
    #expect(abs(record.distance(atShareOfTime: 0.5) - 150) < 1e-6)
    #expect(abs(try #require(record.speed(at: 250)) - 10) < 1e-6)
  }

  @Test("A way that is gone backward has its recorded speeds and stops")
  func reversed() throws {
    let ways: [(Double, Double?, Double?)] = [(0, 0, nil), (100, 10, nil), (100, 50, nil), (300, 59, nil)]
    let parts = PolylineSweep.reversed([Self.part(ways)])
    #expect(parts.map { $0.map(\.time) } == [[-59, -50, -10, 0]])
    let line = try #require(RouteLine(parts: parts.map { $0.map(\.coordinate) }))
    let record = RouteRecord(parts, spans: line.parts.indices.map(line.span(of:)))
    let speed = try #require(record.speed(at: 50))
    #expect(abs(speed - 200.0 / 9) < 1e-6)
    #expect(abs(try #require(record.speed(atShareOfTime: 0.5, within: 0.001))) < 1e-6)
  }
}
