import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("A camera that follows and lets go")
struct CameraReleaseTests {
  private static let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  /// Goes east at 100 m/s and turns by 30° a second.
  @Sendable private static func followed(_ input: String, _ seconds: Double) -> PortValue? {
    input == "center" ? .coordinate(plane.coordinate(Point(100 * seconds, 0))) : .number(30 * seconds)
  }

  private func stage(_ moves: [ParameterValue]) throws -> CameraRotation {
    try CameraRotation(
      ParameterValues([("map", .variant("none", ParameterValues())), ("moves", .list(moves))]),
      FakeContext(foreseen: Self.followed))
  }

  private func move(_ to: [(String, ParameterValue)], delay: Double = 0, duration: Double = 1) -> ParameterValue {
    .object(
      ParameterValues([
        ("to", .object(ParameterValues(to))), ("delay", .number(delay)), ("duration", .number(duration)),
      ]))
  }

  private func camera(_ stage: CameraRotation, at seconds: Double) throws -> Camera {
    let inputs = ["center", "heading"].map { ($0, Self.followed($0, seconds)) }
    let values = Dictionary(uniqueKeysWithValues: inputs.compactMap { name, value in value.map { (name, $0) } })
    return try #require(
      try stage.frame(at: StageTime(seconds: seconds), Inputs(values))[CameraRotation.Parameters.named.camera])
  }

  /// At a thousand frames a second.
  private func expectNoJumps(_ stage: CameraRotation, in frames: Range<Int>) throws {
    let cameras = try frames.map { try camera(stage, at: Double($0) / 1000) }
    let steps = zip(cameras, cameras.dropFirst()).map {
      ($0.center.distance(to: $1.center), abs($0.heading - $1.heading))
    }
    #expect(steps.allSatisfy { $0.0 < 12 && $0.1 < 1 })
  }

  @Test("It lets go of what it follows where a move leads to a center, without a jump, and keeps to that center")
  func release() throws {
    let place = Coordinate(longitude: 0.02, latitude: 0.01)
    let stage = try stage([
      move([("pitch", .number(20))]), move([("center", .coordinate(place)), ("heading", .number(10))], delay: 1),
    ])
    let before = try camera(stage, at: 1.5)
    #expect(before.center.distance(to: Point(150, 0)) < 1e-6)
    #expect(abs(before.heading - 45) < 1e-9)
    #expect(try camera(stage, at: 2).center.distance(to: Point(200, 0)) < 1e-6)
    for seconds in [3.0, 4, 9] {
      let after = try camera(stage, at: seconds)
      #expect(after.center.distance(to: Self.plane.point(place)) < 1e-6)
      #expect(abs(after.heading - 10) < 1e-9)
    }
    try expectNoJumps(stage, in: 0..<3000)
  }

  @Test("A fit shows all of its points though the camera followed before")
  func fit() throws {
    let corners = [Coordinate(longitude: -0.01, latitude: -0.02), Coordinate(longitude: 0.03, latitude: 0.02)]
    let stage = try stage([move([("fit", .route(.coordinates(corners))), ("padding", .number(20))], delay: 2)])
    let camera = try camera(stage, at: 5)
    let box = try #require(Rect(around: corners.compactMap { camera.project(Self.plane.point($0)) }))
    let canvas = Rect(x: 20, y: 20, width: 500, height: 920)
    #expect(box.inset(by: 1e-3).minX >= canvas.minX && box.inset(by: 1e-3).maxX <= canvas.maxX)
    #expect(box.inset(by: 1e-3).minY >= canvas.minY && box.inset(by: 1e-3).maxY <= canvas.maxY)
    #expect(abs(camera.heading - 60) < 1e-9)
  }

  @Test("It follows again by the end of a move that says so, the short way round")
  func catchUp() throws {
    let stage = try stage([
      move([("center", .coordinate(Coordinate(longitude: 0.02, latitude: 0)))], delay: 1),
      move([("follow", .boolean(true)), ("heading", .number(5))], delay: 1), move([("distance", .number(2000))]),
    ])
    for seconds in [4.0, 4.5, 7] {
      let camera = try camera(stage, at: seconds)
      #expect(camera.center.distance(to: Point(100 * seconds, 0)) < 1e-6)
      #expect(abs((camera.heading - 30 * seconds - 5).remainder(dividingBy: 360)) < 1e-9)
    }
    try expectNoJumps(stage, in: 900..<4200)
  }

  @Test("A move that follows before and after cannot look elsewhere")
  func contradiction() throws {
    let error = #expect(throws: StageError.self) {
      try stage([
        move([("center", .coordinate(Coordinate(longitude: 0.02, latitude: 0))), ("follow", .boolean(true))])
      ])
    }
    #expect(error?.message.contains("follows its inputs before and after the move") == true)
  }
}
