import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

/// A host of recordings over 1 km to the east at an even speed: `ada` from 0 s to 100 s, `bob` from 20 s to 140 s, `eve` as long a day
/// later; `sue` does not say when. `ian` is as fast as `bob`, and goes on recording for 100 s; the end of `max` has no time.
private func raceContext() -> FakeContext {
  FakeContext(recordings: { path in
    let degree = Coordinate.meanEarthRadius * .pi / 180
    let (start, time): (Double, Double) =
      switch path {
      case "ada": (0, 100)
      case "bob", "ian": (20, 120)
      case "eve": (86_420, 120)
      default: (0, 100)
      }
    func place(_ share: Double, at seconds: Double?) -> RouteTrack.Place {
      RouteTrack.Place(
        Coordinate(longitude: 1000 * share / degree, latitude: 0), time: seconds.map { 1_000_000_000 + start + $0 })
    }
    let count = path == "max" ? 50 : 10
    var places = (0...count).map { index in
      let share = Double(index) / Double(count)
      return place(share, at: path == "max" && index == count ? nil : time * share)
    }
    if path == "ian" { places.append(place(1, at: time + 100)) }
    var track = RouteTrack(parts: [places])
    track.hasDates = path != "sue"
    return [track]
  })
}

@Suite("Several recordings in one clock")
struct SharedClockTests {
  private func route(_ name: String) -> ParameterValue {
    .route(.file(FileReference(literal: name, path: name), track: nil))
  }

  private func rider(
    _ name: String, with others: [String], _ align: String = "times", _ context: FakeContext = raceContext(),
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
    let context = raceContext()
    let eve = try rider("eve", with: ["ada"], "starts", context)
    #expect(context.warnings.isEmpty)
    // 14 s of the film are 120 s.
    #expect(abs(try #require(try frame(eve, 7)[Outputs.named.distance]) - 500) < 1)
    #expect(eve.moments[0].seconds == 14)
    #expect(abs(try rider("ada", with: ["eve"], "starts").moments[0].seconds - 14 * 100 / 120) < 1e-6)
    _ = try rider("eve", with: ["ada"], "times", context)
    #expect(context.warnings.count == 1)
  }

  @Test("What lacks times, or times of day, cannot share a clock, and stops are kept")
  func faults() throws {
    func place(_ body: () throws -> RouteMotion) -> String? {
      #expect(throws: StageError.self) { try body() }?.parameter
    }
    #expect(place { try rider("sue", with: ["ada"]) } == "route")
    #expect(place { try rider("ada", with: ["bob", "sue"]) } == "clock.with[1]")
    #expect(place { try rider("ada", with: ["bob"], "times", raceContext(), ("stops", .text("skip"))) } == "stops")
    _ = try rider("sue", with: ["ada"], "starts")
  }

  @Test("Somebody arrives at the end of the way, not at that of the recording, and stays ahead")
  func recordingOn() throws {
    let (ada, ian) = (try rider("ada", with: ["ian", "bob"]), try rider("ian", with: ["ada", "bob"]))
    // 14 s of the film are 240 s.
    #expect(abs(ada.moments[0].seconds - 14 * 100 / 240) < 1e-6)
    #expect(abs(ian.moments[0].seconds - 14 * 140 / 240) < 1e-6)
    for seconds in [7.0, 10, 13.9, 14] {
      #expect(try frame(ada, seconds)[Outputs.named.rank] == 1)
      #expect(try frame(ian, seconds)[Outputs.named.rank] == 2)
    }
  }

  @Test("Where the last part of a way has no times, it goes on evenly, and the clock with it")
  func untimedEnd() throws {
    let (max, bob) = (try rider("max", with: ["bob"]), try rider("bob", with: ["max"]))
    for seconds in [1.0, 5, 9, 12] {
      #expect(
        abs(try #require(try frame(bob, seconds)[Outputs.named.distance]) - Swift.max(0, (seconds * 10 - 20) / 0.12))
          < 10)
      #expect(abs(try #require(try frame(max, seconds)[Outputs.named.distance]) - min(seconds * 100, 1000)) < 10)
    }
  }
}
