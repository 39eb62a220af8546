import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("A tour of a route")
struct TourTests {
  private static let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
  /// 2 km to the south, then 2 km to the west.
  private static let corners = [Point(0, 0), Point(0, 2000), Point(-2000, 2000)]

  /// Begins with the route after 1 s, and is at its end after 4 s, of 5 s.
  private static func place(_ seconds: Double) -> Point {
    let way = min(max((seconds - 1) / 3, 0), 1) * 4000
    return way < 2000 ? Point(0, way) : Point(2000 - way, 2000)
  }

  @Sendable private static func followed(_ input: String, _ seconds: Double) -> PortValue? {
    input == "center" ? .coordinate(plane.coordinate(place(seconds))) : .number(seconds < 2.5 ? 180 : 270)
  }

  private static let ofCamera: Set = ["moves", "start"]

  private func stage(
    _ entries: (String, ParameterValue)..., foreseen: @escaping @Sendable (String, Double) -> PortValue? = followed
  ) throws -> CameraRotation {
    let route = ParameterValue.route(.coordinates(Self.corners.map(Self.plane.coordinate)))
    return try CameraRotation(
      ParameterValues(
        [
          ("map", .variant("none", ParameterValues())),
          (
            "tour",
            .object(
              ParameterValues(
                [("route", route), ("outro", .number(1))]
                  + (entries.contains { $0.0 == "intro" } ? [] : [("intro", .number(1))])
                  + entries.filter { !Self.ofCamera.contains($0.0) }))
          ),
        ] + entries.filter { Self.ofCamera.contains($0.0) }),
      FakeContext(foreseen: foreseen))
  }

  private func camera(_ stage: CameraRotation, at seconds: Double) throws -> Camera {
    var inputs: [String: PortValue] = [:]
    for name in ["center", "heading"] { inputs[name] = Self.followed(name, seconds) }
    return try #require(
      try stage.frame(at: StageTime(seconds: seconds), Inputs(inputs))[CameraRotation.Parameters.named.camera])
  }

  @Test("It begins and ends with all of the route in view, within its padding", arguments: [0.0, 5])
  func overview(seconds: Double) throws {
    let camera = try camera(try stage(), at: seconds)
    for corner in Self.corners {
      let image = try #require(camera.project(corner))
      #expect(image.x > 59 && image.x < 481 && image.y > 59 && image.y < 901)
    }
  }

  @Test("Between these it follows, from nearer", arguments: [1.0, 2, 4])
  func follows(seconds: Double) throws {
    let camera = try camera(try stage(), at: seconds)
    #expect(camera.center.distance(to: Self.place(seconds)) < 1e-6)
    #expect(camera.pitch == 50)
    // So short a film would pass the route calmly from no nearer than the overview.
    #expect(abs(camera.distance / (try self.camera(try stage(), at: 0).distance) - 0.6) < 1e-9)
    #expect(try self.camera(try stage(("distance", .number(500))), at: seconds).distance == 500)
  }

  @Test(
    "It turns by less than 60 degrees a second between the overview and the route, from as near to north as that allows"
  )
  func turns() throws {
    let stage = try stage()
    let headings = try (0...30).map { try camera(stage, at: Double($0) / 30).heading }
    let turns = zip(headings, headings.dropFirst()).map { abs($1 - $0) * 30 }
    // A smooth move turns at most 15/8 times as fast as in the mean.
    let most = 58.0 * 8 / 15
    #expect(try #require(turns.max()) < 60 && abs(headings[0] - (180 - most)) < 1e-9 && headings[30] == 180)
    #expect(abs(try camera(stage, at: 5).heading - (270 + most)) < 1e-9)
  }

  @Test("It takes the place of moves, and needs time to follow in")
  func faults() throws {
    #expect(throws: StageError.self) { try stage(("intro", .number(4))) }
    let move = ParameterValue.object(ParameterValues([("to", .object(ParameterValues([("pitch", .number(3))])))]))
    #expect(throws: StageError.self) { try stage(("moves", .list([move]))) }
  }

  @Test("It needs a center to follow")
  func unconnected() throws {
    #expect(throws: StageError.self) { try stage(foreseen: { _, _ in nil }) }
  }

  @Test(
    "Of the start only the anchor can be chosen",
    arguments: [
      ("anchor", true), ("distance", false), ("zoomLevel", false), ("pitch", false), ("heading", false),
      ("roll", false),
    ])
  func start(name: String, isTaken: Bool) throws {
    let value = isTaken ? ParameterValue.point(Point(0.5, 0.6)) : .number(7)
    let start = ParameterValue.object(ParameterValues([(name, value)]))
    if isTaken {
      _ = try stage(("start", start))
    } else {
      #expect(throws: StageError.self) { try stage(("start", start)) }
    }
  }
}
