import StageKit
import StageTesting
import Testing

@testable import MotionPath

private func motion(_ entries: (String, ParameterValue)...) throws -> MotionPath {
  try MotionPath(ParameterValues(entries), FakeContext())
}

private func frame(_ stage: MotionPath, _ seconds: Double, _ inputs: [String: PortValue] = [:]) throws -> StageFrame {
  try stage.frame(at: StageTime(seconds: seconds), Inputs(inputs))
}

private typealias Names = MotionPath.Parameters

@Suite("Motion along a path of the canvas")
struct MotionPathTests {
  private let circle = Path.circle(center: Point(100, 100), radius: 50)

  @Test("Along a circle it goes equally far in equal times, and looks where it goes")
  func circleEvenly() throws {
    let stage = try motion(("path", .path(circle)), ("duration", .number(4)), ("curve", .curve(.linear)))
    var last: (place: Point, angle: Double)?
    for step in 0...200 {
      let frame = try frame(stage, Double(step) / 50)
      let place = try #require(frame[Names.named.position])
      #expect(abs(place.distance(to: Point(100, 100)) - 50) < 0.05)
      let rotation = try #require(frame[Names.named.rotation])
      // Across the way from the middle.
      let (s, c) = sineAndCosine(degrees: rotation)
      #expect(abs((place - Point(100, 100)).normalized.dot(Point(c, s))) < 0.01)
      if let last {
        // 1/200 of the way around, as a chord.
        #expect(abs(place.distance(to: last.place) - 1.5708) < 0.002)
        #expect(abs(abs(rotation - last.angle) - 1.8) < 0.02)
      }
      last = (place, rotation)
    }
  }

  @Test("A closed path goes on beyond its end, and turns add up")
  func beyond() throws {
    let stage = try motion(("path", .path(circle)))
    let one = try frame(stage, 0, ["progress": .number(0.3)])
    let later = try frame(stage, 0, ["progress": .number(2.3)])
    #expect(
      try #require(one[Names.named.position]).distance(to: try #require(later[Names.named.position])) < 1e-9)
    let turned = try #require(later[Names.named.rotation]) - (try #require(one[Names.named.rotation]))
    #expect(abs(abs(turned) - 720) < 1e-6)
  }

  @Test("At a corner it turns within its reach, and not at once")
  func corner() throws {
    let path = Path.polyline([Point(0, 0), Point(100, 0), Point(100, 100)])
    let stage = try motion(("path", .path(path)), ("reach", .number(5)))
    let angles = try (0...400).map {
      try #require(try frame(stage, 0, ["progress": .number(Double($0) / 400)])[Names.named.rotation])
    }
    #expect(angles[0] == 0 && angles[400] == 90 && abs(angles[200] - 45) < 1e-9)
    #expect(zip(angles, angles.dropFirst()).allSatisfy { $1 >= $0 - 1e-9 && $1 - $0 < 12 })
    #expect(angles[189] == 0 && angles[211] == 90)
  }

  @Test("A curve through points passes each, without a bend at any")
  func points() throws {
    let points = [Point(10, 10), Point(80, 90), Point(160, 20), Point(220, 120)]
    let stage = try motion(("points", .list(points.map { .point($0) })), ("curve", .curve(.linear)))
    let places = try (0...4000).map { try #require(try frame(stage, Double($0) / 2000)[Names.named.position]) }
    for point in points { #expect((places.map { $0.distance(to: point) }.min() ?? 9) < 0.1) }
    #expect(places[0] == points[0] && places[4000].distance(to: points[3]) < 1e-6)
    let ways = zip(places, places.dropFirst()).map { ($1 - $0).normalized }
    #expect(zip(ways, ways.dropFirst()).allSatisfy { $0.dot($1) > 0.999 })
  }

  @Test("It repeats, comes back, and rests at its end")
  func repeats() throws {
    let path = Path.polyline([Point(0, 0), Point(100, 0)])
    let once = try motion(("path", .path(path)), ("duration", .number(1)), ("curve", .curve(.linear)))
    #expect(once.duration == 1 && once.moments.map(\.seconds) == [1])
    #expect(try frame(once, 5)[Names.named.position] == Point(100, 0))
    let back = try motion(
      ("path", .path(path)), ("duration", .number(1)), ("curve", .curve(.linear)), ("autoreverse", .boolean(true)))
    #expect(try #require(frame(back, 1.25)[Names.named.position]).distance(to: Point(75, 0)) < 1e-9)
    #expect(try #require(frame(back, 3)[Names.named.position]).distance(to: Point(0, 0)) < 1e-9)
  }

  @Test("A way is one of two, and has a length")
  func faults() {
    func message(_ entries: (String, ParameterValue)...) -> String {
      do {
        _ = try MotionPath(ParameterValues(entries), FakeContext())
        return ""
      } catch let error as StageError {
        return error.message
      } catch { return "\(error)" }
    }
    let points = ParameterValue.list([.point(Point(1, 1)), .point(Point(1, 1))])
    #expect(message() == "there is no way: none is given, and none comes by the input 'path'")
    #expect(message(("path", .path(circle)), ("points", points)) == "'path' and 'points' exclude each other")
    #expect(message(("points", points)) == "the way has no length")
    #expect(message(("path", .path(circle)), ("closed", .boolean(true))) == "it has no effect without 'points'")
  }
}
