import StageKit
import StageTesting
import Testing

@Suite("Layers that come in, leave and draw the eye")
struct LayerMotionTests {
  private let box = Rect(x: 10, y: 20, width: 40, height: 20)
  private let canvas = Rect(x: 0, y: 0, width: 200, height: 100)

  private func motion(_ entries: (String, ParameterValue)...) throws -> LayerMotion {
    try LayerMotion(ParameterValues(entries))
  }

  private func object(_ entries: (String, ParameterValue)...) -> ParameterValue { .object(ParameterValues(entries)) }

  @Test("Every preset begins unseen, ends at rest, and leaves unseen", arguments: LayerTransition.Style.allCases)
  func presets(_ style: LayerTransition.Style) {
    let transition = LayerTransition(style)
    let drawing = DisplayList { $0.fill(.rect(box), .white) }
    func drawn(_ pose: LayerPose) -> DisplayList { pose.applied(to: drawing, in: box, on: canvas) }
    #expect(drawn(transition.pose(entering: 0)).isEmpty)
    #expect(drawn(transition.pose(entering: transition.duration)) == drawing)
    #expect(drawn(transition.pose(leaving: transition.duration)) == drawing)
    #expect(drawn(transition.pose(leaving: 0)).isEmpty)
    for share in 1..<10 {
      let seconds = transition.duration * Double(share) / 10
      #expect(!drawn(transition.pose(entering: seconds)).isEmpty && !drawn(transition.pose(leaving: seconds)).isEmpty)
    }
  }

  @Test("A layer leaves in the direction in which it came")
  func direction() {
    for style in [LayerTransition.Style.rise, .sink, .slideLeft, .slideRight] {
      let transition = LayerTransition(style)
      let (from, to) = (transition.pose(entering: 0).offset, transition.pose(leaving: 0).offset)
      #expect(from + to == .zero && from != .zero)
    }
  }

  @Test("What a job gives takes the place of the preset's values")
  func own() throws {
    let motion = try motion(
      (
        "enter",
        object(
          ("style", .text("rise")), ("duration", .number(2)), ("curve", .curve(.linear)),
          ("offset", .point(Point(8, 0))),
          ("scale", .number(0.5)), ("rotation", .number(90)), ("opacity", .number(0.2)), ("blur", .number(6)))
      ))
    var half = LayerPose()
    half.offset = Point(4, 0)
    half.scale = Point(0.75, 0.75)
    half.rotation = 45
    half.opacity = 0.6
    half.blur = 3
    #expect(motion.pose(at: 1, remaining: .infinity) == half)
    #expect(motion.settlingTime == 2)
    let leaving = try self.motion(
      ("exit", object(("offset", .point(Point(8, 0))), ("duration", .number(1)), ("curve", .curve(.linear)))))
    #expect(leaving.pose(at: 9, remaining: 0.25).offset == Point(6, 0))
  }

  @Test("What goes on leaves on the other side, and otherwise a layer goes back to where it came from")
  func goingOn() throws {
    func leaving(_ goesOn: Bool?) throws -> LayerPose {
      var fields: [(String, ParameterValue)] = [
        ("offset", .point(Point(8, -4))), ("rotation", .number(30)), ("scale", .number(0.5)), ("opacity", .number(0)),
      ]
      if let goesOn { fields.append(("goesOn", .boolean(goesOn))) }
      return try motion(("exit", .object(ParameterValues(fields)))).pose(at: 9, remaining: 0)
    }
    for back in [try leaving(nil), try leaving(false)] {
      #expect(back.offset == Point(8, -4) && back.rotation == 30 && back.scale == Point(0.5, 0.5))
    }
    let on = try leaving(true)
    #expect(on.offset == Point(-8, 4) && on.rotation == -30 && on.scale == Point(2, 2) && on.opacity == 0)
  }

  @Test("An emphasis of one's own is what it is at its strongest, over its course")
  func course() throws {
    func pose(_ seconds: Double, _ entries: (String, ParameterValue)...) throws -> LayerPose {
      try motion(("emphasis", .object(ParameterValues(entries)))).pose(at: seconds, remaining: .infinity)
    }
    let way: (String, ParameterValue) = ("offset", .point(Point(0, -10)))
    // Without a course once there and back: in the middle it is strongest.
    #expect(abs(try pose(0.3, way).offset.y + 10) < 1e-9)
    #expect(try pose(0.6, way).isAtRest)
    let frames = [(0.0, 0.0), (1.0, -1.0), (2.0, 0.0)].map {
      AnimationValue.Frame(time: $0.0, value: .number($0.1), curve: .linear)
    }
    let course: (String, ParameterValue) = ("course", .animation(AnimationValue(frames: frames)))
    #expect(try pose(0.5, way, course, ("amount", .number(2))).offset == Point(0, 10))
    #expect(try pose(1.5, ("rotation", .number(8)), course).rotation == -4)
    #expect(try pose(2, way, course).isAtRest)
    let shaken = try pose(0.03, ("style", .text("shake")), way)
    #expect(shaken.offset.x == 0 && shaken.offset.y < 0)
    #expect(throws: StageError.self) { try pose(0, ("duration", .number(1))) }
    let followed = AnimationValue(frames: frames, follow: FollowedOutput(stage: "a", output: "b"))
    #expect(throws: StageError.self) { try pose(0, way, ("course", .animation(followed))) }
  }

  @Test("A transition without anything to change is an error")
  func nothing() {
    #expect(throws: StageError.self) { try motion(("enter", object(("duration", .number(2))))) }
  }

  @Test("A wipe shows the part that its edge has passed, and hides it in the same direction")
  func wipe() {
    let transition = LayerTransition(.wipeRight)
    let middle = transition.duration / 2
    #expect(transition.pose(entering: middle).window == .part(x: 0...0.5, y: 0...1))
    #expect(transition.pose(leaving: middle).window == .part(x: 0.5...1, y: 0...1))
    let drawing = DisplayList { $0.fill(.rect(box), .white) }
    let drawn = transition.pose(entering: middle).applied(to: drawing, in: box, on: canvas)
    let clip = Clip(.rect(Rect(x: 10, y: 20, width: 20, height: 20)))
    #expect(drawn == DisplayList([.group(Group(drawing, clip: clip))]))
  }

  @Test("A pose scales and turns about the middle of the box")
  func middle() {
    var pose = LayerPose()
    (pose.scale, pose.rotation, pose.offset) = (Point(2, 2), 90, Point(5, 0))
    let transform = pose.transform(in: box)
    #expect(transform.apply(Point(30, 30)).distance(to: Point(35, 30)) < 1e-12)
    #expect(transform.apply(Point(40, 30)).distance(to: Point(35, 50)) < 1e-12)
  }

  @Test("An emphasis begins and ends at rest, after the layer has come in", arguments: LayerEmphasis.Style.allCases)
  func emphasis(_ style: LayerEmphasis.Style) throws {
    let motion = try motion(
      ("enter", .text("fade")),
      ("emphasis", object(("style", .text(style.rawValue)), ("duration", .number(1)), ("repeat", .number(2)))))
    let entered = LayerTransition(.fade).duration
    func pose(_ seconds: Double) -> LayerPose { motion.pose(at: seconds, remaining: .infinity) }
    #expect(!pose(0.9 * entered).isAtRest && pose(entered + 2.7).isAtRest)
    #expect(pose(entered + 1.3).isAtRest)
    let parts = (1..<10).map { Double($0) / 10 }
    #expect(parts.contains { !pose(entered + $0).isAtRest })
    #expect(
      parts.allSatisfy { part in
        let (first, second) = (pose(entered + part), pose(entered + 1.6 + part))
        return first.offset.distance(to: second.offset) < 1e-9 && first.scale.distance(to: second.scale) < 1e-9
      })
    #expect(motion.settlingTime.map { abs($0 - entered - 2.6) < 1e-12 } == true)
    let near = [pose(entered + 1e-6), pose(entered + 1 - 1e-6)]
    #expect(
      near.allSatisfy { $0.offset.length < 1e-2 && $0.scale.distance(to: Point(1, 1)) < 1e-3 && $0.opacity > 0.999 })
  }

  @Test("An emphasis for ever never settles")
  func forever() throws {
    let motion = try motion(("emphasis", object(("style", .text("pulse")), ("repeat", .number(.infinity)))))
    #expect(motion.settlingTime == nil)
  }

  @Test("A layer that blends with what lies below it does so in a space of its own, moving or at rest")
  func isolation() {
    let blending = DisplayList([.group(Group(DisplayList { $0.fill(.rect(box), .white) }, blend: .multiply))])
    #expect(
      LayerPose().applied(to: blending, in: box, on: canvas) == DisplayList([.group(Group(blending, isIsolated: true))])
    )
  }

  @Test("The axes of a point change by themselves")
  func axes() throws {
    let value = ParameterValue.object(
      ParameterValues([
        (
          "x",
          .animation(AnimationValue(frames: [.init(time: 1, value: .number(10)), .init(time: 3, value: .number(30))]))
        ),
        ("y", .number(7)),
      ]))
    let point = try #require(try Animated<Point>.read(value))
    #expect(
      point.value(at: 0) == Point(10, 7) && point.value(at: 2) == Point(20, 7) && point.value(at: 9) == Point(30, 7))
    #expect(!point.isConstant && point.settlingTime == 3 && point.values == [Point(10, 7), Point(30, 7)])
    let constant = ParameterValue.object(ParameterValues([("x", .number(1)), ("y", .number(2))]))
    #expect(try Animated<Point>.read(constant)?.isConstant == true)
  }
}
