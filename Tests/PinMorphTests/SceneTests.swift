import StageKit
import StageTesting
import Testing

@testable import PinMorph

@Suite struct SceneTests {
  @Test("Frames a loop of three jumps apart are equal as display lists")
  func jumpLoop() throws {
    let stage = try pin()
    // Fifteen jumps are 621 frames.
    for frame in 0..<621 {
      let a = try stage.frame(at: StageTime(seconds: Double(frame) / 60), Inputs()).drawing
      let b = try stage.frame(at: StageTime(seconds: Double(frame + 621) / 60), Inputs()).drawing
      #expect(a == b)
    }
    let start = try stage.frame(at: StageTime(seconds: 0), Inputs()).drawing
    #expect(try stage.frame(at: StageTime(seconds: 2.07), Inputs()).drawing == start)
    #expect(try stage.frame(at: StageTime(seconds: 0.69), Inputs()).drawing != start)
  }

  @Test("The even timing repeats with every second")
  func evenLoop() throws {
    let stage = try pin([("timing", .text("even")), ("width", .number(350))])
    for frame in 0..<60 {
      let a = try stage.frame(at: StageTime(seconds: Double(frame) / 60), Inputs()).drawing
      let b = try stage.frame(at: StageTime(seconds: Double(frame + 180) / 60), Inputs()).drawing
      #expect(a == b)
    }
  }

  @Test("Dots are 236.5 apart and travel 709.5 in three jumps, at sub-pixel positions")
  func jumpDots() throws {
    let stage = try pin()
    for frame in 0..<124 {
      let t = Double(frame) / 60
      let found = try dots(stage, at: t)
      #expect(found.count >= 2)
      for dot in found {
        let spacings = (dot.x + 709.5 * (t - 0.525) / 2.07) / 236.5
        #expect(abs(spacings - spacings.rounded()) < 1e-9)
        let isAccent = spacings.rounded().truncatingRemainder(dividingBy: 3) == 0
        #expect(dot.radius == (isAccent ? 16 : 9))
        #expect(dot.paint == (isAccent ? pinColor : .color(Color(hex: 0xE2E2E2))))
      }
    }
  }

  @Test("In an even view of 350, one dot a second passes at 175 points a second")
  func evenDots() throws {
    let stage = try pin([("timing", .text("even")), ("width", .number(350))])
    func positions(_ seconds: Double) throws -> [Double] {
      let drawing = try stage.frame(at: StageTime(seconds: seconds), Inputs()).drawing
      let groups = drawing.commands.compactMap { if case .group(let group) = $0 { group } else { nil } }
      return try #require(groups.first).content.fills.map { $0.transform.apply(.zero).x - 270 }
    }
    let early = try positions(0.3)
    let late = try positions(0.5)
    for (a, b) in zip(early, early.dropFirst()) { #expect(abs(b - a - 175) < 1e-9) }
    #expect(late.contains { abs($0 - (early[0] - 35)) < 1e-9 || abs($0 - (early[0] + 140)) < 1e-9 })
    #expect(abs(try positions(0.8).map(abs).min() ?? 1) < 1e-9)
  }

  @Test(
    "The dot under the pin passes while the pin is in the air",
    arguments: [("leap", 0.69), ("jump", 0.69), ("even", 1.0)])
  func lockedPeriods(timing: String, period: Double) throws {
    let stage = try pin([("timing", .text(timing))])
    for jump in 0..<5 {
      var below = (lift: 0.0, dot: 100.0)
      for step in 0..<1000 {
        let frame = try stage.frame(at: StageTime(seconds: period * (Double(jump) + Double(step) / 1000)), Inputs())
        let lift = try #require(frame[PinMorph.Parameters.named.lift])
        let dot = try #require(frame[PinMorph.Parameters.named.dot])
        if abs(dot) < abs(below.dot) { below = (lift, dot) }
        if abs(dot) < 16 { #expect(lift > 16) }
      }
      #expect(abs(below.dot) < 1 && below.lift > 44)
    }
  }

  @Test("From below it draws line, shadow, dots, pin and fades")
  func order() throws {
    let drawing = try pin().frame(at: StageTime(seconds: 0), Inputs()).drawing
    let circle = Path.circle(center: .zero, radius: 1).bounds
    let kinds = drawing.commands.map { command -> String in
      switch command {
      case .stroke: "line"
      case .fill(let path, _, _, _) where path.bounds == circle: "dot"
      case .fill(let path, _, _, _) where path.points.count == 26: "pin"
      case .fill(_, _, .linear, _): "fade"
      case .fill(_, _, .radial, _): "shadow"
      default: "other"
      }
    }
    #expect(
      kinds.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        == ["line", "shadow", "dot", "pin", "fade"])
  }

  @Test("Fades are 50 wide, from clear white to white outward")
  func fades() throws {
    let fades = try pin().frame(at: StageTime(seconds: 0), Inputs()).drawing.fills.suffix(2)
    let ends: [(Double, Double)] = fades.compactMap {
      guard case .linear(let from, let to, let stops, _) = $0.paint else { return nil }
      #expect(stops == [GradientStop(0, Color(1, 1, 1, 0)), GradientStop(1, .white)])
      return (from.x, to.x)
    }
    #expect(ends.map(\.0) == [50, 490] && ends.map(\.1) == [0, 540])
  }

  @Test("A marker is the pin with its eye, on its anchor")
  func marker() throws {
    let stage = try pin([
      ("look", .text("marker")), ("timing", .text("still")), ("zoom", .number(0.5)),
      ("position", .point(Point(100, 200))),
    ])
    let drawing = try stage.frame(at: StageTime(seconds: 0), Inputs()).drawing
    #expect(drawing.commands.count == 2)
    let box = try #require(drawing.fills.last.map { $0.path.transformed(by: $0.transform).bounds } ?? nil)
    #expect(abs(box.maxY - 200) < 0.2 && abs(box.height - 85) < 0.1)
  }

  @Test("The bar shrinks to half and lifts by 4 on ease-in, and comes back")
  func bar() throws {
    let stage = try pin([("look", .text("bar"))])
    for frame in 0..<240 {
      let t = Double(frame) / 60
      let result = try stage.frame(at: StageTime(seconds: t), Inputs())
      let share = t.truncatingRemainder(dividingBy: 2)
      let progress = Easing.easeIn.value(at: share <= 1 ? share : 2 - share)
      #expect(abs(try #require(result[PinMorph.Parameters.named.scale]) - (1 - 0.5 * progress)) < 1e-9)
      #expect(abs(try #require(result[PinMorph.Parameters.named.lift]) - 4 * progress) < 1e-9)
      let fill = try #require(result.drawing.fills.first)
      #expect(fill.paint == .color(Color(1, 1, 1, 0.9)))
      let center = fill.transform.apply(.zero)
      #expect(abs(center.x - 270) < 1e-9 && abs(center.y - (270 - 4 * progress)) < 1e-9)
    }
  }

  @Test("Nothing is drawn where the anchor is behind the camera or has no value")
  func hidden() throws {
    let camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 6000, pitch: 60,
      canvas: Size(540, 540))
    for look in ["scene", "marker", "bar"] {
      let stage = try pin([
        ("look", .text(look)), ("coordinate", .coordinate(Coordinate(longitude: 0, latitude: -0.2))),
      ])
      let frame = try stage.frame(at: StageTime(seconds: 0.3), Inputs(["camera": .camera(camera)]))
      #expect(
        frame.drawing.isEmpty && frame[PinMorph.Parameters.named.point] == nil
          && frame[PinMorph.Parameters.named.scale] != nil)
      #expect(
        try pin([("look", .text(look))]).frame(at: StageTime(seconds: 0), Inputs(missing: ["position"])).drawing.isEmpty
      )
    }
  }

  @Test("Odd numbers do not trap")
  func oddNumbers() throws {
    for value in [0, 1e-300, 1e300, -1, .infinity, .nan] {
      for name in [
        "zoom", "period", "width", "lineWidth", "spacing", "dotRadius", "accentRadius", "dotPhase", "fadeWidth",
      ] {
        for look in ["scene", "bar"] {
          _ = try pin([("look", .text(look)), (name, .number(value))]).frame(at: StageTime(seconds: 1), Inputs())
        }
      }
    }
  }
}
