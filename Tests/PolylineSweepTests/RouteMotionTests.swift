import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

/// East for a bit more than a kilometer, then north for as much.
private let corner = [
  Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0),
  Coordinate(longitude: 0.01, latitude: 0.01),
]

private func motion(_ entries: (String, ParameterValue)...) throws -> RouteMotion {
  try RouteMotion(ParameterValues([("route", .route(.coordinates(corner)))] + entries), FakeContext())
}

private func frame(_ stage: RouteMotion, _ seconds: Double) throws -> StageFrame {
  try stage.frame(at: StageTime(seconds: seconds), Inputs())
}

@Suite("Motion along a route")
struct RouteMotionTests {
  @Test("It goes by its curve, and says how far it is")
  func curve() throws {
    let stage = try motion(("duration", .number(4)), ("curve", .curve(.easeInOut)))
    for seconds in [0.0, 0.7, 2, 3.9, 4, 9] {
      let frame = try frame(stage, seconds)
      let share = Easing.easeInOut.value(at: min(seconds / 4, 1))
      #expect(abs(try #require(frame[RouteMotion.Parameters.named.progress]) - share) < 1e-9)
      let (gone, left) = (
        try #require(frame[RouteMotion.Parameters.named.distance]),
        try #require(frame[RouteMotion.Parameters.named.remaining])
      )
      #expect(abs(gone + left - 2223.9) < 1 && abs(gone - share * (gone + left)) < 1e-6)
    }
    #expect(stage.moments.map(\.seconds) == [4] && stage.duration == 4)
    #expect(try frame(stage, 1)[RouteMotion.Parameters.named.elevation] == nil)
    #expect(try frame(stage, 1)[RouteMotion.Parameters.named.speed] == nil)
  }

  @Test("What a camera follows turns evenly around a corner, and never jumps")
  func smooth() throws {
    let stage = try motion(
      ("duration", .number(10)), ("curve", .curve(.linear)), ("smoothTime", .number(0.8)))
    let ground = WebMercatorPlane(origin: corner[0])
    let frames = try (0...600).map { try frame(stage, Double($0) / 60) }
    let bearings = try frames.map { try #require($0[RouteMotion.Parameters.named.bearing]) }
    let centers = try frames.map { ground.point(try #require($0[RouteMotion.Parameters.named.center])) }
    #expect(abs(bearings[60] - 90) < 0.01)
    #expect(min(bearings[540], 360 - bearings[540]) < 0.01)
    let turns = zip(bearings, bearings.dropFirst()).map { ($1 - $0).remainder(dividingBy: 360) }
    let fastest = turns.map(abs).max() ?? 9
    #expect(fastest * 60 < 60.1)
    // Neither how fast it turns nor how fast it moves changes at once.
    let changes = zip(turns, turns.dropFirst()).map { (a: Double, b: Double) -> Double in abs(b - a) }
    #expect((changes.max() ?? 9) * 3600 < 121)
    let steps = zip(centers, centers.dropFirst()).map { $1 - $0 }
    // A step is 3.7 m; it starts from rest within 0.4 s.
    #expect((zip(steps, steps.dropFirst()).map { ($1 - $0).length }.max() ?? 9) < 0.35)
  }

  @Test("What a camera follows is where the head is but for corners, at any speed", arguments: [1.0, 10, 100])
  func keepsUp(seconds: Double) throws {
    let stage = try motion(("duration", .number(seconds)))
    let ground = WebMercatorPlane(origin: corner[0])
    let offsets = try (0...600).map { index in
      let frame = try frame(stage, seconds * Double(index) / 600)
      return ground.point(try #require(frame[RouteMotion.Parameters.named.center])).distance(
        to: ground.point(try #require(frame[RouteMotion.Parameters.named.coordinate])))
    }
    // At the corner it cuts across: by 0.04 s of the way, whatever that is in meters.
    let top = 2223.9 / seconds * 1.5
    #expect((offsets.max() ?? 0) < top * 0.05)
    #expect(offsets[0] < top * 0.01 && offsets[600] < top * 0.01)
  }

  @Test("Over a gap the center jumps as the head does, and is not drawn over it")
  func gap() throws {
    let text = #"{ "type": "MultiLineString", "coordinates": [[[0, 0], [0.01, 0]], [[0.05, 0], [0.06, 0]]] }"#
    let file = FileReference(literal: "r.geojson", path: "r.geojson")
    let stage = try RouteMotion(
      ParameterValues([
        ("route", .route(.file(file, track: nil))), ("duration", .number(4)), ("curve", .curve(.linear)),
      ]), FakeContext(files: ["r.geojson": text]))
    let ground = WebMercatorPlane(origin: corner[0])
    let places = try (0...240).map { index in
      let frame = try frame(stage, Double(index) / 60)
      return (
        ground.point(try #require(frame[RouteMotion.Parameters.named.center])),
        ground.point(try #require(frame[RouteMotion.Parameters.named.coordinate]))
      )
    }
    #expect(places.allSatisfy { $0.0.distance(to: $0.1) < 60 })
    #expect(zip(places, places.dropFirst()).filter { $0.0.0.distance(to: $0.1.0) > 4000 }.count == 1)
  }

  @Test("At a hairpin the head turns in several frames, and to one side")
  func hairpin() throws {
    let way = [
      Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 0.01, latitude: 0),
      Coordinate(longitude: 0, latitude: 0.0001),
    ]
    let stage = try RouteMotion(
      ParameterValues([("route", .route(.coordinates(way))), ("duration", .number(4)), ("curve", .curve(.linear))]),
      FakeContext())
    let headings = try (0...240).map {
      try #require(try frame(stage, Double($0) / 60)[RouteMotion.Parameters.named.heading])
    }
    let steps = zip(headings, headings.dropFirst()).map { $1 - $0 }
    #expect(abs(abs(headings[240] - headings[0]) - 180) < 1)
    #expect((steps.map(abs).max() ?? 99) < 40)
    #expect(steps.allSatisfy { $0 > -1e-9 } || steps.allSatisfy { $0 < 1e-9 })
  }

  @Test(
    "A direction keeps to its limits on any way, looks as far ahead as back, and ends where the way ends",
    arguments: ["corner", "hairpin", "zigzag", "circles"])
  func turns(kind: String) {
    func direction(_ seconds: Double) -> Double {
      switch kind {
      case "corner": seconds < 5 ? 0 : 90
      case "hairpin": min(max((seconds - 5) * 1800, 0), 180)
      case "zigzag": Int(seconds * 2) % 2 == 0 ? -60 : 60
      default: seconds * 400
      }
    }
    let smooth = SmoothTurns(over: 10, rate: 60, acceleration: 120, direction)
    let degrees = (-30...630).map { smooth.degrees(at: Double($0) / 60) }
    let turns = zip(degrees, degrees.dropFirst()).map { ($1 - $0) * 60 }
    #expect(turns.map(abs).max() ?? 99 <= 60.001)
    let changes = zip(turns, turns.dropFirst()).map { (a: Double, b: Double) -> Double in abs(b - a) * 60 }
    #expect(changes.max() ?? 999 <= 121)
    if kind == "corner" {
      #expect(degrees[30] == 0 && degrees[630] == 90)
      // A turn of 90 degrees is half done at the corner.
      #expect(abs(smooth.degrees(at: 5) - 45) < 1)
    }
  }

  @Test("A short way is followed as far as the limits allow, and begins and ends at rest")
  func shortTurns() {
    let smooth = SmoothTurns(over: 2.5, rate: 20, acceleration: 60) { $0 < 1.25 ? 0 : 90 }
    let degrees = (-30...180).map { smooth.degrees(at: Double($0) / 60) }
    let turns = zip(degrees, degrees.dropFirst()).map { ($1 - $0) * 60 }
    let fastest = turns.map(abs).max() ?? 99
    #expect(fastest <= 20.001 && fastest > 15)
    let changes = zip(turns, turns.dropFirst()).map { (a: Double, b: Double) -> Double in abs(b - a) * 60 }
    #expect(changes.max() ?? 999 <= 61)
    #expect(abs(smooth.degrees(at: 1.25) - 45) < 1)
  }

  @Test("A recorded way has its speeds, stops and heights")
  func recorded() throws {
    // 1 km in 100 s, 100 s of rest, 1 km in 200 s.
    let times = [0.0, 100, 200, 400]
    let longitudes = [0.0, 0.01, 0.010000001, 0.02]
    let places = zip(times, longitudes).map { time, longitude in
      RouteTrack.Place(
        Coordinate(longitude: longitude, latitude: 0), elevation: 100 + longitude * 1000, time: 1_000_000 + time)
    }
    let record = RouteRecord([places], spans: [0...2000])
    #expect(record.hasTimes)
    #expect(abs(record.distance(atShareOfTime: 0.125) - 500) < 0.1)
    #expect(abs(record.distance(atShareOfTime: 0.4) - 1000) < 0.1)
    #expect(abs(record.distance(atShareOfTime: 0.75) - 1500) < 0.1)
    #expect(abs(try #require(record.speed(at: 500)) - 10) < 0.1)
    #expect(abs(try #require(record.speed(at: 1500)) - 5) < 0.1)
    #expect(abs(try #require(record.elevation(at: 500)) - 105) < 0.01)
  }

  @Test("Times that stand still, or cover a part of the way alone, are none")
  func uselessTimes() throws {
    let still = corner.map { RouteTrack.Place($0, time: 5) }
    #expect(!RouteRecord([still], spans: [0...2000]).hasTimes)
    var partly = corner.map { RouteTrack.Place($0) }
    (partly[0].time, partly[1].time) = (1, 2)
    #expect(!RouteRecord([partly], spans: [0...2000]).hasTimes)
    let error = #expect(throws: StageError.self) { try motion(("pace", .text("recorded"))) }
    #expect(error?.parameter == "pace")
  }

  @Test("A line takes its head from it, and ends a trail behind")
  func lineFollows() throws {
    let line = try PolylineSweep(
      ParameterValues([("route", .route(.coordinates(corner))), ("trail", .number(0.3))]), FakeContext())
    for (given, tail) in [(0.0, 0.0), (0.2, 0), (0.7, 0.4), (1, 0.7)] {
      let frame = try line.frame(at: StageTime(seconds: 99), Inputs(["progress": .number(given)]))
      #expect(abs(try #require(frame[PolylineSweep.Parameters.named.progress]) - given) < 1e-9)
      #expect(abs(try #require(frame[PolylineSweep.Parameters.named.tail]) - tail) < 1e-9)
    }
  }
}

/// A host of one recording of two places, an hour after 1970 began or since its start.
private struct RecordingContext: StageContext {
  let hasDates: Bool

  let composition = Composition(
    size: Size(100, 100), scale: 1, framesPerSecond: 30, duration: 1, background: .black)

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("there are no files here") }
  func image(_ file: FileReference) throws -> Image { throw StageError("there are no pictures here") }
  func layout(_ request: TextRequest) throws -> TextLayout { throw StageError("there is no text here") }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) {}

  func tracks(_ file: FileReference) throws -> [RouteTrack] {
    var track = RouteTrack(parts: [
      corner.prefix(2).enumerated().map { RouteTrack.Place($1, time: 3600 + Double($0) * 100) }
    ])
    track.hasDates = hasDates
    return [track]
  }
}

@Suite("The time of day along a route")
struct RouteTimeOfDayTests {
  @Test("It is missing where a recording has no dates; the time since its start is not")
  func undated() throws {
    let route = RouteSource.file(FileReference(literal: "r.json", path: "r.json"), track: nil)
    for hasDates in [true, false] {
      let stage = try RouteMotion(
        ParameterValues([("route", .route(route))]), RecordingContext(hasDates: hasDates))
      let frame = try frame(stage, 99)
      #expect(frame[RouteMotion.Parameters.named.timeOfDay] == (hasDates ? 3700 : nil))
      #expect(frame[RouteMotion.Parameters.named.elapsedTime] == 100)
    }
  }
}
