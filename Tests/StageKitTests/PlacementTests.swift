import StageKit
import Testing

@Suite("Placement")
struct PlacementTests {
  private let box = Rect(x: 10, y: 10, width: 20, height: 40)

  private func placed(
    _ parameters: [(String, ParameterValue)], _ inputs: Inputs = Inputs(), at seconds: Double = 0
  ) throws -> Placed {
    try Placement(ParameterValues(parameters)).placed(box, at: StageTime(seconds: seconds), inputs)
  }

  @Test("Content that nothing is said of stays where it is")
  func identity() throws {
    let placed = try placed([])
    #expect(placed.transform == .identity)
    #expect(placed.opacity == 1)
    #expect(placed.position == Point(20, 30))
  }

  @Test("The anchor goes to the position; scale comes before rotation, both about the anchor")
  func composition() throws {
    let placed = try placed([
      ("position", .point(Point(100, 100))), ("anchor", .point(.zero)), ("scale", .number(2)), ("scaleY", .number(3)),
      ("rotation", .number(90)), ("offset", .point(Point(1, 2))),
    ])
    #expect(placed.transform.apply(Point(10, 10)) == Point(101, 102))
    #expect(placed.transform.apply(Point(15, 10)) == Point(101, 112))
    #expect(placed.transform.apply(Point(10, 15)) == Point(71, 102))
    #expect(abs(placed.meanScale - 12.0.squareRoot()) < 1e-12)
  }

  @Test("Connected values take the position's place, multiply scale and opacity and add to the rotation")
  func inputs() throws {
    let inputs = Inputs([
      "position": .point(Point(5, 6)), "scale": .number(3), "rotation": .number(45), "opacity": .number(0.5),
    ])
    let placed = try placed(
      [
        ("position", .point(Point(100, 100))), ("scale", .number(2)), ("rotation", .number(45)),
        ("opacity", .number(0.5)),
      ], inputs)
    #expect(placed.position == Point(5, 6))
    #expect(placed.scale == Point(6, 6))
    #expect(placed.rotation == 90)
    #expect(placed.opacity == 0.25)
  }

  @Test("What is connected but has no value hides the content", arguments: ["position", "scale", "opacity"])
  func missing(_ input: String) throws {
    #expect(try placed([], Inputs([:], missing: [input])).layer(content).isEmpty)
  }

  @Test("A coordinate is where the camera sees it, and nowhere behind it")
  func coordinate() throws {
    let camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 4, latitude: 52)), distance: 1000, pitch: 60,
      canvas: Size(200, 100))
    let here = try placed(
      [("coordinate", .coordinate(Coordinate(longitude: 4, latitude: 52)))], Inputs(["camera": .camera(camera)]))
    #expect(here.position.distance(to: Point(100, 50)) < 1e-9)
    let behind = try placed(
      [("coordinate", .coordinate(Coordinate(longitude: 4, latitude: 51)))], Inputs(["camera": .camera(camera)]))
    #expect(!behind.isVisible)
    #expect(throws: StageError.self) {
      try placed([("coordinate", .coordinate(Coordinate(longitude: 4, latitude: 51)))])
    }
    #expect(throws: StageError.self) {
      try placed([("coordinate", .coordinate(Coordinate(longitude: 4, latitude: 51))), ("position", .point(.zero))])
    }
  }

  @Test("An opacity beyond its bounds is held at them", arguments: [(-1.0, 0.0), (1.5, 1), (.nan, 0)])
  func clamping(_ opacity: Double, _ held: Double) throws {
    #expect(try placed([], Inputs(["opacity": .number(opacity)])).opacity == held)
  }

  @Test("Nothing is drawn without extent, and numbers that are not finite do no harm", arguments: [0, .nan, .infinity])
  func invisible(_ scale: Double) throws {
    #expect(try placed([], Inputs(["scale": .number(scale)])).layer(content).isEmpty)
  }

  @Test("A shadow lies around the placed content, outside of its transform")
  func shadow() throws {
    let shadow = try #require(Shadow(ParameterValues([("blur", .number(4))])).effect(at: 0, scale: 2))
    #expect(shadow == CastShadow(color: Color(hex: 0, alpha: 77 / 255), offset: Point(0, 12), sigma: 4))
    let layer = try placed([("rotation", .number(90))]).layer(content, shadow: shadow)
    guard case .group(let group)? = layer.commands.first else {
      Issue.record("no group")
      return
    }
    #expect(group.transform == .identity)
    #expect(group.effects == [.dropShadow(color: shadow.color, offset: shadow.offset, sigma: 4)])
    #expect(try Shadow(ParameterValues([("color", .color(.clear))])).effect(at: 0, scale: 1) == nil)
  }

  @Test("It comes to rest with its last keyframe")
  func end() throws {
    let frames = AnimationValue(frames: [.init(time: 1, value: .number(0)), .init(time: 3, value: .number(1))])
    #expect(try Placement(ParameterValues()).settlingTime == 0)
    #expect(try Placement(ParameterValues([("rotation", .animation(frames))])).settlingTime == 3)
    var forever = frames
    forever.repeatCount = .infinity
    #expect(
      try Placement(ParameterValues([("scale", .animation(forever)), ("rotation", .animation(frames))])).settlingTime
        == nil)
  }

  private var content: DisplayList { DisplayList { $0.fill(.rect(box), .white) } }
}
