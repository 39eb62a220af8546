import Caption
import StageKit
import StageTesting
import Testing

@Suite("Caption")
struct CaptionTests {
  private func frame(_ parameters: String) throws -> StageFrame {
    try make(Caption.self, parameters).frame(at: StageTime(seconds: 0), Inputs())
  }

  @Test("All that is said of the text reaches the text engine")
  func request() throws {
    let context = FakeContext()
    try make(
      Caption.self,
      #"""
      { "text": "Hi", "family": " Inter , sans-serif", "weight": 650, "italic": true, "size": 40, "letterSpacing": 2,
        "lineHeight": 1.25, "language": "zh-Hant", "alignment": "end", "direction": "right-to-left", "width": 120,
        "height": 90, "minSize": 20, "maxLines": 3, "overflow": "visible" }
      """#, context)
    let style = TextStyle(
      families: ["Inter", "sans-serif"], weight: 650, isItalic: true, size: 40, letterSpacing: 2, lineHeight: 1.25,
      language: "zh-Hant")
    #expect(
      context.requests == [
        TextRequest(
          "Hi", style: style, alignment: .end, direction: .rightToLeft, maximumWidth: 120,
          balancesLines: true, allowsColor: true,
          fit: TextFit(maximumHeight: 90, maximumLines: 3, minimumSize: 20, overflow: .visible), separatesClusters: true
        )
      ])
  }

  @Test("The text stands in the middle of the canvas and publishes its size")
  func middle() throws {
    let frame = try frame(#"{ "text": "ABCD", "size": 20 }"#)
    guard case .fill(let path, _, let paint, _)? = flat(frame.drawing).first else {
      Issue.record("no text")
      return
    }
    #expect(path.bounds == Rect(x: 80, y: 40, width: 40, height: 20))
    #expect(paint == .color(.white))
    #expect(frame.values["width"] == .number(40))
    #expect(frame.values["height"] == .number(20))
    #expect(frame.values["position"] == .point(Point(100, 50)))
  }

  @Test("In a higher box it stands at the top, in the middle or at the bottom")
  func vertical() throws {
    for (word, y) in [("top", 20.0), ("middle", 40), ("bottom", 60)] {
      let frame = try frame("{ \"text\": \"A\", \"size\": 20, \"height\": 60, \"verticalAlignment\": \"\(word)\" }")
      guard case .fill(let path, _, _, _)? = flat(frame.drawing).first else { throw StageError("no text") }
      #expect(path.bounds?.y == y)
    }
  }

  @Test("Broken lines are balanced unless they shall not be", arguments: [true, false])
  func balance(_ isBalanced: Bool) throws {
    let context = FakeContext()
    try make(Caption.self, "{ \"text\": \"A\", \"width\": 90, \"balance\": \(isBalanced) }", context)
    #expect(context.requests.map(\.balancesLines) == [isBalanced])
  }

  @Test("Its anchor goes to its position and text grows about it")
  func position() throws {
    let frame = try frame(#"{ "text": "AB", "size": 20, "position": [10, 90], "anchor": [0, 1], "scale": 3 }"#)
    let layer = try #require(groups(frame.drawing).first)
    #expect(layer.transform.apply(Point(90, 60)) == Point(10, 90))
    #expect(layer.transform.apply(Point(110, 60)) == Point(70, 90))
  }

  @Test("A plate hugs the text with its padding and is what the anchor refers to")
  func plate() throws {
    let frame = try frame(
      #"{ "text": "AB", "size": 20, "width": 100, "plate": { "paint": "red", "padding": [6, 4], "radius": 5 } }"#)
    let commands = flat(frame.drawing)
    guard commands.count == 2, case .fill(let path, _, let paint, _) = commands[0] else {
      Issue.record("\(commands)")
      return
    }
    #expect(path == .roundedRect(Rect(x: 84, y: 36, width: 32, height: 28), radius: 5))
    #expect(paint == .color(Color(1, 0, 0)))
    #expect(frame.values["width"] == .number(32))
  }

  @Test("A gradient runs over all lines together")
  func gradient() throws {
    let frame = try frame(
      #"{ "text": "ABCD\nAB", "size": 10, "color": { "linear": { "angle": 180, "stops": ["red", "blue"] } } }"#)
    guard case .fill(_, _, .linear(let from, let to, _, _), _)? = flat(frame.drawing).first else {
      Issue.record("no gradient")
      return
    }
    #expect(from == Point(100, 40))
    #expect(to == Point(100, 60))
  }

  @Test("Characters that no font has, and fonts that are not there, are warned of")
  func warnings() throws {
    let context = FakeContext()
    try make(Caption.self, #"{ "text": "Snow ☃ falls on everything that is here", "family": "Nowhere" }"#, context)
    #expect(
      context.warnings == [
        "no font can draw '☃' in \"Snow ☃ falls on everythi…\"", "there is no font 'Nowhere'",
      ])
  }

  @Test("A font that cannot be used is reported where it is named")
  func badFont() {
    #expect(throws: StageError("is no font", parameter: "font")) {
      try make(Caption.self, #"{ "text": "A", "font": "a.ttf" }"#)
    }
  }

  @Test("A language has the form of a tag", arguments: ["", "english", "e", "en_US", "zh-", "日本"])
  func badLanguage(_ language: String) {
    #expect(
      throws: StageError(
        "'\(language)' is not a language tag", parameter: "language", hint: "Write one such as en, pt-BR or zh-Hant.")
    ) {
      try make(Caption.self, "{ \"text\": \"A\", \"language\": \"\(language)\" }")
    }
  }

  @Test("Letters do not grow to fit")
  func sizes() throws {
    #expect(throws: StageError("is above 'size'", parameter: "minSize")) {
      try make(Caption.self, #"{ "text": "A", "size": 20, "minSize": 20.5 }"#)
    }
  }

  @Test("Text without letters draws nothing, not even a plate", arguments: ["", "\\n"])
  func empty(_ text: String) throws {
    #expect(try frame("{ \"text\": \"\(text)\", \"plate\": {}, \"shadow\": {} }").drawing.isEmpty)
  }

  @Test("Nothing is drawn at opacity 0, and equal captions are equal lists")
  func lists() throws {
    #expect(try frame(#"{ "text": "A", "opacity": 0 }"#).drawing.isEmpty)
    #expect(try frame(#"{ "text": "A", "shadow": {} }"#).drawing == frame(#"{ "text": "A", "shadow": {} }"#).drawing)
  }
}
