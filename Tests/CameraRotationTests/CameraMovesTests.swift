import StageKit
import StageTesting
import Testing

@testable import CameraRotation

/// Ease-in-out by bisection on the Bézier's parameter, independent of the timing module.
private func easeInOut(_ x: Double) -> Double {
  func bezier(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    3 * p1 * s * (1 - s) * (1 - s) + 3 * p2 * s * s * (1 - s) + s * s * s
  }
  var (low, high) = (0.0, 1.0)
  for _ in 0..<200 {
    let middle = (low + high) / 2
    if bezier(0.42, 0.58, middle) < x { low = middle } else { high = middle }
  }
  return bezier(0, 1, low)
}

private func stage(_ entries: (String, ParameterValue)...) throws -> CameraRotation {
  try CameraRotation(ParameterValues([("map", .variant("none", ParameterValues()))] + entries), FakeContext())
}

private func move(_ to: [(String, ParameterValue)], _ more: (String, ParameterValue)...) -> ParameterValue {
  .object(ParameterValues([("to", .object(ParameterValues(to)))] + more, path: "moves[0]"))
}

private func camera(_ stage: CameraRotation, at seconds: Double) throws -> Camera {
  try #require(try stage.frame(at: StageTime(seconds: seconds), Inputs())[CameraRotation.Parameters.named.camera])
}

@Suite("Camera moves")
struct CameraMovesTests {
  @Test("The default arrival follows ease-in-out at every frame")
  func defaultArrivalFollowsEaseInOut() throws {
    let stage = try stage()
    for frame in 0...60 {
      let t = Double(frame) / 60
      let camera = try camera(stage, at: t)
      let distance: Double = camera.distance - (1000 + 5000 * easeInOut(t))
      let pitch: Double = camera.pitch - 60 * easeInOut(t)
      #expect(abs(distance) < 1e-6 * 5000)
      #expect(abs(pitch) < 1e-6 * 60)
      #expect(camera.heading == 0)
    }
  }

  @Test("After the default arrival the heading turns by a degree a second, there and back for ever")
  func defaultTurnGoesThereAndBack() throws {
    let stage = try stage()
    for (seconds, heading) in [(1.0, 0.0), (2, 1), (91, 90), (181, 180), (182, 179), (361, 0), (362, 1), (541, 180)] {
      let camera = try camera(stage, at: seconds)
      #expect(abs(camera.heading - heading) < 1e-9)
      #expect(camera.distance == 6000)
      #expect(camera.pitch == 60)
    }
    #expect(stage.duration == nil)
    #expect(stage.moments == [CameraRotation.Parameters.named.arrived.at(1)])
  }

  @Test("Without moves a view that the job gives stays, and so does one that follows")
  func givenView() throws {
    let start = ParameterValue.object(ParameterValues([("distance", .number(400)), ("pitch", .number(20))]))
    let map = ("map", ParameterValue.variant("none", ParameterValues()))
    let given = try CameraRotation(ParameterValues([map, ("start", start)]), FakeContext())
    let following = try CameraRotation(
      ParameterValues([map]),
      FakeContext(foreseen: { input, _ in
        input == "center" ? .coordinate(Coordinate(longitude: 0, latitude: 0)) : nil
      }))
    for seconds in [0.0, 0.5, 1, 90] {
      let view = try camera(given, at: seconds)
      #expect(view.distance == 400 && view.pitch == 20 && view.heading == 0)
      #expect(try camera(following, at: seconds).distance == 1000)
    }
  }

  @Test("No property jumps between neighboring instants")
  func nothingJumps() throws {
    let stage = try stage(
      (
        "moves",
        .list([
          move(
            [("distance", .number(4000)), ("heading", .number(350))], ("duration", .number(0.7)),
            ("delay", .number(0.1))),
          move(
            [("pitch", .number(50))], ("duration", .number(0.5)), ("autoreverse", .boolean(true)),
            ("repeat", .number(1.5))),
          move(
            [("heading", .number(40)), ("center", .coordinate(Coordinate(longitude: 0.01, latitude: 0)))],
            ("duration", .number(0.4)), ("turn", .text("counterclockwise")), ("zoom", .text("logarithmic"))),
          move(
            [("heading", .number(90))], ("duration", .number(0.6)), ("autoreverse", .boolean(true)),
            ("repeat", .number(.infinity))),
        ])
      ))
    let step = 1e-5
    let views = try (0...6000).map { try camera(stage, at: Double($0) / 1000) }
    let pairs = zip(views, views.dropFirst())
    #expect(try #require(pairs.map { abs($0.distance - $1.distance) }.max()) < 15)
    #expect(try #require(pairs.map { abs($0.pitch - $1.pitch) }.max()) < 0.3)
    #expect(try #require(pairs.map { abs($0.heading - $1.heading) }.max()) < 2)
    #expect(try #require(pairs.map { $0.center.distance(to: $1.center) }.max()) < 6)
    for joint in [0.1, 0.8, 1.3, 1.8, 2.3, 2.7, 3.3, 3.9] {
      let (a, b) = (try camera(stage, at: joint - step), try camera(stage, at: joint + step))
      #expect(abs(a.distance - b.distance) < 0.5)
      #expect(abs(a.heading - b.heading) < 0.02)
    }
  }

  @Test("A move for ever is the same one period later")
  func repeatsWithoutASnap() throws {
    let stage = try stage(
      (
        "moves",
        .list([
          move(
            [("heading", .number(360))], ("duration", .number(2)), ("turn", .text("as-given")),
            ("repeat", .number(.infinity)))
        ])
      ))
    let (a, b) = (try camera(stage, at: 2 - 1e-9), try camera(stage, at: 2))
    #expect(abs((a.heading - b.heading).remainder(dividingBy: 360)) < 1e-5)
    #expect(try camera(stage, at: 0.5).heading == camera(stage, at: 4.5).heading)
  }

  @Test(
    "Headings turn in the given direction",
    arguments: [
      (Turn.short, 0.0, 180.0, 180.0), (.short, 180, 0, -180), (.short, 350, 10, 20), (.short, 10, 350, -20),
      (.short, 0, 540, 180), (.short, 0, 720, 0), (.clockwise, 0, 270, 270), (.clockwise, 270, 0, 90),
      (.counterclockwise, 0, 90, -270), (.counterclockwise, 90, 0, -90), (.asGiven, 0, 720, 720),
      (.asGiven, 0, 270, 270),
    ])
  func headingsTurnAsTold(turn: Turn, from: Double, to: Double, degrees: Double) {
    #expect(turn.degrees(from: from, to: to) == degrees)
  }

  @Test("Logarithmic zoom changes the distance by equal factors")
  func logarithmicZoomIsEven() throws {
    let stage = try stage(
      (
        "moves",
        .list([move([("distance", .number(16_000))], ("curve", .curve(.linear)), ("zoom", .text("logarithmic")))])
      ))
    for (seconds, distance) in [(0.0, 1000.0), (0.25, 2000), (0.5, 4000), (0.75, 8000), (1, 16_000)] {
      #expect(abs(try camera(stage, at: seconds).distance - distance) < 1e-8)
    }
  }

  @Test("The arrival is the end of the first move, delay and passes included")
  func arrivalIsTheEndOfTheFirstMove() throws {
    let stage = try stage(
      (
        "moves",
        .list([
          move(
            [("pitch", .number(30))], ("duration", .number(2)), ("delay", .number(0.5)),
            ("autoreverse", .boolean(true)), ("repeat", .number(2))),
          move([("pitch", .number(10))], ("duration", .number(1))),
        ])
      ))
    #expect(stage.moments == [CameraRotation.Parameters.named.arrived.at(8.5)])
    #expect(stage.duration == 9.5)
  }

  @Test("A move without an end must be the last one")
  func endlessMoveMustBeLast() throws {
    let endless = move([("heading", .number(90))], ("autoreverse", .boolean(true)), ("repeat", .number(.infinity)))
    #expect(throws: StageError.self) { try stage(("moves", .list([endless, endless]))) }
  }

  @Test("A repeat that would jump is refused with its place")
  func jumpingRepeatIsRefused() throws {
    let error = #expect(throws: StageError.self) {
      try stage(("moves", .list([move([("heading", .number(90))], ("repeat", .number(2)))])))
    }
    #expect(error?.parameter == "moves[0].repeat")
  }

  @Test("Views stay in range where a curve overshoots")
  func viewsStayInRange() throws {
    let stage = try stage(
      (
        "moves",
        .list([
          move([("distance", .number(1)), ("pitch", .number(85))], ("curve", .curve(.cubicBezier(0.3, -3, 0.7, 4))))
        ])
      ))
    for index in 0...100 {
      let camera = try camera(stage, at: Double(index) / 100)
      #expect(camera.distance >= 1)
      #expect((0...85).contains(camera.pitch))
    }
  }

  @Test("Every move, and every pass of one that goes to and fro, is a cue as it begins and ends")
  func cues() throws {
    let times = try stage().cues(until: 400)
    #expect(
      times.map(\.name) == ["departed", "arrived", "moved", "departed", "moved", "departed", "moved", "departed"])
    #expect(times.map(\.seconds) == [0, 1, 1, 1, 181, 181, 361, 361])
  }
}

@Suite("Flights and fits")
struct FlightTests {
  private let near = CameraView(distance: 800, pitch: 0, heading: 0, center: .zero)
  private let far = CameraView(distance: 1500, pitch: 0, heading: 0, center: Point(30_000, -40_000))

  @Test("A flight begins and ends exactly, and looks equally fast all the way")
  func flight() {
    let flight = Flight(from: near, to: far)
    #expect(flight.place(afterProgress: 0) == (800, .zero))
    #expect(flight.place(afterProgress: 1) == (1500, far.center))
    // The paper's metric, in which its path has a constant speed.
    let rho = 1.42
    let speeds = (0..<1000).map { (i: Int) -> Double in
      let (a, b) = (
        flight.place(afterProgress: Double(i) / 1000), flight.place(afterProgress: Double(i + 1) / 1000)
      )
      let w = (a.distance + b.distance) / 2 * 0.6
      let (pan, zoom) = (rho * a.center.distance(to: b.center) / w, (b.distance - a.distance) * 0.6 / (rho * w))
      return (pan * pan + zoom * zoom).squareRoot()
    }
    let mean = speeds.reduce(0, +) / 1000
    for speed in speeds { #expect(abs(speed / mean - 1) < 1e-3) }
    // It goes up on the way.
    let distances = (0...10).map { (step: Int) -> Double in flight.place(afterProgress: Double(step) / 10).distance }
    #expect(distances.max() ?? 0 > 40_000)
  }

  @Test("Without a way a flight zooms by equal factors")
  func zoom() {
    var end = near
    end.distance = 3200
    #expect(abs(Flight(from: near, to: end).place(afterProgress: 0.5).distance - 1600) < 1e-6)
  }

  @Test(
    "A fitted view has its points as large as there is room for, in the middle", arguments: [0.0, 45, 65], [0.0, 130])
  func fits(pitch: Double, heading: Double) throws {
    let ground = WebMercatorPlane(origin: Coordinate(longitude: 7, latitude: 43))
    let canvas = Size(540, 960)
    let points = [Point(0, 0), Point(2000, 300), Point(1500, -900), Point(-400, 800)]
    // The last one leaves room for a card at the bottom and a menu at the left.
    for room in [Rect(x: 50, y: 50, width: 440, height: 860), Rect(x: 130, y: 40, width: 380, height: 620)] {
      let view = try #require(
        CameraView(distance: 1, pitch: pitch, heading: heading, center: Point(9000, 0))
          .fitted(to: points, in: room, of: canvas, fieldOfView: 30, on: ground))
      #expect(view.pitch == pitch && view.heading == heading)
      let camera = Camera(
        ground: ground, center: view.center, distance: view.distance, pitch: pitch, heading: heading, fieldOfView: 30,
        canvas: canvas, anchor: view.anchor)
      let box = try #require(Rect(around: points.compactMap { camera.project($0) }))
      #expect(abs(box.center.x - room.center.x) < 0.5 && abs(box.center.y - room.center.y) < 0.5)
      #expect(box.width < room.width + 0.1 && box.height < room.height + 0.1)
      #expect(abs(box.width - room.width) < 0.5 || abs(box.height - room.height) < 0.5)
    }
  }

  @Test("Padding that leaves no room is an error that names it")
  func noRoom() throws {
    let target = ParameterValues(
      [
        ("fit", .route(.coordinates([Coordinate(longitude: 0, latitude: 0), Coordinate(longitude: 1, latitude: 0)]))),
        ("padding", .number(400)),
      ], path: "moves[0].to")
    let error = #expect(throws: StageError.self) {
      try stage(("moves", .list([.object(ParameterValues([("to", .object(target))], path: "moves[0]"))])))
    }
    #expect(error?.parameter == "moves[0].to.padding")
  }

  @Test("Room around what is fitted is an error where nothing is", arguments: ["padding", "insets"])
  func nothingFitted(name: String) throws {
    let value: ParameterValue =
      name == "padding" ? .number(40) : .object(ParameterValues([("top", .number(9))], path: "moves[0].to.insets"))
    let target = ParameterValues([(name, value)], path: "moves[0].to")
    let error = #expect(throws: StageError.self) {
      try stage(("moves", .list([.object(ParameterValues([("to", .object(target))], path: "moves[0]"))])))
    }
    #expect(error?.parameter == "moves[0].to." + name)
  }
}
