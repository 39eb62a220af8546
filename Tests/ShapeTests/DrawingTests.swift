import Shape
import StageKit
import StageTesting
import Testing

@Suite("A shape's drawing")
struct DrawingTests {
  @Test("The fill lies under the stroke, both in one layer")
  func order() throws {
    let list = try draw(
      make(
        Shape.self,
        #"""
        { "circle": { "radius": 9 }, "fill": "red", "stroke": { "paint": "blue", "width": 3 }, "opacity": 0.5 }
        """#))
    #expect(groups(list).map(\.opacity) == [0.5])
    let commands = flat(list)
    guard commands.count == 2, case .fill = commands[0], case .stroke(_, let style, let paint, _) = commands[1] else {
      Issue.record("\(commands)")
      return
    }
    #expect(paint == .color(Color(0, 0, 1)))
    #expect(style == StrokeStyle(width: 3))
  }

  @Test("All of a stroke's style comes from the job")
  func style() throws {
    let list = try draw(
      make(
        Shape.self,
        #"""
        { "path": "M0 0H9", "stroke": { "width": 4, "cap": "round", "join": "bevel", "miterLimit": 2, "dashes": [3, 1],
          "dashOffset": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 1, "value": 8 }] }, "keepWidth": true } }
        """#), at: 0.5)
    guard case .stroke(_, let style, _, _)? = flat(list).first else {
      Issue.record("no stroke")
      return
    }
    #expect(
      style
        == StrokeStyle(
          width: 4, cap: .round, join: .bevel, miterLimit: 2, dashes: [3, 1], dashOffset: 4,
          order: .transformThenOutline))
  }

  @Test(
    "Nothing is drawn where nothing can be seen",
    arguments: [
      #""opacity": 0"#, #""scale": 0"#, #""scaleX": 0"#,
      #""opacity": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 1, "value": 1 }] }"#,
    ])
  func invisible(_ parameter: String) throws {
    let stage = try make(
      Shape.self, "{ \"circle\": { \"radius\": 9 }, \"fill\": \"red\", \"shadow\": {}, \(parameter) }")
    #expect(try draw(stage).isEmpty)
  }

  @Test("An opacity from another stage multiplies its own, and without a value hides the shape")
  func opacityInput() throws {
    let stage = try make(Shape.self, #"{ "circle": { "radius": 9 }, "fill": "red", "opacity": 0.5 }"#)
    #expect(groups(try draw(stage, at: 0, ["opacity": .number(0.5)])).map(\.opacity) == [0.25])
    let hidden = try stage.frame(at: StageTime(seconds: 0), Inputs([:], missing: ["opacity"]))
    #expect(hidden.drawing.isEmpty)
  }

  @Test("A shadow is an effect on the canvas: it keeps its direction and grows with the scale")
  func shadow() throws {
    let list = try draw(
      make(
        Shape.self,
        #"""
        { "circle": { "radius": 9 }, "fill": "red", "scale": 2, "rotation": 90, "opacity": 0.5,
          "shadow": { "color": "black", "offset": [1, 3], "blur": 8 } }
        """#))
    let layers = groups(list)
    #expect(layers.count == 2)
    #expect(layers[0].effects == [.dropShadow(color: .black, offset: Point(2, 6), sigma: 8)])
    #expect(layers[0].transform == .identity)
    #expect(layers[0].opacity == 0.5)
    #expect(layers[1].transform.apply(Point(109, 50)).distance(to: Point(100, 68)) < 1e-9)
    #expect(layers[1].opacity == 1)
  }

  @Test("Gradients refer to the outline's box, whatever of it is stroked")
  func gradientBox() throws {
    let list = try draw(
      make(
        Shape.self,
        #"""
        { "path": "M0 0H10V20H0Z", "trim": { "end": 0.1 },
          "stroke": { "paint": { "linear": { "from": [0, 0], "to": [1, 1], "stops": ["red", "blue"] } } } }
        """#))
    guard case .stroke(_, _, .linear(let from, let to, _, _), _)? = flat(list).first else {
      Issue.record("no gradient")
      return
    }
    #expect(from == Point(0, 0))
    #expect(to == Point(10, 20))
  }

  @Test("Equal times give equal lists, and other times other ones")
  func determinism() throws {
    let text = #"""
      { "circle": { "radius": 9 }, "fill": "red",
        "rotation": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 1, "value": 90 }] } }
      """#
    let (a, b) = (try make(Shape.self, text), try make(Shape.self, text))
    #expect(try draw(a, at: 0.3) == draw(b, at: 0.3))
    #expect(try draw(a, at: 0.3).digest == draw(b, at: 0.3).digest)
    #expect(try draw(a, at: 0.3).digest != draw(a, at: 0.4).digest)
  }

  @Test("A shape ends when its last keyframe is reached, and never where one repeats forever")
  func duration() throws {
    func duration(_ more: String) throws -> Double? {
      try make(Shape.self, "{ \"path\": \"M0 0H9\", \"fill\": \"red\" \(more) }").duration
    }
    let keys = #", "opacity": { "keyframes": [{ "at": 0.5, "value": 0 }, { "at": 2, "value": 1 }], "autoreverse": true"#
    #expect(try duration("") == 0)
    #expect(try duration(keys + "}") == 3.5)
    #expect(try duration(keys + #", "repeat": "forever" }"#) == nil)
  }

  @Test("A gradient along a path cannot fill")
  func alongFill() {
    #expect(throws: StageError("a gradient along a path is for strokes", parameter: "fill")) {
      try make(Shape.self, #"{ "path": "M0 0H9", "fill": { "along": { "stops": ["red"] } } }"#)
    }
  }
}
