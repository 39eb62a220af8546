import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie expressions")
struct ExpressionTests {
  /// The place of a layer whose position has an expression, with the animation's remarks.
  private func place(
    _ script: String, _ frame: Double, keyframes: String = #"[{ "t": 0, "s": [0, 0] }, { "t": 10, "s": [20, 10] }]"#,
    more: String = ""
  ) throws -> (Point, [String]) {
    let layer = Animations.layer(Animations.square(0, 0, 10) + "," + Animations.red, #""ind": 1"#).replacing(
      #""ks": {}"#, with: #""ks": { "p": { "a": 1, "k": \#(keyframes), "x": "\#(script)" } }"#)
    let animation = try Animations.make(layer + more)
    let transform = try #require(Animations.groups(try animation.drawing(at: frame / 10)).last).transform
    return (Point(transform.m13, transform.m23), animation.omissions)
  }

  @Test("Time, values and keyframes")
  func time() throws {
    #expect(try place("[time * 10, index]", 5).0 == Point(5, 1))
    #expect(try place("value + [1, 2]", 5).0 == Point(11, 7))
    #expect(try place("key(2)", 0).0 == Point(20, 10))
    #expect(try place("[numKeys, nearestKey(0.9).index]", 0).0 == Point(2, 2))
    let velocity = try place("velocityAtTime(0.5)", 0).0
    #expect(velocity.distance(to: Point(20, 10)) < 1e-6)
    #expect(try place("valueAtTime(0.5)", 0).0 == Point(10, 5))
  }

  @Test("Keyframes go on beyond their end")
  func loops() throws {
    #expect(try place("loopOut('cycle')", 15).0 == Point(10, 5))
    #expect(try place("loopOut('pingpong')", 12).0.distance(to: Point(16, 8)) < 1e-9)
    #expect(try place("loopOut('offset')", 15).0 == Point(30, 15))
    #expect(try place("loopOut('continue')", 15).0.distance(to: Point(30, 15)) < 1e-6)
    #expect(try place("loopOut('cycle')", 5).0 == Point(10, 5))
    let late = #"[{ "t": 10, "s": [0, 0] }, { "t": 15, "s": [10, 0] }]"#
    #expect(try place("loopIn('cycle')", 7, keyframes: late).0.distance(to: Point(4, 0)) < 1e-9)
  }

  @Test("Other layers, their shapes and effects give their values")
  func layers() throws {
    let other = """
      , { "ty": 4, "nm": "other", "ind": 7, "ip": 0, "op": 20, "ks": { "p": { "k": [30, 40] }, "r": { "k": 90 } },
        "ef": [{ "ty": 5, "nm": "Speed", "mn": "ADBE Slider Control", "ef": [{ "nm": "Slider", "v": { "k": 6 } }] }],
        "shapes": [{ "ty": "gr", "nm": "G", "it": [
          { "ty": "rc", "nm": "R", "p": { "k": [0, 0] }, "s": { "k": [8, 9] }, "r": { "k": 0 } }, { "ty": "tr" }] }] }
      """
    #expect(try place("thisComp.layer('other').position", 0, more: other).0 == Point(30, 40))
    #expect(try place("thisComp.layer('other').content('G').content('R').size", 0, more: other).0 == Point(8, 9))
    let slider = "[thisComp.layer('other').effect('Speed')('Slider') * 2, 0]"
    #expect(try place(slider, 0, more: other).0 == Point(12, 0))
    let mapped = try place("thisComp.layer('other').toComp([5, 0])", 0, more: other).0
    #expect(mapped.distance(to: Point(30, 45)) < 1e-9)
  }

  @Test("A failing expression keeps the value, and is named with its reason")
  func faults() throws {
    for script in ["nothing", "thisComp.layer('x').position", "'text'", "while (true) {}", "a b", "[0 / 0, 1]"] {
      let (point, omissions) = try place(script, 5)
      #expect(point == Point(10, 5))
      #expect(omissions.count == 1)
      #expect(omissions.first?.hasPrefix("layer 'shapes': the expression of 'p' is not evaluated: ") == true)
    }
  }

  @Test("Expressions that ask for each other end")
  func cycles() throws {
    let (point, omissions) = try place("thisComp.layer('shapes').position", 5)
    #expect(point.isFinite)
    #expect(omissions.count <= 1)
  }

  @Test(
    "Values that do not depend on time are constants",
    arguments: [
      ("4 * 2", true), ("index + thisComp.layer('other').position[0]", true), ("value + Math.PI", true),
      ("time", false), ("wiggle(1, 2)", false), ("random()", false), ("thisComp.layer('other').rotation", false),
      ("thisComp.layer('other').toComp([1, 0])[0]", false),
    ])
  func constants(script: String, isConstant: Bool) throws {
    let text = """
      { "v": "5.9.0", "w": 10, "h": 10, "fr": 10, "ip": 0, "op": 20, "layers": [
        { "ty": 4, "nm": "own", "ind": 1, "ks": { "r": { "k": 1, "x": "\(script)" } } },
        { "ty": 3, "nm": "other", "ind": 2, "ks": {
          "p": { "k": [1, 2] }, "r": { "k": [{ "t": 0, "s": [0] }, { "t": 9, "s": [9] }] } } }] }
      """
    let reader = try DocumentReader(Array(text.utf8), name: "a.json", animation: nil)
    let document = ScriptDocument(reader, try LottieHeader(reader))
    reader.site = ExpressionSite(document, composition: nil, layer: 0)
    let transform = try reader.transform(document.layers(of: nil).all.first?["ks"])
    #expect(reader.omissions.isEmpty)
    #expect(transform.rotation.isConstant == isConstant)
    #expect((transform.constant != nil) == isConstant)
  }

  @Test("Expressions that ask for the same values in one frame see those of each instant")
  func sharedValues() throws {
    let other = """
      , { "ty": 3, "nm": "other", "ind": 7, "ip": 0, "op": 20, "ks": {
          "r": { "a": 1, "k": [{ "t": 0, "s": [0] }, { "t": 10, "s": [20] }], "x": "value * 2" } } }
      """
    let script =
      "[thisComp.layer('other').rotation + thisComp.layer('other').rotation, "
      + "thisComp.layer('other').rotation.valueAtTime(time / 2)]"
    for frame in [4.0, 8, 4] { #expect(try place(script, frame, more: other).0 == Point(frame * 8, frame * 2)) }
  }

  @Test("Values at no instant are asked for in vain, and end")
  func noInstant() throws {
    let other = """
      , { "ty": 3, "nm": "other", "ind": 7, "ip": 0, "op": 20, "ks": {
          "r": { "a": 1, "k": [{ "t": 0, "s": [3] }, { "t": 10, "s": [20] }], "x": "thisComp.layer('third').rotation" } } }
      , { "ty": 3, "nm": "third", "ind": 8, "ip": 0, "op": 20, "ks": { "r": { "a": 0, "k": 5, "x": "value * time" } } }
      """
    let script = "for (var i = 0; i < 1e9; i++) thisComp.layer('other').rotation.valueAtTime(0 / 0); [1, 2]"
    #expect(try place(script, 4, more: other).0 == Point(8, 4))
  }

  @Test("Chance is always the same, and stays within its bounds")
  func chance() throws {
    for frame in 0..<20 {
      let first = try place("wiggle(3, 5)", Double(frame)).0
      #expect(first == (try place("wiggle(3, 5)", Double(frame)).0))
      let own = Point(min(Double(frame), 10) * 2, min(Double(frame), 10))
      #expect(abs(first.x - own.x) <= 5)
      #expect(abs(first.y - own.y) <= 5)
    }
  }
}
