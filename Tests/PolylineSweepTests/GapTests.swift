import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

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
      (0.0, 0.0), (0.125, 500), (0.25, 1000), (0.5, 1000), (0.75, 1000), (0.875, 2500), (1, 4000),
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
    let parts = try PolylineSweep.parts(
      of: .file(file, track: nil), isReversed: false, at: "route", context)
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
}
