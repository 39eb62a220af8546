import StageKit
import StageTesting
import Testing

@testable import HaloPulse

@Suite struct DrawingTests {
  private func frame(
    _ parameters: [(String, ParameterValue)], at seconds: Double, _ inputs: Inputs = Inputs()
  ) throws -> StageFrame {
    try halo(parameters).frame(at: StageTime(seconds: seconds), inputs)
  }

  @Test("At scale 0 and at opacity 0 no halo is drawn, and every matrix is invertible")
  func nothingAtScaleZero() throws {
    for seconds in [0, 1, 1.5, 1.99, 2] {
      let drawing = try frame([("popIn", .number(0))], at: seconds).drawing
      #expect(drawing.groups.allSatisfy { $0.blend == .overlay })
    }
    for seconds in [0.0, 0.01, 0.5] {
      let drawing = try frame([], at: seconds).drawing
      #expect(drawing.fills.allSatisfy { $0.transform.inverse != nil })
      #expect(drawing.groups.allSatisfy { $0.transform.inverse != nil })
    }
  }

  @Test(
    "Without a camera the ring is a circle of 240 at full size, and on the ground an ellipse half as high",
    arguments: [("automatic", 240.0), ("screen", 240), ("ground", 120)])
  func flatRing(plane: String, height: Double) throws {
    let stroke = try #require(
      try frame([("look", .text("ring")), ("plane", .text(plane))], at: 1.99999).drawing.strokes.first)
    let box = boxOfUnitCircle(stroke.transform)
    #expect(abs(box.width - 240) < 0.01)
    #expect(abs(box.height - height) < 0.01)
    #expect(box.center.distance(to: Point(270, 480)) < 1e-3)
  }

  @Test("Under a camera the ring lies in the map's plane")
  func ringOnTheGround() throws {
    func box(_ pitch: Double) throws -> Rect {
      let inputs = Inputs(["camera": .camera(camera(pitch: pitch))])
      return boxOfUnitCircle(
        try #require(try frame([("look", .text("ring"))], at: 1.99999, inputs).drawing.strokes.first).transform)
    }
    let straight = try box(0)
    #expect(abs(straight.width - 240) < 0.01 && abs(straight.height - 240) < 0.01)
    let pitched = try box(60)
    #expect(abs(pitched.width - 240) < 6)
    #expect(abs(pitched.height / pitched.width - 0.5) < 0.02)
  }

  @Test("The ring's line grows with it or keeps its width")
  func ringStroke() throws {
    let scaled = try #require(try frame([("look", .text("ring"))], at: 1).drawing.strokes.first)
    #expect(abs(scaled.style.width - 1.5 * 0.505) < 1e-9)
    let constant = try #require(
      try frame([("look", .text("ring")), ("keepStrokeWidth", .boolean(true))], at: 1).drawing.strokes.first)
    #expect(constant.style.width == 1.5)
    #expect(constant.style.order == .transformThenOutline)
  }

  @Test("Nothing is drawn where the anchor lies behind the camera")
  func behindTheCamera() throws {
    let inputs = Inputs(["camera": .camera(camera(pitch: 60))])
    let south = ("coordinate", ParameterValue.coordinate(Coordinate(longitude: 0, latitude: -0.2)))
    for look in ["classic", "modern", "ring"] {
      let frame = try frame([("look", .text(look)), south], at: 0.5, inputs)
      #expect(frame.drawing.isEmpty)
      #expect(frame[HaloPulse.Parameters.named.point] == nil)
      #expect(frame[HaloPulse.Parameters.named.scale] != nil)
    }
  }

  @Test("Nothing is drawn where the connected position has no value in a frame")
  func missingPosition() throws {
    #expect(try frame([], at: 0.5, Inputs(missing: ["position"])).drawing.isEmpty)
    #expect(try frame([], at: 0.5, Inputs(missing: ["camera"])).drawing.isEmpty)
    #expect(try !frame([], at: 0.5).drawing.isEmpty)
  }

  @Test("It stands where the camera sees its coordinate, and where another stage's point is")
  func anchors() throws {
    let view = camera(pitch: 45, heading: 30)
    let place = Coordinate(longitude: 0.003, latitude: 0.002)
    let seen = try frame(
      [("coordinate", .coordinate(place))], at: 0.5, Inputs(["camera": .camera(view)]))
    #expect(seen[HaloPulse.Parameters.named.point] == view.project(place))
    let led = try frame([], at: 0.5, Inputs(["camera": .camera(view), "position": .point(Point(12, 34))]))
    #expect(led[HaloPulse.Parameters.named.point] == Point(12, 34))
    #expect(try frame([], at: 0.5)[HaloPulse.Parameters.named.point] == Point(270, 480))
  }

  @Test("A coordinate without a camera is an error")
  func coordinateWithoutCamera() {
    #expect(throws: StageError.self) {
      try frame([("coordinate", .coordinate(Coordinate(longitude: 0, latitude: 0)))], at: 0)
    }
  }

  @Test("The accuracy circle shows only where it is wider than the dot and 15 more")
  func accuracy() throws {
    func circles(_ radius: Double) throws -> Int {
      try frame(
        [("look", .text("modern")), ("popIn", .number(0)), ("accuracy", .number(radius))], at: 0
      ).drawing.fills.filter { $0.paint == .color(Color(hex: 0x007AFF).opacity(0.1)) }.count
    }
    #expect(try circles(18.5) == 0)
    #expect(try circles(18.6) == 1)
  }

  @Test("The modern halo is even inside and clear at its rim")
  func softRim() throws {
    let fills = try frame([("look", .text("modern")), ("popIn", .number(0))], at: 0.4).drawing.fills
    guard case .radial(_, 1, let stops, _)? = fills.first?.paint else { throw StageError("no halo") }
    #expect(stops.first == GradientStop(0.9, Color(hex: 0x007AFF).opacity(0.45)))
    #expect(stops.last?.offset == 1 && stops.last?.color.alpha == 0)
    #expect(zip(stops, stops.dropFirst()).allSatisfy { $0.color.alpha > $1.color.alpha })
  }

  @Test("Under a camera the accuracy circle is as wide as its meters")
  func accuracyInMeters() throws {
    let view = camera(pitch: 0)
    let fill = try #require(
      try frame(
        [("look", .text("modern")), ("popIn", .number(0)), ("accuracy", .number(100))], at: 0,
        Inputs(["camera": .camera(view)])
      ).drawing.fills.first)
    #expect(abs(boxOfUnitCircle(fill.transform).width - 200 * view.pointsPerMeter) < 1e-6)
  }

  @Test("The beam points up for north, and turns against the camera")
  func beam() throws {
    func middle(_ inputs: Inputs, _ parameters: [(String, ParameterValue)]) throws -> Point {
      let list = try frame(parameters + [("look", .text("modern"))], at: 1.5, inputs).drawing
      let wedge = try #require(
        list.fills.first { if case .radial(_, 57.5, _, _) = $0.paint { true } else { false } })
      let box = try #require(wedge.path.transformed(by: wedge.transform).bounds)
      return box.center - Point(270, 480)
    }
    let north = try middle(Inputs(), [("heading", .number(0))])
    #expect(abs(north.x) < 1e-9 && north.y < -20)
    let east = try middle(Inputs(["camera": .camera(camera(pitch: 0, heading: 90))]), [("heading", .number(90))])
    #expect(abs(east.x) < 1e-6 && east.y < -20)
    let led = try middle(Inputs(["heading": .number(90)]), [("heading", .number(0))])
    #expect(led.x > 20 && abs(led.y) < 1e-9)
  }

  @Test("The discrete swap shows three pictures, each for a third of the pulse")
  func discreteSwap() throws {
    var widths: [Int] = []
    for seconds in [0.1, 0.3, 0.34, 0.6, 0.67, 0.9] {
      let group = try #require(
        try frame([("growth", .text("discrete"))], at: seconds).drawing.groups.first { $0.blend == .normal })
      guard case .image(let image, _, _, _) = try #require(group.content.fills.first).paint else { continue }
      widths.append(image.width)
    }
    #expect(widths == [93, 93, 163, 163, 233, 233])
  }

  @Test("Huge and odd numbers draw nothing or something, and do not trap")
  func oddNumbers() throws {
    for value in [0, 1e-300, 1e300, -1, .infinity, .nan] {
      for name in ["size", "zoom", "strokeWidth", "accuracy", "heading", "headingAccuracy"] {
        for look in ["classic", "modern", "ring"] {
          _ = try frame([("look", .text(look)), ("heading", .number(1)), (name, .number(value))], at: 0.5)
          _ = try frame(
            [("look", .text(look)), (name, .number(value))], at: 0.5, Inputs(["camera": .camera(camera(pitch: 60))]))
        }
      }
      for name in ["pulseDuration", "pause", "popIn", "dotPulseDuration"] {
        _ = try frame([("look", .text("modern")), (name, .number(value))], at: 0.5)
      }
    }
  }
}
