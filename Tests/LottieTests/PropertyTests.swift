import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie properties")
struct PropertyTests {
  /// The opacity of a layer at a frame, in percent.
  private func opacity(_ property: String, at frame: Double) throws -> Double {
    let layer = Animations.layer(
      Animations.square(0, 0, 10) + "," + Animations.square(20, 0, 10) + "," + Animations.red + "," + Animations.blue)
    let animation = try Animations.make(
      layer.replacing(#""ks": {}"#, with: #""ks": { "o": \#(property) }"#))
    return (Animations.groups(try animation.drawing(at: frame / 10)).first?.opacity ?? 0) * 100
  }

  /// The place of a layer at a frame.
  private func place(_ property: String, at frame: Double, _ more: String = "") throws -> Transform {
    let layer = Animations.layer(Animations.square(0, 0, 10) + "," + Animations.red)
    let animation = try Animations.make(
      layer.replacing(#""ks": {}"#, with: #""ks": { "p": \#(property) }\#(more)"#))
    return try #require(Animations.groups(try animation.drawing(at: frame / 10)).first).transform
  }

  @Test("An eased keyframe is at the height of its curve", arguments: [0.1, 0.25, 0.5, 0.9])
  func easing(share: Double) throws {
    let keyframes = #"""
      { "a": 1, "k": [{ "t": 0, "s": [0], "o": { "x": [0.42], "y": [0] }, "i": { "x": [0.58], "y": [1] } },
        { "t": 10, "s": [100] }] }
      """#
    // The curve's parameter by bisection, independent of the solver.
    var (low, high) = (0.0, 1.0)
    func height(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
    }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if height(0.42, 0.58, middle) < share { low = middle } else { high = middle }
    }
    #expect(abs(try opacity(keyframes, at: share * 10) - height(0, 1, low) * 100) < 1e-7)
  }

  @Test("Keyframes may have their ends, hold, and lack their curves")
  func forms() throws {
    let old =
      #"{ "a": 1, "k": [{ "t": 0, "s": [20], "e": [80], "h": 1 }, { "t": 5, "s": [80], "e": [60] }, { "t": 10 }] }"#
    #expect(abs(try opacity(old, at: 4) - 20) < 1e-9)
    #expect(abs(try opacity(old, at: 5) - 80) < 1e-9)
    #expect(abs(try opacity(old, at: 7.5) - 70) < 1e-9)
    #expect(abs(try opacity(old, at: 12) - 60) < 1e-9)
  }

  @Test("A number of its own has a curve of its own")
  func separateEasing() throws {
    let keyframes = #"""
      { "a": 1, "k": [{ "t": 0, "s": [0, 0, 0], "o": { "x": [0, 1], "y": [0, 0] }, "i": { "x": [1, 1], "y": [1, 0] } },
        { "t": 10, "s": [100, 100, 0] }] }
      """#
    let transform = try place(keyframes, at: 5)
    #expect(abs(transform.m13 - 50) < 1e-9)
    #expect(transform.m23 < 20)
  }

  @Test("A position moves along its curve, evenly by length")
  func motion() throws {
    // Half a circle of the radius 50, about.
    let k = 4.0 / 3 * 50
    let keyframes = #"""
      { "a": 1, "k": [{ "t": 0, "s": [0, 0, 0], "to": [0, \#(k), 0], "ti": [0, \#(k), 0] }, { "t": 10, "s": [100, 0, 0] }] }
      """#
    let curve = Path {
      $0.move(to: .zero)
      $0.cubic(Point(0, k), Point(100, k), to: Point(100, 0))
    }
    let measure = PathMeasure(curve)
    for frame in [1.0, 2.5, 5] {
      let transform = try place(keyframes, at: frame)
      let expected = try #require(measure.location(at: measure.length * frame / 10)).point
      #expect(Point(transform.m13, transform.m23).distance(to: expected) < 1e-4)
    }
  }

  @Test("Axes may have keyframes of their own")
  func separateAxes() throws {
    let axes = #"{ "s": true, "x": { "a": 1, "k": [{ "t": 0, "s": [0] }, { "t": 10, "s": [40] }] }, "y": { "k": 7 } }"#
    let transform = try place(axes, at: 5)
    #expect(transform.m13 == 20)
    #expect(transform.m23 == 7)
  }

  @Test("A layer turns with its way")
  func autoOrient() throws {
    let keyframes = #"{ "a": 1, "k": [{ "t": 0, "s": [0, 0, 0] }, { "t": 10, "s": [0, 100, 0] }] }"#
    for frame in [0.0, 5, 15] {
      let turned = try place(keyframes, at: frame, #", "ao": 1"#).applyLinear(Point(1, 0))
      #expect(turned.distance(to: Point(0, 1)) < 1e-6)
    }
  }

  @Test("Anchor, scale, skew and rotation follow each other")
  func transform() throws {
    var properties = TransformProperties()
    properties.anchor = Property([10, 0, 0, 0])
    properties.position = .joined(Property([50, 60, 0, 0]))
    properties.scale = Property([200, 100, 100, 0])
    properties.rotation = Property(90)
    #expect(properties.transform(at: 0).apply(Point(11, 3)).distance(to: Point(47, 62)) < 1e-9)
    var skewed = TransformProperties()
    skewed.skew = Property(45)
    #expect(skewed.transform(at: 0).apply(Point(0, 10)).distance(to: Point(-10, 10)) < 1e-9)
    skewed.skewAxis = Property(90)
    #expect(skewed.transform(at: 0).apply(Point(10, 0)).distance(to: Point(10, 10)) < 1e-9)
  }

  @Test("An expression keeps the value, and is named")
  func expressions() throws {
    let layer = Animations.layer(Animations.square(0, 0, 10) + "," + Animations.red)
    let animation = try Animations.make(
      layer.replacing(#""ks": {}"#, with: #""ks": { "r": { "k": 90, "x": "noSuchName" } }"#))
    #expect(
      animation.omissions == ["layer 'shapes': the expression of 'r' is not evaluated: 'noSuchName' is not defined"])
    let group = try #require(Animations.groups(try animation.drawing(at: 0)).first)
    #expect(group.transform.m21 == 1)
  }
}
