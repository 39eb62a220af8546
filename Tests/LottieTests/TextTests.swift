import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie text")
struct TextTests {
  private func layer(_ document: String, _ more: String = "") -> String {
    """
    { "ty": 5, "nm": "title", "ip": 0, "op": 20, "ks": {}, "t": { "d": { "k": [{ "t": 0, "s": \(document) }] }\(more) } }
    """
  }

  private func bounds(_ text: String, _ more: String = "", _ document: String = "") throws -> [Rect] {
    let style = #"{ "t": "\#(text)", "s": 20, "f": "F", "fc": [1, 0, 0]\#(document) }"#
    let list = try Animations.make(layer(style, more)).drawing(at: 0)
    return Animations.flattened(list).flatMap { command -> [Rect] in
      guard case .fill(let path, _, _, let transform) = command else { return [] }
      return path.transformed(by: transform).subpaths.compactMap { subpath in Path { $0.append(subpath) }.bounds }
    }
  }

  @Test("Lines are justified, and letters tracked")
  func justification() throws {
    #expect(try bounds("AB").map(\.x) == [0, 10])
    #expect(try bounds("AB", "", #", "tr": 100"#).map(\.x) == [0, 12])
    #expect(try bounds("AB", "", #", "j": 1"#).map(\.x) == [-20, -10])
    #expect(try bounds("AB", "", #", "j": 2"#).map(\.x) == [-10, 0])
    // The letters stand on the baseline.
    #expect(try bounds("A").first == Rect(x: 0, y: -20, width: 10, height: 20))
  }

  @Test("Lines lie a line's height apart")
  func lines() throws {
    let places = try bounds("A\\rB", "", #", "lh": 30"#)
    #expect(places[1].y - places[0].y == 31)
  }

  @Test("Letters of the file come before fonts")
  func glyphs() throws {
    let path = #"{ "v": [[0, 0], [50, 0], [50, -70]], "i": [[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0]], "c": true }"#
    let chars = #"""
      "fonts": { "list": [{ "fName": "F", "fFamily": "Fam", "fStyle": "Bold" }] },
      "chars": [{ "ch": "A", "fFamily": "Fam", "style": "Bold", "w": 60,
        "data": { "shapes": [{ "ty": "gr", "it": [{ "ty": "sh", "ks": { "k": \#(path) } }] }] } }]
      """#
    let style = #"{ "t": "AA", "s": 20, "f": "F", "fc": [1, 0, 0] }"#
    let list = try Animations.make(layer(style), chars).drawing(at: 0)
    #expect(list.bounds == Rect(x: 0, y: -14, width: 22, height: 14))
  }

  @Test("The stroke lies over the fill, or under it", arguments: [true, false])
  func stroke(isOver: Bool) throws {
    let style = #"{ "t": "A", "s": 20, "f": "F", "fc": [1, 0, 0], "sc": [0, 0, 1], "sw": 2, "of": \#(isOver) }"#
    let commands = Animations.flattened(try Animations.make(layer(style)).drawing(at: 0))
    #expect(commands.count == 2)
    if case .stroke = commands[isOver ? 1 : 0] {} else { Issue.record("expected the stroke") }
  }

  @Test("An animator moves and fades the letters of its range")
  func animators() throws {
    let animator = #"""
      , "a": [{ "s": { "t": 0, "r": 2, "b": 1, "sh": 1, "s": { "k": 1 }, "e": { "k": 2.5 } },
        "a": { "p": { "k": [0, 8] }, "o": { "k": 50 } } }]
      """#
    let places = try bounds("ABCD", animator)
    #expect(places.map(\.y) == [-20, -12, -16, -20])
  }

  @Test("The forms of a range have their weights")
  func shapes() {
    func weights(_ shape: TextSelector.Shape, ease: Double = 0) -> [Double] {
      var selector = TextSelector(
        start: Property(0), end: Property(100), offset: Property(0), amount: Property(100), easeHigh: Property(0),
        easeLow: Property(ease), smoothness: Property(100))
      selector.shape = shape
      let letters = (0..<4).map {
        TextLetter(outline: .empty, x: Double($0), width: 1, isSpace: false, word: 0, line: 0)
      }
      return selector.weights(of: letters, at: 0)
    }
    #expect(weights(.square) == [1, 1, 1, 1])
    #expect(weights(.rampUp) == [0.125, 0.375, 0.625, 0.875])
    #expect(weights(.rampDown) == [0.875, 0.625, 0.375, 0.125])
    #expect(weights(.triangle) == [0.25, 0.75, 0.75, 0.25])
    let round = weights(.round)[1]
    #expect(abs(round * round - 0.9375) < 1e-9)
    let smooth = weights(.smooth)[1]
    #expect(abs(smooth - 0.853_553_39) < 1e-6)
    #expect(weights(.rampUp, ease: 50)[0] < 0.125)
  }

  @Test("Words by chance are always the same, each once")
  func chance() {
    var selector = TextSelector(
      start: Property(0), end: Property(1), offset: Property(0), amount: Property(100), easeHigh: Property(0),
      easeLow: Property(0), smoothness: Property(100))
    selector.isInPercent = false
    selector.isShuffled = true
    selector.basis = .words
    let letters = (0..<10).map {
      TextLetter(outline: .empty, x: Double($0), width: 1, isSpace: false, word: $0 / 2, line: 0)
    }
    let weights = selector.weights(of: letters, at: 0)
    #expect(weights == selector.weights(of: letters, at: 5))
    #expect(weights.reduce(0, +) == 2)
  }

  @Test("Weights and slants are those of the style's name")
  func styles() {
    #expect(LottieFont(family: "A", style: "SemiBold Italic", ascent: 0).weight == 600)
    #expect(LottieFont(family: "A", style: "SemiBold Italic", ascent: 0).isItalic)
    #expect(LottieFont(family: "A", style: "Extra Light", ascent: 0).weight == 200)
    #expect(LottieFont(family: "A", style: "", ascent: 0).weight == 400)
  }

  // MARK: Paths

  /// The boxes of the letters of a text on an open path.
  private func boxes(
    _ path: String, from start: String, to end: String, _ document: String = "", isClosed: Bool = false
  ) throws -> [Rect] {
    let style = #"{ "t": "AB", "s": 20, "f": "F", "fc": [1, 0, 0]\#(document) }"#
    let mask = #"""
      { "mode": "n", "o": { "k": 100 }, "pt": { "k": { "v": [\#(start), \#(end)], "i": [[0, 0], [0, 0]],
        "o": [[0, 0], [0, 0]], "c": \#(isClosed) } } }
      """#
    let text = """
      { "ty": 5, "nm": "title", "ip": 0, "op": 20, "ks": {}, "hasMask": true, "masksProperties": [\(mask)],
        "t": { "d": { "k": [{ "t": 0, "s": \(style) }] }, "p": { "m": 0\(path) } } }
      """
    return Animations.flattened(try Animations.make(text).drawing(at: 0)).compactMap { command in
      guard case .fill(let path, _, _, let transform) = command else { return nil }
      let box = path.transformed(by: transform).bounds ?? .zero
      return Rect(x: box.x.rounded(), y: box.y.rounded(), width: box.width.rounded(), height: box.height.rounded())
    }
  }

  @Test("Letters stand on a path, turned with it or upright, from either end and with margins")
  func paths() throws {
    let (left, right) = ("[0, 50]", "[100, 50]")
    #expect(try boxes("", from: left, to: right).map(\.x) == [0, 10])
    #expect(try boxes("", from: left, to: right).first == Rect(x: 0, y: 30, width: 10, height: 20))
    #expect(try boxes(#", "f": { "k": 7 }"#, from: left, to: right).map(\.x) == [7, 17])
    #expect(try boxes("", from: left, to: right, #", "j": 1"#).map(\.x) == [80, 90])
    #expect(try boxes(#", "l": { "k": -5 }"#, from: left, to: right, #", "j": 1"#).map(\.x) == [75, 85])
    #expect(try boxes("", from: left, to: right, #", "j": 2"#).map(\.x) == [40, 50])
    #expect(try boxes(#", "a": { "k": 1 }"#, from: left, to: right).map(\.x) == [0, 90])
    // Downward, a letter's top is at the right.
    let turned = #", "p": { "k": 1 }"#
    #expect(
      try boxes(turned, from: "[50, 0]", to: "[50, 100]").first == Rect(x: 50, y: 0, width: 20, height: 10))
    #expect(
      try boxes(turned + #", "r": { "k": 1 }"#, from: "[50, 0]", to: "[50, 100]").first
        == Rect(x: 30, y: 90, width: 20, height: 10))
    // A closed path begins at its first vertex in both directions.
    let back = try boxes(#", "r": { "k": 1 }, "f": { "k": 20 }"#, from: left, to: right, isClosed: true)
    #expect(back.first?.x == 20)
    // Beyond the end they go straight on.
    #expect(try boxes(#", "f": { "k": 95 }"#, from: left, to: right).map(\.x) == [95, 105])
  }

  @Test("A mask that does not exist leaves the line straight, with a remark")
  func missingPath() throws {
    let style = #"{ "t": "A", "s": 20, "f": "F", "fc": [1, 0, 0] }"#
    let animation = try Animations.make(layer(style, #", "p": { "m": 3 }"#))
    #expect(animation.omissions.first?.contains("the mask 3") == true)
  }

  @Test("Expressions give each letter its weight")
  func selectorScripts() throws {
    func tops(_ script: String) throws -> [Double] {
      try bounds(
        "ABCD", #", "a": [{ "s": { "t": 1, "b": 1, "x": "\#(script)" }, "a": { "p": { "k": [0, 8] } } }]"#
      ).map(\.y)
    }
    #expect(try tops("textIndex / textTotal * selectorValue") == [-18, -16, -14, -12])
    #expect(try tops("$bm_rt = textIndex == 2 ? [100, 100, 100] : 0;") == [-20, -12, -20, -20])
    let style = #"{ "t": "A", "s": 20, "f": "F", "fc": [1, 0, 0] }"#
    let broken = try Animations.make(
      layer(style, #", "a": [{ "s": { "t": 1, "x": "nothing.here" }, "a": { "p": { "k": [0, 8] } } }]"#))
    #expect(broken.omissions.first?.contains("selector is not evaluated") == true)
  }

  // MARK: Justified lines

  @Test("Justified lines fill their box but for the last one", arguments: [(3, 0.0), (4, 110), (5, 55), (6, 0)])
  func justified(_ justification: Int, last: Double) throws {
    let path = #"{ "v": [[0, 0], [60, 0], [60, -70]], "i": [[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0]], "c": true }"#
    let chars = #"""
      "fonts": { "list": [{ "fName": "F", "fFamily": "Fam", "fStyle": "" }] },
      "chars": [{ "ch": "A", "fFamily": "Fam", "style": "", "w": 60,
        "data": { "shapes": [{ "ty": "gr", "it": [{ "ty": "sh", "ks": { "k": \#(path) } }] }] } },
        { "ch": " ", "fFamily": "Fam", "style": "", "w": 20, "data": {} }]
      """#
    let style =
      #"{ "t": "A A A", "s": 100, "f": "F", "fc": [1, 0, 0], "sz": [170, 400], "ps": [0, 0], "j": \#(justification) }"#
    let list = try Animations.make(layer(style), chars).drawing(at: 0)
    let places = Animations.flattened(list).flatMap { command -> [Double] in
      guard case .fill(let path, _, _, _) = command else { return [] }
      return path.subpaths.compactMap { subpath in Path { $0.append(subpath) }.bounds?.x }
    }
    #expect(places == [0, 110, last])
  }
}
