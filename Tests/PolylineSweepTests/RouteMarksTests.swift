import StageKit
import StageTesting
import Testing

@testable import PolylineSweep

@Suite("Marks along a route")
struct RouteMarksTests {
  private static let degree = Coordinate.meanEarthRadius * .pi / 180

  /// East along the equator for 5.5 km.
  private static let route = ParameterValue.route(
    .coordinates([0, 5500].map { Coordinate(longitude: $0 / degree, latitude: 0) }))

  private func stage(
    _ entries: (String, ParameterValue)..., foreseen: @escaping @Sendable (Double) -> Double? = { _ in nil }
  ) throws -> RouteMarks {
    try RouteMarks(
      ParameterValues([("route", Self.route)] + entries),
      FakeContext(foreseen: { _, seconds in foreseen(seconds).map { .number($0) } }))
  }

  private func kilometers(_ stage: RouteMarks) -> [Double] {
    stage.marks.map { ($0.place.coordinate.longitude * Self.degree / 10).rounded() / 100 }
  }

  @Test(
    "Each whole number of the unit is marked up to the route's end",
    arguments: [(1.0, "kilometers", 5), (2, "kilometers", 2), (1, "miles", 3), (500, "meters", 11), (0, "meters", 0)])
  func steps(every: Double, unit: String, count: Int) throws {
    let stage = try stage(("every", .number(every)), ("unit", .text(unit)))
    let length = unit == "miles" ? 1609.344 : unit == "meters" ? 1 : 1000
    #expect(stage.marks.count == count)
    for (index, mark) in stage.marks.enumerated() {
      #expect(abs(mark.place.coordinate.longitude * Self.degree - Double(index + 1) * every * length) < 0.01)
    }
  }

  @Test("Flags are at the ends, and the last number gives way to one at its place")
  func flags() throws {
    let both: [(String, ParameterValue)] = [("start", .text("A")), ("finish", .text("B"))]
    #expect(kilometers(try stage(both[0], both[1])) == [0, 1, 2, 3, 4, 5, 5.5])
    #expect(kilometers(try stage(both[0], both[1], ("every", .number(1.1)))) == [0, 1.1, 2.2, 3.3, 4.4, 5.5])
    #expect(kilometers(try stage(("every", .number(1.1)))) == [1.1, 2.2, 3.3, 4.4, 5.5])
  }

  @Test("Texts of marks are there to be read once they have come, where all of them is on the canvas")
  func legibleText() throws {
    let stage = try stage()
    func count(_ seconds: Double) throws -> Int {
      flat(try stage.frame(at: StageTime(seconds: seconds), Inputs()).legibleText).count
    }
    #expect(try count(0.2) == 0 && count(0.52) == 1)
    #expect(try count(3) > 1 && count(3) <= 5)
  }

  @Test("Each comes as the route passes it, also between frames, and what is never passed stays away")
  func times() throws {
    let stage = try stage(("every", .number(1.1))) { seconds in min(seconds / 4, 0.9) }
    // A fifth of the way each 0.8 s.
    for (time, expected) in zip(stage.cues(until: 5).map(\.seconds), [0.8, 1.6, 2.4, 3.2]) {
      #expect(abs(time - expected) < 1e-6)
    }
    #expect(stage.cues(until: 5).count == 4 && stage.cues(until: 2).count == 2)
    #expect(abs(try #require(stage.duration) - 3.7) < 1e-6)
  }

  @Test("Without a progress they come one after the other")
  func inTurn() throws {
    #expect(try stage().cues(until: 5).map(\.seconds) == [0, 1, 2, 3, 4].map { $0 * 0.12 })
  }

  @Test("Waypoints are marked with their names, in the order in which the route passes them")
  func waypoints() throws {
    let file = """
      { "type": "FeatureCollection", "features": [
        { "type": "Feature", "properties": {}, "geometry": { "type": "LineString", "coordinates": [[0, 0], [0.02, 0], [0.02, 0.02]] } },
        { "type": "Feature", "properties": { "name": "Hut" }, "geometry": { "type": "Point", "coordinates": [0.021, 0.01] } },
        { "type": "Feature", "properties": {}, "geometry": { "type": "MultiPoint", "coordinates": [[0.005, 0.001]] } } ] }
      """
    let route = ParameterValue.route(.file(FileReference(literal: "a.geojson", path: "a.geojson"), track: nil))
    let stage = try RouteMarks(
      ParameterValues([("route", route), ("every", .number(0))]), FakeContext(files: ["a.geojson": file]))
    #expect(stage.marks.map(\.place.kind) == [.waypoint(nil), .waypoint("Hut")])
    #expect(zip(stage.marks, [0.005, 0.03]).allSatisfy { abs($0.place.distance / Self.degree - $1) < 1e-5 })
    #expect(stage.marks.map(\.text.isEmpty) == [true, false])
  }

  @Test("A route beyond the ends of maps is an error, and one that goes there a warning")
  func poles() throws {
    func marks(_ latitudes: [Double]) throws -> [String] {
      let context = FakeContext()
      let route = latitudes.map { Coordinate(longitude: 0, latitude: $0) }
      _ = try RouteMarks(ParameterValues([("route", .route(.coordinates(route))), ("every", .number(0))]), context)
      return context.warnings
    }
    #expect(try marks([80, 81]) == [])
    #expect(try marks([80, 88]).map { $0.hasPrefix("the route goes beyond 85.05° north or south") } == [true])
    let error = #expect(throws: StageError.self) { try marks([86, 87]) }
    #expect(error?.message == "the route lies beyond 85.05° north or south, where maps end")
  }

  @Test("Waypoints far from the way are left out, with a warning")
  func farWaypoints() throws {
    let file = """
      { "type": "FeatureCollection", "features": [
        { "type": "Feature", "properties": {}, "geometry": { "type": "LineString", "coordinates": [[0, 0], [0.02, 0]] } },
        { "type": "Feature", "properties": { "name": "Hut" }, "geometry": { "type": "Point", "coordinates": [0.01, 0.005] } },
        { "type": "Feature", "properties": { "name": "Elsewhere" }, "geometry": { "type": "Point", "coordinates": [0.01, 0.3] } } ] }
      """
    let context = FakeContext(files: ["a.geojson": file])
    let route = ParameterValue.route(.file(FileReference(literal: "a.geojson", path: "a.geojson"), track: nil))
    let stage = try RouteMarks(ParameterValues([("route", route), ("every", .number(0))]), context)
    #expect(stage.marks.map(\.place.kind) == [.waypoint("Hut")])
    #expect(context.warnings == ["waypoints that lie more than 1.0 km from the way are left out: 'Elsewhere'"])
  }

  @Test("More marks than could be seen are an error at 'every'")
  func tooMany() throws {
    #expect { try stage(("every", .number(1)), ("unit", .text("meters"))) } throws: { error in
      (error as? StageError)?.parameter == "every"
    }
  }

  @Test("Where labels would overlap, numbers give way to rounder ones, those to waypoints, and all to flags")
  func ranks() {
    func rank(_ kind: RouteMark.Kind) -> Int {
      RouteMark.Place(kind: kind, coordinate: Coordinate(longitude: 0, latitude: 0), distance: 0).rank
    }
    let kinds: [RouteMark.Kind] = [
      .finish("a"), .waypoint("b"), .distance(100), .distance(50), .distance(10), .distance(5), .distance(2),
      .distance(7),
    ]
    #expect(kinds.map(rank) == kinds.map(rank).sorted() && Set(kinds.map(rank)).count == kinds.count)
  }
}
