import StageKit
import StageTesting
import Testing

@testable import CameraRotation

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A camera's way through views")
struct CameraPathTests {
  private static let views = [
    CameraView(distance: 2000, pitch: 0, heading: 0, center: .zero),
    CameraView(distance: 600, pitch: 55, heading: 40, center: Point(900, -400), roll: 8),
    CameraView(distance: 500, pitch: 60, heading: 130, center: Point(1500, 700), roll: -5),
    CameraView(distance: 1500, pitch: 20, heading: 180, center: Point(0, 1000)),
  ]

  private static func numbers(_ view: CameraView) -> [Double] {
    [view.center.x, view.center.y, log(view.distance), view.pitch, view.heading, view.roll]
  }

  /// Differences of what is seen between two shares of the way, as a share of one.
  private static func speed(_ path: CameraPath, _ from: Double, _ to: Double) -> [Double] {
    zip(numbers(path.view(afterShare: from)), numbers(path.view(afterShare: to))).map { ($1 - $0) / (to - from) }
  }

  @Test("It begins and ends exactly, and passes every view")
  func passes() {
    let path = CameraPath(Self.views, isLoop: false)
    #expect(path.view(afterShare: 0) == Self.views[0] && path.view(afterShare: 1) == Self.views[3])
    for view in Self.views {
      let nearest = (0...20_000).map { step in
        zip(Self.numbers(path.view(afterShare: Double(step) / 20_000)), Self.numbers(view))
          .reduce(0) { $0 + ($1.0 - $1.1).magnitude / 100 }
      }.min()
      #expect(nearest ?? 1 < 0.01)
    }
  }

  @Test("It looks equally fast all the way, and neither its speed nor its acceleration jumps")
  func isEven() {
    let path = CameraPath(Self.views, isLoop: false)
    let turn = Flight.rho * 0.5 * .pi / 180
    let steps = 4000
    var (speeds, slopes) = ([Double](), [[Double]]())
    for step in 0..<steps {
      let (from, to) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
      let slope = Self.speed(path, from, to)
      let width = path.view(afterShare: (from + to) / 2).distance * Flight.breadth
      let (pan, zoom) = (Flight.rho * hypot(slope[0], slope[1]) / width, slope[2] / Flight.rho)
      let turns = slope[3...].map { turn * $0 }
      speeds.append((pan * pan + zoom * zoom + turns.reduce(0) { $0 + $1 * $1 }).squareRoot())
      slopes.append(slope)
    }
    let mean = speeds.reduce(0, +) / Double(steps)
    for speed in speeds { #expect(abs(speed / mean - 1) < 2e-3) }
    for column in 0..<6 {
      let values = slopes.map { $0[column] }
      let accelerations = zip(values, values.dropFirst()).map { ($1 - $0) * Double(steps) }
      let top = accelerations.map(\.magnitude).max() ?? 0
      // A jump would be as large whatever the steps; a continuous curve changes by less the finer they are.
      for (a, b) in zip(accelerations, accelerations.dropFirst()) { #expect(abs(b - a) < 0.02 * top) }
    }
  }

  @Test("Around a loop it goes on through its beginning without a change of speed")
  func loop() {
    var last = Self.views[0]
    last.heading += 360
    let path = CameraPath(Self.views + [last], isLoop: true)
    let (end, start) = (Self.speed(path, 1 - 1e-6, 1), Self.speed(path, 0, 1e-6))
    for (a, b) in zip(end, start) { #expect(abs(a - b) < 1e-3 * max(abs(a), abs(b), 1)) }
  }

  @Test("Beyond its ends it goes straight on")
  func beyond() {
    let path = CameraPath(Self.views, isLoop: false)
    let (inside, outside) = (Self.speed(path, 1 - 1e-5, 1), Self.speed(path, 1, 1.02))
    for (a, b) in zip(inside, outside) { #expect(abs(a - b) < 1e-2 * max(abs(a), 1)) }
  }

  // MARK: ParameterValues

  private func stage(_ entries: (String, ParameterValue)...) throws -> CameraRotation {
    try CameraRotation(ParameterValues([("map", .variant("none", ParameterValues()))] + entries), FakeContext())
  }

  private func view(_ entries: (String, ParameterValue)...) -> ParameterValue {
    .object(ParameterValues(entries, path: "view"))
  }

  private func camera(_ stage: CameraRotation, at seconds: Double) throws -> Camera {
    try #require(try stage.frame(at: StageTime(seconds: seconds), Inputs())[CameraRotation.Parameters.named.camera])
  }

  @Test("A move leads through views, each from the one before")
  func through() throws {
    let stage = try stage(
      (
        "moves",
        .list([
          view(
            ("through", .list([view(("heading", .number(90))), view(("orbit", .number(90)), ("roll", .number(20)))])),
            ("to", view(("heading", .number(270)))), ("duration", .number(9)), ("curve", .curve(.linear)))
        ])
      ))
    #expect(abs(try camera(stage, at: 3).heading - 90) < 1)
    #expect(abs(try camera(stage, at: 6).heading - 180) < 1)
    #expect(try camera(stage, at: 6).roll > 19)
    #expect(try camera(stage, at: 9).heading == 270 && camera(stage, at: 9).roll == 20)
  }

  @Test("A zoom level has the world as wide as web maps do", arguments: [3.5, 12.0, 18])
  func zoomLevel(level: Double) throws {
    let stage = try stage(
      ("center", .coordinate(Coordinate(longitude: 7.4, latitude: 43.7))),
      ("start", view(("zoomLevel", .number(level)))))
    let camera = try camera(stage, at: 0)
    let step = 1e-3
    let (a, b) = (Coordinate(longitude: 7.4, latitude: 43.7), Coordinate(longitude: 7.4 + step, latitude: 43.7))
    let (p, q) = (try #require(camera.project(a)), try #require(camera.project(b)))
    #expect(abs((q.x - p.x) * 360 / step / (512 * exp2(level)) - 1) < 1e-9)
  }

  @Test("A view has one distance and one heading", arguments: [("distance", "zoomLevel"), ("heading", "orbit")])
  func conflicts(one: String, other: String) throws {
    let error = #expect(throws: StageError.self) {
      try stage(("moves", .list([view(("to", view((one, .number(10)), (other, .number(10)))))])))
    }
    #expect(error?.message == "a view has '\(one)' or '\(other)', not both")
    #expect(error?.parameter == "view.\(other)")
  }

  @Test("A camera that leans turns the picture the other way, and keeps its middle")
  func roll() throws {
    var camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 1000, canvas: Size(400, 300))
    let east = try #require(camera.project(Point(10, 0)))
    camera.roll = 90
    let turned = try #require(camera.project(Point(10, 0)))
    #expect((turned - Point(200, 150 - (east.x - 200))).length < 1e-9)
    camera.pitch = 50
    for point in [SpacePoint(10, 20, 0), SpacePoint(-40, 30, 25)] {
      let leaning = camera.spaceToCanvas.homogeneous(point)
      var upright = camera
      upright.roll = 0
      let before = upright.spaceToCanvas.homogeneous(point)
      let expected = camera.rolling.apply(Point(before.x / before.z, before.y / before.z))
      #expect((Point(leaning.x / leaning.z, leaning.y / leaning.z) - expected).length < 1e-9)
      #expect(abs(leaning.z - before.z) < 1e-9)
    }
  }

  @Test("Far moves are flights on their own, near ones change their distance evenly")
  func auto() {
    let from = CameraView(distance: 1000, pitch: 0, heading: 0, center: .zero)
    func middle(_ x: Double) -> CameraView {
      var to = from
      (to.center, to.distance) = (Point(x, 0), 2000)
      var moves = CameraMoves(start: from)
      moves.add(to, delay: 0, duration: 2, curve: .linear, zoom: .auto)
      return moves.view(at: 1)
    }
    #expect(middle(1000).distance == 1500)
    #expect(middle(100_000).distance > 20_000)
  }
}
