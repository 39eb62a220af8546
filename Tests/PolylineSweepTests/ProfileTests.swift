import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

@Suite("Profiles of recordings")
struct ProfileTests {
  /// Up by 100 m over 1 km in 100 s, and down again in 300 s; heights are missing beyond `end` meters.
  private func record(end: Double = .infinity) -> RouteRecord {
    let places = (0...40).map { index in
      let (way, rise) = (Double(index) * 50, index <= 20 ? Double(index) * 5 : Double(40 - index) * 5)
      return RouteTrack.Place(
        Coordinate(longitude: way / (Coordinate.meanEarthRadius * .pi / 180), latitude: 0),
        elevation: way > end ? nil : 500 + rise,
        time: 1_000_000 + (index <= 20 ? Double(index) * 5 : 100 + Double(index - 20) * 15))
    }
    return RouteRecord([places], spans: [0...2000])
  }

  @Test("Over the distance, each value is that of its place", arguments: [0.0, 0.25, 0.5, 0.9, 1])
  func distance(progress: Double) throws {
    let samples = ProfileSamples(.elevation, over: .distance, of: record(), length: 2000, count: 200)
    let height = 500 + 100 * (progress < 0.5 ? progress * 2 : 2 - progress * 2)
    // The peak is the mean over a step of 10 m.
    #expect(abs(try #require(samples.value(atShare: progress)) - height) < 0.5)
    #expect(samples.share(atProgress: progress) == progress)
  }

  @Test("Over time, each place is where the recording was then")
  func time() throws {
    let samples = ProfileSamples(.elevation, over: .time, of: record(), length: 2000, count: 200)
    // Half of the way took a quarter of the time.
    for (progress, share) in [(0.0, 0.0), (0.5, 0.25), (0.75, 0.625), (1, 1)] {
      #expect(abs(samples.share(atProgress: progress) - share) < 1e-6)
    }
    #expect(abs(try #require(samples.value(atShare: 0.25)) - 600) < 1)
    #expect(abs(try #require(samples.value(atShare: 0.625)) - 550) < 1)
  }

  @Test("Speeds are in kilometers an hour, and gradients in percent")
  func units() throws {
    let speeds = ProfileSamples(.speed, over: .distance, of: record(), length: 2000, count: 50)
    #expect(abs(try #require(speeds.value(atShare: 0.2)) - 36) < 0.1)
    #expect(abs(try #require(speeds.value(atShare: 0.8)) - 12) < 0.1)
    let gradients = ProfileSamples(.gradient, over: .distance, of: record(), length: 2000, count: 50)
    #expect(abs(try #require(gradients.value(atShare: 0.2)) - 10) < 0.01)
  }

  @Test("Where the recording has no value, the profile has none")
  func missing() throws {
    let samples = ProfileSamples(.elevation, over: .distance, of: record(end: 1500), length: 2000, count: 100)
    #expect(samples.value(atShare: 0.7) != nil && samples.value(atShare: 0.9) == nil)
    #expect(
      ProfileSamples(.heartRate, over: .distance, of: record(), length: 2000, count: 9).values.allSatisfy { $0 == nil })
  }

  @Test(
    "Times below a profile are at steps that clocks have",
    arguments: [
      (600.0, 5, [0.0, 120, 240, 360, 480, 600]), (7000, 4, [0, 1800, 3600, 5400]), (50, 5, [0, 10, 20, 30, 40, 50]),
      (7 * 86_400, 3, [0, 3 * 86_400, 6 * 86_400]), (60, 0, []),
    ] as [(Double, Int, [Double])])
  func timeTicks(end: Double, count: Int, expected: [Double]) {
    #expect(ProfileAxes.times(to: end, count: count) == expected)
  }

  @Test("Round values have lines across, and round distances marks below, in the unit that is asked for")
  func ticks() throws {
    func texts(_ entries: (String, ParameterValue)...) throws -> [String] {
      let context = FakeContext()
      let way = ParameterValue.route(.coordinates([]))
      let parameters = try RouteProfile.Parameters(ParameterValues([("route", way)] + entries))
      _ = try ProfileAxes(
        parameters, length: 2050, time: nil, share: { $0 / 2050 }, in: Rect(x: 60, y: 60, width: 400, height: 100),
        range: 500...700,
        below: 170, context)
      return context.requests.map { String($0.text) }
    }
    #expect(try texts().isEmpty)
    #expect(
      try texts(("valueTicks", .number(2)), ("axisTicks", .number(2)))
        == ["500\u{202F}m", "600\u{202F}m", "700\u{202F}m", "0", "1", "2"])
    #expect(try texts(("axisTicks", .number(2)), ("axisUnit", .text("meters"))) == ["0", "1000", "2000"])
  }

  @Test("Its numbers are there to be read")
  func legibleText() throws {
    let way = ParameterValue.route(.file(FileReference(literal: "a.gpx", path: "a.gpx"), track: nil))
    /// The texts that are there to be read, and all that were set.
    func count(_ entries: (String, ParameterValue)...) throws -> [Int] {
      let context = FakeContext(recordings: { _ in
        let places = (0...40).map { index in
          RouteTrack.Place(
            Coordinate(longitude: Double(index) * 0.0005, latitude: 0), elevation: 500 + Double(index) * 5)
        }
        return [RouteTrack(parts: [places])]
      })
      let profile = try RouteProfile(ParameterValues([("route", way)] + entries), context)
      let text = flat(try profile.frame(at: StageTime(seconds: 0), Inputs()).legibleText)
      return [text.count, context.requests.count]
    }
    #expect(try count() == [2, 2])
    #expect(try count(("labels", .boolean(false))) == [0, 0])
    let numbers = try count(("labels", .boolean(false)), ("valueTicks", .number(4)))
    #expect(numbers[0] > 0 && numbers[0] == numbers[1])
  }

  @Test("A value that the file lacks altogether, and times that it lacks, are errors")
  func faults() throws {
    let way = ParameterValue.route(
      .coordinates([Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0)]))
    func error(_ entries: (String, ParameterValue)...) -> StageError? {
      #expect(throws: StageError.self) { try RouteProfile(ParameterValues([("route", way)] + entries), FakeContext()) }
    }
    #expect(error()?.message == "the route has no elevation")
    #expect(error(("over", .text("time")))?.parameter == "over")
  }

  @Test("A line has the color of its recording's value at each place, and its own where there is none")
  func colors() throws {
    let parameters = try ColorScaleParameters(
      ParameterValues(
        [
          ("value", .text("elevation")), ("colors", .list([.color(.black), .color(.white)])), ("low", .number(500)),
          ("high", .number(600)),
        ], path: "colorBy"))
    let scale = try #require(ColorScale(parameters, of: record(end: 1500), length: 2000))
    for (share, value) in [(0.0, 0.0), (0.25, 0.5), (0.5, 1), (0.7, 0.6)] {
      #expect(abs(try #require(scale.color(atShare: share)).red - value) < 0.02)
    }
    #expect(scale.color(atShare: 0.95) == nil)
    let line = LineColor(color: Color(hex: 0x112233), endColor: nil, scale: scale)
    let route = try #require(
      RouteLine([Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0)]))
    guard
      case .alongPath(0, 50, let stops) = line.paint(
        of: Sweep.Window(tail: 0, head: route.length), on: route, fades: false, length: 50, gone: 0)
    else { throw StageError("no colors along the line") }
    // Its glow has the same colors, fainter, unless it has one of its own.
    var light = Glow()
    #expect(light.color(below: line).scale != nil && light.color(below: line).scaleOpacity == light.opacity)
    light = try Glow(ParameterValues([("color", .color(.white))], path: "glow"))
    #expect(light.color(below: line).scale == nil && light.color(below: line).color == Color.white.opacity(0.5))
    #expect(stops.count == 65 && stops[64].color == Color(hex: 0x112233) && abs(stops[32].color.red - 1) < 0.02)
  }

  @Test("Zones have one color each, from their bound on")
  func zones() throws {
    func scale(_ entries: (String, ParameterValue)...) throws -> ColorScaleParameters {
      try ColorScaleParameters(
        ParameterValues(
          [("value", .text("elevation")), ("colors", .list([.color(.black), .color(.white), .color(.black)]))]
            + entries,
          path: "colorBy"))
    }
    let bounds = ParameterValue.list([.number(550), .number(590)])
    let zones = try scale(("zones", bounds))
    let colors = [(549.9, Color.black), (550, .white), (589.9, .white), (590, .black)]
    for (value, color) in colors { #expect(zones.color(of: value, in: 500...600) == color) }
    let along = try #require(ColorScale(zones, of: record(), length: 2000))
    #expect(
      along.color(atShare: 0.2) == .black && along.color(atShare: 0.35) == .white && along.color(atShare: 0.5) == .black
    )
    #expect(throws: StageError.self) { try scale(("zones", .list([.number(550)]))) }
    #expect(throws: StageError.self) { try scale(("zones", .list([.number(590), .number(550)]))) }
    #expect(throws: StageError.self) { try scale(("zones", bounds), ("low", .number(500))) }
  }
}
