import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

/// A host of a recording of 4 km to the east, at 10 m/s for 2 km and at 5 m/s from there, in laps of 1.5 km and the rest.
private func lapContext(hasLaps: Bool = true, hasTimes: Bool = true) -> FakeContext {
  FakeContext(recordings: { _ in
    let degree = Coordinate.meanEarthRadius * .pi / 180
    let places = (0...40).map { index in
      let way = Double(index) * 100
      var place = RouteTrack.Place(Coordinate(longitude: way / degree, latitude: 0))
      if hasTimes { place.time = 3600 + (way <= 2000 ? way / 10 : 200 + (way - 2000) / 5) }
      if hasLaps { place.lap = way < 1500 ? 1 : 2 }
      return place
    }
    return [RouteTrack(parts: [places])]
  })
}

@Suite("Laps and split times")
struct LapTests {
  private let route = ParameterValue.route(.file(FileReference(literal: "a.fit", path: "a.fit"), track: nil))

  private func frame(_ seconds: Double, _ context: FakeContext, _ entries: [(String, ParameterValue)]) throws
    -> StageFrame
  {
    let all = [("route", route), ("duration", .number(6)), ("pace", .text("recorded"))] + entries
    return try RouteMotion(ParameterValues(all), context).frame(at: StageTime(seconds: seconds), Inputs())
  }

  @Test("Laps are those of the file, with their time, their distance and the time of the one before")
  func recorded() throws {
    // The film takes 6 s for 600 s.
    for (seconds, lap, time, distance, last) in [(1.0, 1.0, 100.0, 1000.0, nil), (3, 2, 150, 1000, 150.0)] {
      let frame = try frame(seconds, lapContext(), [])
      #expect(frame[RouteMotion.Parameters.named.lap] == lap)
      #expect(abs(try #require(frame[RouteMotion.Parameters.named.lapTime]) - time) < 0.5)
      #expect(abs(try #require(frame[RouteMotion.Parameters.named.lapDistance]) - distance) < 3)
      #expect(frame[RouteMotion.Parameters.named.lastLapTime].map { ($0 * 10).rounded() / 10 } == last)
    }
    #expect(try frame(3, lapContext(hasLaps: false), [])[RouteMotion.Parameters.named.lap] == nil)
  }

  @Test("Splits are laps of equal distances, the last of them as long as the rest")
  func splits() throws {
    func frame(_ seconds: Double) throws -> StageFrame {
      try self.frame(seconds, lapContext(), [("lapLength", .number(1)), ("lapUnit", .text("kilometers"))])
    }
    for (seconds, lap, time, last) in [(0.5, 1.0, 50.0, nil), (1.5, 2, 50, 100.0), (3, 3, 100, 100), (6, 4, 200, 200)] {
      let frame = try frame(seconds)
      #expect(frame[RouteMotion.Parameters.named.lap] == lap)
      #expect(abs(try #require(frame[RouteMotion.Parameters.named.lapTime]) - time) < 1)
      #expect(frame[RouteMotion.Parameters.named.lastLapTime].map { $0.rounded() } == last)
    }
    #expect {
      try self.frame(1, lapContext(), [("lapLength", .number(1e-3)), ("lapUnit", .text("meters"))])
    } throws: { ($0 as? StageError)?.parameter == "lapLength" }
  }

  private func marks(
    _ entries: (String, ParameterValue)..., context: FakeContext = lapContext()
  ) throws -> [(kind: RouteMark.Kind, meters: Double, time: Double?)] {
    try RouteMarks(ParameterValues([("route", route)] + entries), context).marks.map {
      ($0.place.kind, $0.place.distance.rounded(), $0.place.time.map { $0.rounded() })
    }
  }

  @Test("Marks tell the time of their split or that since the start, and the finish the whole")
  func times() throws {
    let splits = try marks(("times", .text("split")), ("finish", .text("End")))
    #expect(splits.map(\.meters) == [1000, 2000, 3000, 4000])
    #expect(splits.map(\.time) == [100, 100, 200, 600])
    #expect(try marks(("times", .text("total"))).map(\.time) == [100, 200, 400, 600])
    #expect(try marks().map(\.time) == [nil, nil, nil, nil])
    #expect {
      try marks(("times", .text("split")), context: lapContext(hasTimes: false))
    } throws: { ($0 as? StageError)?.parameter == "times" }
  }

  @Test("The ends of laps are marked, but the last one gives way to the finish")
  func lapMarks() throws {
    let laps = try marks(("every", .number(0)), ("lap", .text("Lap #")), ("times", .text("split")))
    #expect(laps.map(\.kind) == [.lap(1), .lap(2)])
    #expect(laps.map(\.meters) == [1500, 4000] && laps.map(\.time) == [150, 450])
    let finish = try marks(("every", .number(0)), ("lap", .text("Lap #")), ("finish", .text("End")))
    #expect(finish.map(\.kind) == [.lap(1), .finish("End")])
    #expect {
      try marks(("lap", .text("Lap #")), context: lapContext(hasLaps: false))
    } throws: { ($0 as? StageError)?.parameter == "lap" }
  }
}
