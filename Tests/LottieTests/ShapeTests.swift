import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie shapes")
struct ShapeTests {
  @Test("Later styles lie below earlier ones, and take the paths before them alone")
  func order() throws {
    let shapes = [
      Animations.square(0, 0, 10), Animations.red, Animations.square(20, 0, 10), Animations.blue,
    ].joined(separator: ",")
    let commands = try Animations.commands(shapes)
    #expect(commands.count == 2)
    guard case .fill(let below, _, .color(let first), _) = commands[0],
      case .fill(let above, _, .color(let second), _) = commands[1]
    else {
      Issue.record("expected two fills")
      return
    }
    #expect((first.blue, second.red) == (1, 1))
    #expect(below.subpaths.count == 2)
    #expect(above.subpaths.count == 1)
  }

  @Test("A style takes the paths of groups before it, in its own space")
  func nestedPaths() throws {
    let group = #"""
      { "ty": "gr", "it": [\#(Animations.square(0, 0, 10)), { "ty": "tr", "p": { "k": [30, 0] }, "s": { "k": [200, 100] } }] }
      """#
    let paths = try Animations.paths(group + "," + Animations.red)
    #expect(paths.first?.controlBounds == Rect(x: 30, y: 0, width: 20, height: 10))
  }

  @Test("Rectangles begin at the right and run as their direction says")
  func rectangles() {
    let path = PathSource.rectangle(center: Point(50, 50), half: Point(20, 10), radius: 0, isReversed: false)
    #expect(path.vertices.map(\.point) == [Point(70, 40), Point(70, 60), Point(30, 60), Point(30, 40)])
    let reversed = PathSource.rectangle(center: Point(50, 50), half: Point(20, 10), radius: 4, isReversed: true)
    #expect(reversed.vertices[0].point == Point(70, 44))
    #expect(reversed.vertices[1].point == Point(66, 40))
    let round = PathSource.rectangle(center: Point(50, 50), half: Point(20, 10), radius: 99, isReversed: false)
    #expect(round.vertices.map(\.point).contains(Point(70, 50)))
  }

  @Test("Ellipses begin at the top, and are round to a thousandth")
  func ellipses() {
    for isReversed in [false, true] {
      let path = PathSource.ellipse(center: Point(50, 50), half: Point(20, 20), isReversed: isReversed)
      #expect(path.vertices[0].point == Point(50, 30))
      #expect(path.vertices[1].point == Point(isReversed ? 30 : 70, 50))
      for index in 0..<4 {
        for t in [0.25, 0.5, 0.75] {
          let distance = path.segment(index).point(at: t).distance(to: Point(50, 50))
          #expect(abs(distance - 20) < 0.02)
        }
      }
    }
  }

  @Test("Stars have their points on two circles, polygons on one")
  func stars() throws {
    let star =
      #"{ "ty": "sr", "sy": 1, "p": { "k": [0, 0] }, "pt": { "k": 5 }, "r": { "k": 0 }, "ir": { "k": 10 }, "or": { "k": 20 }, "is": { "k": 0 }, "os": { "k": 0 } }"#
    let points = try #require(Animations.paths(star + "," + Animations.red).first).points
    #expect(points.count == 10)
    #expect(points[0].distance(to: Point(0, -20)) < 1e-9)
    for (index, point) in points.enumerated() {
      let radius: Double = index % 2 == 0 ? 20 : 10
      #expect(abs(point.length - radius) < 1e-9)
    }
    let polygon = try #require(
      Animations.paths(star.replacing(#""sy": 1"#, with: #""sy": 2"#) + "," + Animations.red).first)
    #expect(polygon.points.count == 5)
  }

  @Test("Paths of differing numbers of vertices stay until the next keyframe")
  func morphing() throws {
    func path(_ points: String) -> String {
      let zeros = points.split(separator: ";").map { _ in "[0, 0]" }.joined(separator: ",")
      let list = points.split(separator: ";").map { "[\($0)]" }.joined(separator: ",")
      return #"{ "v": [\#(list)], "i": [\#(zeros)], "o": [\#(zeros)], "c": true }"#
    }
    let shape = """
      { "ty": "sh", "ks": { "a": 1, "k": [{ "t": 0, "s": [\(path("0,0;10,0;10,10"))] },
        { "t": 10, "s": [\(path("0,0;20,0;20,20"))] }, { "t": 20, "s": [\(path("0,0;20,0;20,20;0,20"))] }] } }
      """
    #expect(try Animations.paths(shape + "," + Animations.red, frame: 5).first?.points[1] == Point(15, 0))
    #expect(try Animations.paths(shape + "," + Animations.red, frame: 15).first?.points.count == 3)
  }

  @Test("Strokes have caps, joins and dashes")
  func strokes() throws {
    let stroke = #"""
      { "ty": "st", "c": { "k": [0, 0, 0, 1] }, "o": { "k": 50 }, "w": { "k": 3 }, "lc": 3, "lj": 1, "ml": 6,
        "d": [{ "n": "d", "v": { "k": 4 } }, { "n": "g", "v": { "k": 2 } }, { "n": "o", "v": { "k": 1 } }] }
      """#
    let commands = try Animations.commands(Animations.square(0, 0, 10) + "," + stroke)
    guard case .stroke(_, let pen, .color(let color), _) = commands[0] else {
      Issue.record("expected a stroke")
      return
    }
    #expect(
      pen == StrokeStyle(width: 3, cap: .square, join: .miter, miterLimit: 6, dashes: [4, 2], dashOffset: 1))
    #expect(color.alpha == 0.5)
  }

  @Test("Colors and opacities of a gradient have stops of their own")
  func gradients() throws {
    let gradient = #"""
      { "ty": "gf", "t": 1, "o": { "k": 100 }, "s": { "k": [0, 0] }, "e": { "k": [100, 0] },
        "g": { "p": 2, "k": { "k": [0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0] } } }
      """#
    let commands = try Animations.commands(Animations.square(0, 0, 10) + "," + gradient)
    guard case .fill(_, _, .linear(let from, let to, let stops, _), _) = commands[0] else {
      Issue.record("expected a gradient")
      return
    }
    #expect((from, to) == (.zero, Point(100, 0)))
    #expect(stops.first?.color == Color(1, 0, 0, 1))
    #expect(stops.last?.color == Color(0, 0, 1, 0))
    let middle = try #require(stops.first { $0.offset == 0.5 })
    #expect(middle.color == Color(0.5, 0, 0.5, 0.5))
  }

  @Test("A radial gradient with its focus beside its center is a cone of circles")
  func focus() throws {
    let gradient = #"""
      { "ty": "gf", "t": 2, "s": { "k": [5, 5] }, "e": { "k": [15, 5] }, "h": { "k": 50 }, "a": { "k": 90 },
        "o": { "k": 100 }, "g": { "p": 2, "k": { "k": [0, 1, 0, 0, 1, 0, 0, 1] } } }
      """#
    let command = try Animations.commands(Animations.square(0, 0, 10) + "," + gradient).first
    guard case .fill(_, _, .conical(let focus, let inner, let center, let radius, _, _), _) = command else {
      Issue.record("it has no focus")
      return
    }
    #expect((inner, center, radius) == (0, Point(5, 5), 10))
    #expect(focus.distance(to: Point(5, 10)) < 1e-9)
  }

  @Test("Copies of a repeater move, grow and fade")
  func repeater() throws {
    let repeater = #"""
      { "ty": "rp", "c": { "k": 3 }, "o": { "k": 1 }, "m": 1, "tr": { "p": { "k": [10, 0] }, "s": { "k": [200, 200] },
        "a": { "k": [0, 0] }, "r": { "k": 0 }, "so": { "k": 100 }, "eo": { "k": 0 } } }
      """#
    let animation = try Animations.make(
      Animations.layer([Animations.square(0, 0, 1), Animations.red, repeater].joined(separator: ",")))
    let groups = Animations.groups(try animation.drawing(at: 0)).dropFirst()
    // The last copy is not seen; copies lie below those before them.
    let copy: [Transform] = [.translation(20, 0) * .scale(4), .translation(10, 0) * .scale(2)]
    #expect(groups.map(\.transform) == copy)
    let colors = Animations.flattened(try animation.drawing(at: 0)).compactMap { command -> Double? in
      if case .fill(_, _, .color(let color), _) = command { color.alpha } else { nil }
    }
    #expect(colors == [0.5, 1])
  }
}
