import StageKit
import Synchronization
import Testing

@testable import SVG

@Suite("Text of SVG files")
struct SVGTextTests {
  /// A file's picture with letters half as wide as they are high, and the texts that are laid out, but for single letters.
  private func picture(_ content: String) throws -> (SVGPicture, texts: [String]) {
    let texts = Mutex<[String]>([])
    let resources = SVGPicture.Resources(color: .black) { _ in
      throw StageError("none")
    } layout: { request in
      let size = request.style.size
      if request.separatesClusters { texts.withLock { $0.append(request.text) } }
      let isControl = { (letter: Unicode.Scalar) in (0x2000...0x2100).contains(letter.value) }
      var (x, letters) = (0.0, [TextLayout.Cluster]())
      for letter in request.text.unicodeScalars {
        let width = isControl(letter) ? 0 : size / 2
        let outline = width == 0 ? Path.empty : .rect(Rect(x: x, y: size / 2, width: width, height: size / 2))
        letters.append(TextLayout.Cluster(text: String(letter), outline: outline, x: x, width: width, word: 0))
        x += width
      }
      let line = TextLayout.Line(
        outline: .rect(Rect(x: 0, y: size / 2, width: x, height: size / 2)), baseline: size, x: 0, width: x,
        clusters: request.separatesClusters ? letters : [])
      return TextLayout(lines: [line], size: Size(x, size * 1.25), fontSize: size, missing: [], fonts: [])
    }
    let text = #"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" font-size="20">\#(content)</svg>"#
    let found = try SVGPicture(Array(text.utf8), name: "a.svg", resources)
    return (found, texts.withLock { $0 })
  }

  @Test("A part of a text has an opacity, a filter and a mask of its own, around all that is in it")
  func layers() throws {
    let (found, _) = try picture(
      #"<filter id="f"><feOffset/></filter><mask id="m"><rect width="9" height="9"/></mask>"#
        + ##"<text y="20">a<tspan opacity=".5">b<tspan filter="url(#f)">c</tspan>d</tspan><tspan mask="url(#m)">e</tspan></text>"##
    )
    #expect(found.omissions.isEmpty)
    let all = groups(found.image.drawing)
    let half = try #require(all.first { $0.opacity == 0.5 })
    #expect(boxes(half.content).map(\.x) == [10, 20, 30])
    #expect(groups(half.content).contains { !$0.effects.isEmpty })
    let masked = try #require(all.first { $0.mask != nil })
    #expect(boxes(masked.content).map(\.x) == [40])
    #expect(boxes(found.image.drawing).map(\.x) == [0, 10, 20, 30, 40])
  }

  @Test("'tref' is the text of another element, in its own style")
  func references() throws {
    let (found, texts) = try picture(
      ##"<defs><text id="t" fill="red">b<tspan>c</tspan></text></defs><text y="20">a<tref href="#t"/>d</text>"##)
    #expect(texts == ["abcd"])
    #expect(found.omissions.isEmpty)
    #expect(
      try picture(##"<text>a<tref href="#t"/></text>"##).0.omissions == [
        "a.svg:1: 'tref' refers to nothing in this file"
      ])
  }

  @Test(
    "Directions of parts are controls of Unicode, which attributes do not count",
    arguments: [
      ("embed", "ltr", "\u{202A}", "\u{202C}"), ("embed", "rtl", "\u{202B}", "\u{202C}"),
      ("bidi-override", "rtl", "\u{202E}", "\u{202C}"), ("isolate", "ltr", "\u{2066}", "\u{2069}"),
      ("plaintext", "ltr", "\u{2068}", "\u{2069}"), ("normal", "rtl", "", ""),
    ])
  func directions(kind: String, direction: String, before: String, after: String) throws {
    let (found, texts) = try picture(
      #"<text y="20" dx="0 0 5">a<tspan direction="\#(direction)" style="unicode-bidi:\#(kind)">bc</tspan> </text>"#)
    #expect(texts == ["a\(before)bc\(after)"])
    #expect(found.omissions.isEmpty)
    let drawn = boxes(found.image.drawing)
    #expect(drawn.map(\.x) == [0, 10] && drawn.last?.maxX == 35)
  }

  @Test(
    "'text-transform' changes the case of letters",
    arguments: [
      ("uppercase", "AB Ç-STRASSE D'E"), ("lowercase", "ab ç-straße d'e"), ("capitalize", "AB Ç-Straße D'e"),
      ("none", "aB ç-straße d'e"),
    ])
  func cases(transform: String, text: String) throws {
    let (found, texts) = try picture(
      #"<text style="text-transform:\#(transform)">a<tspan>B ç-straße d'e</tspan></text>"#)
    #expect(texts == [text])
    #expect(found.omissions.isEmpty)
  }

  @Test(
    "Styles turn features of fonts on and off",
    arguments: [
      (#"font-feature-settings:"tnum", 'salt' 2, "liga" off"#, ["tnum 1", "salt 2", "liga 0"]),
      ("font-variant-numeric:oldstyle-nums slashed-zero", ["onum 1", "zero 1"]),
      ("font-variant-ligatures:none", ["liga 0", "clig 0"]), ("font-feature-settings:normal", []),
      ("font-feature-settings:tnum", nil), (#"font-feature-settings:"to""#, nil), ("font-variant-numeric:big", nil),
    ] as [(String, [String]?)])
  func features(style: String, features: [String]?) throws {
    let element = SVGElement("text", line: 1)
    element.attributes["style"] = style
    let found = SVGStyle(of: element, in: SVGStyle(color: .black, in: .sRGB), [])
    #expect(SVGFontFeatures.all(found).map { "\($0.tag) \($0.value)" } == features ?? [])
    #expect(found.faults.isEmpty == (features != nil))
  }

  @Test("'baseline-shift' moves parts of a text, and no text as a whole")
  func shift() throws {
    let (found, _) = try picture(#"<text y="50" baseline-shift="10">a<tspan baseline-shift="10">b</tspan></text>"#)
    #expect(boxes(found.image.drawing).map(\.maxY) == [50, 40])
  }

  @Test("Shares of 'letter-spacing' are of the size of letters")
  func spacing() throws {
    let (found, _) = try picture(#"<text y="20" letter-spacing="25%">a<tspan font-size="40">bc</tspan></text>"#)
    // Letters are 10 wide here, and between them is a quarter of each size, of 20 and of 40.
    let ends: [Double] = [10, 45]
    #expect(boxes(found.image.drawing).map(\.maxX) == ends)
  }

  @Test("'font-kerning' is no attribute")
  func kerning() throws {
    let plain = SVGStyle(color: .black, in: .sRGB)
    let element = SVGElement("text", line: 1)
    element.attributes["font-kerning"] = "none"
    #expect(SVGStyle(of: element, in: plain, [])["font-kerning"] == nil)
    element.attributes["style"] = "font-kerning:none"
    #expect(SVGStyle(of: element, in: plain, [])["font-kerning"] == "none")
  }

  @Test("Lines from the top down go along a path, their tops to its left")
  func verticalAlongPath() throws {
    // Letters 20 high on a path to the right: each takes 20 of its length, and stands with its top to the left.
    let (found, _) = try picture(
      ##"<path id="p" d="M0 50H100" fill="none"/><text style="writing-mode:vertical-rl"><textPath href="#p">中日</textPath></text>"##
    )
    let drawn = boxes(found.image.drawing)
    #expect(drawn.count == 1)
    let box = try #require(drawn.first)
    #expect(abs(box.center.y - 50) < 1e-9 && abs(box.height - 10) < 1e-9)
    #expect(box.minX >= 0 && box.maxX <= 40 + 1e-9)
  }
}
