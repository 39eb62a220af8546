import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

/// A host of recordings over 1 km to the east at an even speed: `ada` from 0 s to 100 s, `bob` from 20 s to 140 s, `eve` as long a day
/// later; `sue` does not say when.
private struct RaceContext: StageContext {
  let fake = FakeContext()
  var composition: Composition { fake.composition }

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("there are no files here") }
  func image(_ file: FileReference) throws -> Image { try fake.image(file) }
  func layout(_ request: TextRequest) throws -> TextLayout { try fake.layout(request) }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) { fake.warn(message) }
  func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value { try Inputs()[input] }
  func tracks(_ file: FileReference) throws -> [RouteTrack] {
    let degree = Coordinate.meanEarthRadius * .pi / 180
    let (start, time): (Double, Double) =
      switch file.path {
      case "ada": (0, 100)
      case "bob": (20, 120)
      case "eve": (86_420, 120)
      default: (0, 100)
      }
    let places = (0...10).map { index in
      let share = Double(index) / 10
      return RouteTrack.Place(
        Coordinate(longitude: 1000 * share / degree, latitude: 0), time: 1_000_000_000 + start + time * share)
    }
    var track = RouteTrack(parts: [places])
    track.hasDates = file.path != "sue"
    return [track]
  }
}

@Suite("Several recordings in one clock")
struct SharedClockTests {
  private func route(_ name: String) -> ParameterValue {
    .route(.file(FileReference(literal: name, path: name), track: nil))
  }

  private func rider(
    _ name: String, with others: [String], _ align: String = "times", _ context: RaceContext = RaceContext(),
    _ entries: (String, ParameterValue)...
  ) throws -> RouteMotion {
    let clock = ParameterValues(
      [("with", .list(others.map(route))), ("align", .text(align))], path: "clock")
    return try RouteMotion(
      ParameterValues([("route", route(name)), ("duration", .number(14)), ("clock", .object(clock))] + entries), context
    )
  }

  private typealias Outputs = RouteMotion.Parameters

  private func frame(_ stage: RouteMotion, _ seconds: Double) throws -> StageFrame {
    try stage.frame(at: StageTime(seconds: seconds), Inputs())
  }

  @Test("Each is where it was at the same time, waits before its start and after its end, and says when it arrives")
  func times() throws {
    let (ada, bob) = (try rider("ada", with: ["bob"]), try rider("bob", with: ["ada"]))
    // 14 s of the film are 140 s.
    for (seconds, first, second) in [
      (1.0, 100.0, 0.0), (5, 500, 250), (9, 900, 583.3), (12, 1000, 833.3), (14, 1000, 1000),
    ] {
      #expect(abs(try #require(try frame(ada, seconds)[Outputs.named.distance]) - first) < 1)
      #expect(abs(try #require(try frame(bob, seconds)[Outputs.named.distance]) - second) < 1)
    }
    #expect(abs(ada.moments[0].seconds - 10) < 1e-6 && bob.moments[0].seconds == 14)
    #expect(try frame(bob, 1)[Outputs.named.speed] == 0 && frame(ada, 12)[Outputs.named.speed] == 0)
    #expect(abs(try #require(try frame(bob, 5)[Outputs.named.speed]) - 1000 / 120) < 0.01)
    // Both clocks say the same time of day, also of those who wait.
    let now = (1_000_000_000 + 120.0).truncatingRemainder(dividingBy: 86_400)
    for rider in [ada, bob] { #expect(abs(try #require(try frame(rider, 12)[Outputs.named.timeOfDay]) - now) < 1e-3) }
  }

  @Test("Ranks and gaps are by the shares of the ways, and whoever arrives first stays first")
  func standings() throws {
    let (ada, bob) = (try rider("ada", with: ["bob"]), try rider("bob", with: ["ada"]))
    for (seconds, gap, time) in [(5.0, 250.0, 25.0), (9, 316.7, 31.7), (12, 166.7, 36.7), (14, 0, 40)] {
      let (first, second) = (try frame(ada, seconds), try frame(bob, seconds))
      #expect(first[Outputs.named.rank] == 1 && first[Outputs.named.gap] == 0 && first[Outputs.named.gapTime] == 0)
      #expect(second[Outputs.named.rank] == 2)
      #expect(abs(try #require(second[Outputs.named.gap]) - gap) < 1)
      #expect(abs(try #require(second[Outputs.named.gapTime]) - time) < 0.2)
    }
    #expect(try frame(try rider("ada", with: []), 1)[Outputs.named.rank] == 1)
  }

  @Test("Recordings of several days start together where they are asked to; by their times it is a warning")
  func starts() throws {
    let context = RaceContext()
    let eve = try rider("eve", with: ["ada"], "starts", context)
    #expect(context.fake.warnings.isEmpty)
    // 14 s of the film are 120 s.
    #expect(abs(try #require(try frame(eve, 7)[Outputs.named.distance]) - 500) < 1)
    #expect(eve.moments[0].seconds == 14)
    #expect(abs(try rider("ada", with: ["eve"], "starts").moments[0].seconds - 14 * 100 / 120) < 1e-6)
    _ = try rider("eve", with: ["ada"], "times", context)
    #expect(context.fake.warnings.count == 1)
  }

  @Test("What lacks times, or times of day, cannot share a clock, and stops are kept")
  func faults() throws {
    func place(_ body: () throws -> RouteMotion) -> String? {
      #expect(throws: StageError.self) { try body() }?.parameter
    }
    #expect(place { try rider("sue", with: ["ada"]) } == "route")
    #expect(place { try rider("ada", with: ["bob", "sue"]) } == "clock.with[1]")
    #expect(place { try rider("ada", with: ["bob"], "times", RaceContext(), ("stops", .text("skip"))) } == "stops")
    _ = try rider("sue", with: ["ada"], "starts")
  }
}
