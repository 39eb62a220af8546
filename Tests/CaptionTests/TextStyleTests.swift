import StageKit
import StageTesting
import Testing

@testable import Caption

@Suite("Styles in a caption")
struct TextStyleTests {
  @Test("Tags of the names make spans, and everything else is text")
  func tags() throws {
    let tagged = try TaggedText("1 < 2 <b>bo<i>th</i></b><u> x", names: ["b", "i"])
    #expect(tagged.text == "1 < 2 both<u> x")
    #expect(tagged.parts.map(\.range) == [6..<8, 8..<10])
    #expect(tagged.parts.map(\.styles) == [[0], [0, 1]])
    #expect(try TaggedText("<b></b>é<b>é</b>", names: ["b"]).parts.map(\.range) == [1..<2])
  }

  @Test("Pairs of tags that no style has, and styles that no tag has, are warnings")
  func unknownTags() throws {
    func warnings(_ text: String, _ names: [String]) throws -> [String] {
      let context = FakeContext()
      let styles = names.map { "{ \"name\": \"\($0)\" }" }.joined(separator: ", ")
      _ = try make(Caption.self, "{ \"text\": \"\(text)\", \"styles\": [\(styles)] }", context)
      return context.warnings
    }
    #expect(
      try warnings("from <prize>49</prize>", ["price", "b"]) == [
        "no style is called 'prize': its tags are drawn as they are written. Did you mean 'price'?",
        "the text has no '<b>': the style 'b' is not used",
      ])
    #expect(
      try warnings("a <em>night</em>", []) == [
        "no style is called 'em': its tags are drawn as they are written. Add it to 'styles'"
      ])
    #expect(try warnings("1 < 2 > 0, a <b>, <3 </3>, <x> and </y>", []) == [])
    #expect(try warnings("<b>x</b>", ["b"]) == [] && warnings("", ["b"]) == [])
  }

  @Test(
    "Tags that do not match are errors of the text",
    arguments: [
      ("<b>x", "'<b>' is not closed"), ("x</b>", "'</b>' closes nothing that is open here"),
      ("<b><i>x</b></i>", "'</b>' closes nothing that is open here"),
    ])
  func unmatched(text: String, message: String) {
    #expect(throws: StageError(message, parameter: "text")) {
      try make(Caption.self, "{ \"text\": \"\(text)\", \"styles\": [{ \"name\": \"b\" }, { \"name\": \"i\" }] }")
    }
  }

  @Test("Names are those of tags, each given once")
  func names() {
    #expect(throws: (any Error).self) { try make(Caption.self, #"{ "text": "x", "styles": [{ "name": "a b" }] }"#) }
    #expect(throws: (any Error).self) {
      try make(Caption.self, #"{ "text": "x", "styles": [{ "name": "a" }, { "name": "a" }] }"#)
    }
  }

  @Test("The text engine is asked for the inner style before the outer one")
  func request() throws {
    let context = FakeContext()
    try make(
      Caption.self,
      #"""
      { "text": "a<b>b<i>c</i></b>", "styles": [
        { "name": "b", "weight": 700, "family": "Inter, serif", "size": 2 }, { "name": "i", "weight": 300, "italic": true, "size": 1.5 }] }
      """#, context)
    #expect(context.requests.map(\.text) == ["abc"])
    #expect(
      context.requests.first?.spans == [
        TextSpan(1..<2, families: ["Inter", "serif"], weight: 700, scale: 2),
        TextSpan(2..<3, families: ["Inter", "serif"], weight: 300, isItalic: true, scale: 3),
      ])
  }

  private let styled =
    ##"{ "text": "AB<x>CD</x>", "size": 20, "color": "#00F", "styles": [{ "name": "x", "color": "#F00" }]"##

  @Test("Each style's letters have its color, and the others the text's")
  func colors() throws {
    let fills = flat(try draw(make(Caption.self, styled + "}"))).compactMap { command -> (Rect?, Paint)? in
      if case .fill(let path, _, let paint, _) = command { (path.bounds, paint) } else { nil }
    }
    #expect(fills.map(\.0) == [Rect(x: 80, y: 40, width: 20, height: 20), Rect(x: 100, y: 40, width: 20, height: 20)])
    #expect(fills.map(\.1) == [.color(Color(0, 0, 1)), .color(Color(1, 0, 0))])
  }

  @Test("Colors hold while letters appear")
  func revealed() throws {
    let caption = try make(
      Caption.self, styled + #", "reveal": { "by": "letter", "style": "fade", "duration": 1, "stagger": 0 } }"#)
    let paints = flat(try draw(caption, at: 0.5)).compactMap { command -> Paint? in
      if case .fill(_, _, let paint, _) = command { paint } else { nil }
    }
    #expect(paints == [.color(Color(0, 0, 1)), .color(Color(0, 0, 1)), .color(Color(1, 0, 0)), .color(Color(1, 0, 0))])
  }

  @Test("A style's color may be animated, and the caption settles with it")
  func animated() throws {
    let caption = try make(
      Caption.self,
      ##"{ "text": "<x>A</x>", "styles": [{ "name": "x", "color": { "keyframes": [{ "at": 0, "value": "#000" }, { "at": 2, "value": "#FFF" }] } }] }"##
    )
    #expect(caption.duration == 2)
  }
}

@Suite("Text on a path")
struct TextPathTests {
  /// Where the middles of the letters' feet are, and which way is up there.
  private func places(_ parameters: String, text: String = "ABCD", at seconds: Double = 0) throws -> [(Point, Point)] {
    let caption = try make(Caption.self, "{ \"text\": \"\(text)\", \"size\": 20, \(parameters) }")
    return groups(try draw(caption, at: seconds)).dropFirst().compactMap { group in
      guard case .fill(let path, _, _, _)? = group.content.commands.first, let box = path.bounds else { return nil }
      let foot = group.transform.apply(Point(box.center.x, box.maxY))
      return (foot, group.transform.apply(Point(box.center.x, box.maxY - 1)) - foot)
    }
  }

  private func expect(_ found: [(Point, Point)], _ feet: [Point], up: [Point]) {
    #expect(found.count == feet.count)
    for (place, foot) in zip(found, feet) { #expect((place.0 - foot).length < 1e-6, "\(place.0) \(foot)") }
    for (place, direction) in zip(found, up) { #expect((place.1 - direction).length < 1e-6) }
  }

  private let line = #""path": { "data": "M 10 50 H 110" }"#

  @Test(
    "Letters stand on the path where the alignment says", arguments: [("start", 10.0), ("center", 40), ("end", 70)])
  func alignment(word: String, x: Double) throws {
    let found = try places(line + ", \"alignment\": \"\(word)\"")
    expect(found, (0..<4).map { Point(x + 5 + 10 * Double($0), 50) }, up: Array(repeating: Point(0, -1), count: 4))
  }

  @Test("They turn as the path does, and go around a closed one")
  func turns() throws {
    let square = #""alignment": "start", "path": { "data": "M 0 0 H 20 V 20 H 0 Z", "offset": 0.875 }"#
    let found = try places(square)
    expect(
      found, [Point(0, 5), Point(5, 0), Point(15, 0), Point(20, 5)],
      up: [Point(-1, 0), Point(0, -1), Point(0, -1), Point(1, 0)])
  }

  @Test("Beyond its ends the path goes on straight")
  func beyond() throws {
    let found = try places(#""alignment": "start", "path": { "data": "M 0 0 H 20", "offset": 0.25 }"#)
    expect(found, [10, 20, 30, 40].map { Point($0, 0) }, up: [])
  }

  @Test("Letters may be spread over all of the path, around a closed one with a gap at its end")
  func spread() throws {
    let open = try places(#""path": { "data": "M 0 0 H 100", "spread": true }"#)
    expect(open, [5, 35, 65, 95].map { Point($0, 0) }, up: [])
    let closed = try places(#""path": { "data": "M 0 0 H 20 V 20 H 0 Z", "spread": true }"#)
    expect(closed, [Point(5, 0), Point(20, 5), Point(15, 20), Point(0, 15)], up: [])
  }

  @Test("Once around it is exactly where it was")
  func around() throws {
    func drawing(_ offset: Double) throws -> DisplayList {
      try draw(
        make(
          Caption.self,
          "{ \"text\": \"AB\", \"path\": { \"data\": \"M 0 0 A 7 7 0 1 1 0.1 0.3 Z\", \"offset\": \(offset) } }"))
    }
    #expect(try drawing(1) == drawing(0) && drawing(-2.25) == drawing(0.75) && drawing(0.5) != drawing(0))
  }

  @Test("Letters may stand off the path, and their lines one below the other")
  func shift() throws {
    let found = try places(#""alignment": "start", "path": { "data": "M 0 100 H 200", "shift": 7 }"#, text: "A\\nB")
    expect(found, [Point(5, 93), Point(5, 113)], up: [])
  }

  @Test("What appears moves across the path")
  func revealed() throws {
    let caption = try make(
      Caption.self,
      #"{ "text": "A", "size": 20, "alignment": "start", "path": { "data": "M 0 0 V 200" }, "reveal": { "by": "letter", "style": "rise", "duration": 1, "stagger": 0, "curve": "linear" } }"#
    )
    // It comes from below the path, which here is its left.
    let box = try #require(try draw(caption, at: 0.5).bounds)
    #expect(abs(box.x - -6) < 1e-6 && abs(box.width - 20) < 1e-6)
  }

  @Test("Text that is longer than its path is warned of, and a path without length is an error")
  func faults() throws {
    let context = FakeContext()
    try make(Caption.self, #"{ "text": "ABCD", "size": 20, "path": { "data": "M 0 0 H 30" } }"#, context)
    #expect(context.warnings == ["its text is 40.0 points long, and its path 30.0"])
    #expect(throws: (any Error).self) { try make(Caption.self, #"{ "text": "A", "path": { "data": "M 5 5" } }"#) }
    #expect(throws: (any Error).self) {
      try make(Caption.self, #"{ "text": "A", "path": { "data": "M 0 0 H 9" }, "plate": {} }"#)
    }
  }
}
