import StageKit
import Testing

@testable import SVG

@Suite("Features of SVG")
struct SVGFeatureTests {
  private func picture(_ content: String, attributes: String = #"viewBox="0 0 100 100" width="100" height="100""#)
    throws
    -> SVGPicture
  {
    try whole(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(content)</svg>"#)
  }

  private func whole(_ text: String) throws -> SVGPicture {
    let pixels = [UInt8](repeating: 255, count: 40 * 20 * 4)
    let resources = SVGPicture.Resources(color: .black) { bytes in
      guard bytes == [1], let image = Image(width: 40, height: 20, premultiplied: pixels) else {
        throw StageError("no picture")
      }
      return image
    } layout: { request in
      let size = request.style.size
      let width = Double(request.text.count) * size / 2
      // Letters in the lower half of their cells.
      let letters = request.text.enumerated().map { index, letter in
        let x = Double(index) * size / 2
        let outline = Path.rect(Rect(x: x, y: size / 2, width: size / 2, height: size / 2))
        return TextLayout.Cluster(text: String(letter), outline: outline, x: x, width: size / 2, word: 0)
      }
      let line = TextLayout.Line(
        outline: .rect(Rect(x: 0, y: size / 2, width: width, height: size / 2)), baseline: size, x: 0, width: width,
        clusters: request.separatesClusters ? letters : [])
      return TextLayout(
        lines: [line], size: Size(width, size * 1.25), fontSize: size, missing: [], fonts: [])
    }
    return try SVGPicture(Array(text.utf8), name: "a.svg", resources)
  }

  @Test(
    "What is drawn otherwise is named",
    arguments: [
      (#"<rect width="9" height="9" style="all:unset"/>"#, "'all: unset' is not drawn"),
      (#"<rect width="9" height="9" style="mask-mode:alpha"/>"#, "'mask-mode: alpha' is not drawn"),
      (#"<g style="display:contents"><rect width="9" height="9"/></g>"#, "'display: contents' is taken as 'inline'"),
    ])
  func drawnOtherwise(content: String, remark: String) throws {
    #expect(try picture(content).omissions == ["a.svg:1: \(remark)"])
  }

  /// All fills and strokes in order, in the space of the picture, as far as groups move them.
  private func marks(_ list: DisplayList, _ outer: Transform = .identity) -> [(box: Rect?, paint: Paint)] {
    list.commands.flatMap { command -> [(box: Rect?, paint: Paint)] in
      switch command {
      case .fill(let path, _, let paint, let own): [(path.transformed(by: outer * own).bounds, paint)]
      case .stroke(let path, _, let paint, let own): [(path.transformed(by: outer * own).bounds, paint)]
      case .group(let group): marks(group.content, outer * group.transform)
      default: []
      }
    }
  }

  private func colors(_ content: String) throws -> [Color] {
    marks(try picture(content).image.drawing).compactMap { if case .color(let color) = $0.paint { color } else { nil } }
  }

  private func groups(_ list: DisplayList) -> [Group] {
    list.commands.flatMap { command -> [Group] in
      if case .group(let group) = command { [group] + groups(group.content) } else { [] }
    }
  }

  private let rect = #"<rect width="9" height="9""#
  private static let red = Color(1, 0, 0)
  private static let black = Color(0, 0, 0)

  // MARK: Styles

  @Test(
    "Colors of other spaces are those of sRGB, mapped into it",
    arguments: [
      ("color(srgb 1 0.5 0)", Color(1, 0.5, 0)), ("color(srgb 100% 50% 0% / 50%)", Color(1, 0.5, 0, 0.5)),
      ("color(display-p3 1 0 0)", Color(1, 0.0446, 0.0459)), ("color(display-p3 0.5 0.5 0.5)", Color(0.5, 0.5, 0.5)),
      // The inverse of sRGB's curve: 1.055 · 0.5^(1 / 2.4) - 0.055.
      ("color(srgb-linear .5 .5 .5)", Color(0.735357, 0.735357, 0.735357)),
      ("color(xyz 0.9504559 1 1.0890578)", Color(1, 1, 1)), ("lab(100% 0 0)", Color(1, 1, 1)),
      ("lch(0 0 40deg)", Color(0, 0, 0)), ("oklab(1 0 0)", Color(1, 1, 1)),
      ("oklch(0% 0 none / .25)", Color(0, 0, 0, 0.25)),
      ("oklch(0.627955 0.257683 29.2339)", Color(1, 0, 0)), ("light-dark(#f00, blue)", Color(1, 0, 0)),
    ])
  func colorSpaces(text: String, color: Color) throws {
    let found = try #require(SVGColor.parse(text))
    let distances = [
      found.red - color.red, found.green - color.green, found.blue - color.blue, found.alpha - color.alpha,
    ]
    #expect(distances.allSatisfy { abs($0) < 2e-3 })
  }

  @Test(
    "Texts that are no color are none", arguments: ["color(rec 1 1 1)", "lab(1 2)", "oklch(1 1 1 1)", "red blue", ""])
  func noColors(text: String) { #expect(SVGColor.parse(text) == nil) }

  @Test(
    "Variables stand for what ancestors or the element give them, or for what follows them",
    arguments: [
      (##"<g style="--c:#f00"><rect width="9" height="9" style="fill:var(--c)"/></g>"##, red),
      (##"<rect width="9" height="9" style="--c:var(--d);--d:#f00;fill:var(--c)"/>"##, red),
      (##"<rect width="9" height="9" style="fill:var(--none, #f00)"/>"##, red),
      (##"<rect width="9" height="9" style="--c:var(--c);fill:var(--c, #f00)"/>"##, red),
      (##"<g fill="blue"><rect width="9" height="9" style="fill:#f00;fill:var(--none)"/></g>"##, red),
      (##"<style>:root{--c:#f00}rect{fill:var(--c)}</style><rect width="9" height="9"/>"##, red),
    ])
  func variables(content: String, color: Color) throws { #expect(try colors(content) == [color]) }

  @Test(
    "An attribute that is not understood is as if it were not there, and named",
    arguments: [
      (##"<rect width="9" height="9" fill="#ff"/>"##, "the fill '#ff' is not understood"),
      (##"<rect width="9" height="9" opacity=".5 .5"/>"##, "the opacity '.5 .5' is not understood"),
      (##"<rect width="9" height="9" transform="rotate(3deg)"/>"##, "the transform 'rotate(3deg)' is not understood"),
      (##"<rect width="9" height="9" transform="scale(2) x(1)"/>"##, "the transform 'scale(2) x(1)' is not understood"),
      (##"<rect width="9" height="9" x="5wide"/>"##, "the x '5wide' is not understood"),
      (##"<rect width="9" height="9" display="off"/>"##, "the display 'off' is not understood"),
    ])
  func attributes(content: String, omission: String) throws {
    let found = try picture(content)
    #expect(found.omissions == ["a.svg:1: \(omission)"])
    let marks = marks(found.image.drawing)
    #expect(marks.map(\.box) == [Rect(x: 0, y: 0, width: 9, height: 9)] && marks.map(\.paint) == [.color(.black)])
    #expect(groups(found.image.drawing).allSatisfy { $0.opacity == 1 })
  }

  @Test("Attributes that set nothing but by a style, and those of other namespaces, do not count")
  func otherAttributes() throws {
    let found = try picture(
      ##"<rect xmlns:x="http://example.org" width="9" height="9" mix-blend-mode="multiply" font="9px a" x:fill="red"/>"##
    )
    #expect(marks(found.image.drawing).map(\.paint) == [.color(.black)])
    #expect(groups(found.image.drawing).allSatisfy { $0.blend == .normal })
    #expect(found.omissions == [])
  }

  @Test(
    "Attributes move by numbers alone, and styles with units",
    arguments: [
      ("translate(3 4)", false, Point(4, 5)), ("translate(3,4)", false, Point(4, 5)),
      ("translate(3)", false, Point(4, 1)),
      ("translate(3px)", false, nil), ("translate(3 4", false, nil), ("translate(3,,4)", false, nil),
      ("scale(2) , translate(1)", false, Point(4, 2)), ("rotate(90)", false, Point(-1, 1)),
      ("rotate(90 1)", false, nil), ("rotate(90 1 1)", false, Point(1, 1)), ("matrix(1 0 0 1 2 3)", false, Point(3, 4)),
      ("skewX(45)", false, Point(2, 1)), ("translate(3px, 4px)", true, Point(4, 5)),
      ("translate(3)", true, nil), ("translate(10%, 20%)", true, Point(21, 21)),
      ("rotate(.25turn)", true, Point(-1, 1)),
      ("rotate(90)", true, nil), ("rotate(0)", true, Point(1, 1)), ("scale(200%)", true, Point(2, 2)),
      ("translateY(1in)", true, Point(1, 97)), ("translate (3px)", true, nil), ("skew(45deg)", true, Point(2, 1)),
    ])
  func transforms(text: String, asStyle: Bool, point: Point?) {
    let transform = asStyle ? SVGTransform(css: text) : SVGTransform(attribute: text)
    let found = transform?.map(of: Size(200, 100), SVGFontSize()).apply(Point(1, 1))
    #expect((found == nil) == (point == nil))
    if let found, let point { #expect((found - point).length < 1e-9) }
  }

  @Test(
    "Lengths are of one number and a unit",
    arguments: [
      ("12", 12), ("1in", 96), ("1IN", 96), ("25.4mm", 96), ("4q", 96 / 25.4), ("2em", 40), ("2ex", 20), ("2rem", 20),
      ("50%", 100), ("1e1px", 10), (" 3pc ", 48), ("3 px", nil), ("3x", nil), ("3px 4px", nil), ("5vw", nil), ("", nil),
    ])
  func lengths(text: String, length: Double?) {
    let found = SVGLength(text)?.value(of: 200, SVGFontSize(own: 20, root: 10))
    #expect((found == nil) == (length == nil))
    if let found, let length { #expect(abs(found - length) < 1e-9) }
  }

  @Test(
    "Letters are as large as words and shares say, of those around them",
    arguments: [
      (#"font-size="large""#, 18), (#"font-size="150%""#, 30), (#"font-size="larger""#, 24), (#"font-size="-5""#, 20),
      (#"style="font:italic 700 30px/2 serif""#, 30), (#"style="font-size:10""#, 10), (#"style="font-size:2rem""#, 32),
    ])
  func fontSizes(attribute: String, size: Double) throws {
    let found = try picture(#"<g font-size="20"><rect width="1em" height="1em" \#(attribute)/></g>"#)
    #expect(marks(found.image.drawing).first?.box?.width == size)
  }

  @Test(
    "Selectors count places, and choose among several",
    arguments: [
      ("rect:nth-child(2n + 3)", true), ("rect:nth-child(even)", false), ("rect:nth-last-child(1)", true),
      ("rect:nth-of-type(1)", true), ("rect:only-of-type", true), ("rect:only-child", false), ("rect:empty", true),
      ("rect:is(.x, .q)", true), (":where(#q, rect)", true), ("rect:not(g rect)", true), (#"[class="X y" i]"#, true),
      ("*|rect", true), (#".\78"#, true), (#"#\61 "#, true), ("rect:NOT(.q)", true), ("> rect", false),
      ("rect >", false),
      (".1x", false), ("rect:is(", false), ("rect:nth-child(x)", false),
    ])
  func selectors(selector: String, holds: Bool) throws {
    let selector = selector.replacing(">", with: "&gt;")
    let content = #"<style>\#(selector){fill:#f00}</style><path d=""/><rect id="a" class="x y" width="9" height="9"/>"#
    #expect(try colors(content) == [holds ? Self.red : Self.black])
  }

  @Test(
    "Style sheets are read as CSS reads them",
    arguments: [
      ("rect{fill:#f00", red, [String]()), ("&lt;!-- rect{fill:#f00} --&gt;", red, []),
      (#"r\65 ct{f\69ll:r\65 d}"#, red, []), ("@media screen, print{rect{fill:#f00}}", red, []),
      ("@charset 'x';@namespace 'y';rect{fill:#f00}", red, []), ("rect{--a:{b:c};fill:#f00}", red, []),
      ("rect{fill:#f00;g{fill:blue}}", red, ["a.svg:1: rules in the rule 'rect' are left out"]),
      ("rect{fill:#f00;fill:color-mix(a)}", red, ["a.svg:1: the fill 'color-mix(a)' is not understood"]),
      ("rect{fill:#f00;rotate:3deg}", red, ["a.svg:1: 'rotate: 3deg' is not drawn"]),
    ])
  func sheets(sheet: String, color: Color, omissions: [String]) throws {
    let found = try picture("<style>\(sheet)</style><rect width='9' height='9'/>")
    #expect(marks(found.image.drawing).map(\.paint) == [.color(color)])
    #expect(found.omissions == omissions)
  }

  @Test("Styles set geometry")
  func geometry() throws {
    let found = try picture(
      #"<rect x="1" y="2" style="x:5px;y:3odd;width:10%;height:2em"/><path style="d:path('M1 2h3v4z')"/>"#)
    #expect(
      marks(found.image.drawing).map(\.box) == [
        Rect(x: 5, y: 2, width: 10, height: 32), Rect(x: 1, y: 2, width: 3, height: 4),
      ])
    #expect(found.omissions == ["a.svg:1: the y '3odd' is not understood"])
  }

  @Test(
    "Properties that are not drawn are named, wherever they are set, and not where they change nothing",
    arguments: [
      (#"<text style="text-shadow:1px 1px red">o</text>"#, "'text-shadow: 1px 1px red' is not drawn"),
      (#"<style>g{font-variant:small-caps}</style><g><text>o</text></g>"#, "'font-variant: small-caps' is not drawn"),
      (#"<g shape-rendering="crispEdges"/>"#, "'shape-rendering: crispEdges' is not drawn"),
      (#"<g style="mask-image:linear-gradient(red,blue)"/>"#, "'mask-image: linear-gradient(red,blue)' is not drawn"),
      (#"<g style="font-variant:normal;word-spacing:0;writing-mode:lr-tb;line-height:2;cursor:pointer"/>"#, nil),
      (#"<g style="text-decoration:underline;text-decoration:none"/>"#, nil),
    ])
  func undrawn(content: String, omission: String?) throws {
    #expect(try picture(content).omissions == omission.map { ["a.svg:1: \($0)"] } ?? [])
  }

  @Test("Style sheets outside are named with their lines")
  func outside() throws {
    let found = try whole(
      "<!-- a -->\n<?xml-stylesheet href='a.css'?>\n<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    #expect(found.omissions == ["a.svg:2: a style sheet outside of the file is not read"])
  }

  // MARK: Paints

  @Test("What a gradient or a pattern cannot paint, its other color does")
  func fallbacks() throws {
    let gradient = ##"<linearGradient id="g"><stop/><stop offset="1" stop-color="blue"/></linearGradient>"##
    #expect(
      try colors(gradient + ##"<path d="M1 1h9" stroke="url(#g) #f00" fill="none"/>"##) == [Self.red])
    #expect(try colors(##"<linearGradient id="g"/><rect width="9" height="9" fill="url(#g) #f00"/>"##) == [Self.red])
    #expect(try colors(##"<rect width="9" height="9" fill="url(#none) none"/>"##) == [])
    let flat = ##"<linearGradient id="g" gradientTransform="scale(0)"><stop/><stop offset="1"/></linearGradient>"##
    #expect(try colors(flat + ##"<rect width="9" height="9" fill="url(#g)"/>"##) == [])
  }

  @Test("What is used elsewhere inherits from where it stands in the file")
  func inheritance() throws {
    let used = ##"<rect width="9" height="9" fill="url(#p)"/>"##
    #expect(
      try colors(
        ##"<g fill="#f00"><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="4" height="4"/>"##
          + "</pattern></g>" + used) == [Self.red])
    let mask = try picture(
      ##"<g fill="#f00"><mask id="m"><rect width="4" height="4"/></mask></g><rect width="9" height="9" mask="url(#m)"/>"##
    )
    let content = try #require(groups(mask.image.drawing).compactMap(\.mask).first?.content)
    #expect(marks(content).map(\.paint) == [.color(Self.red)])
    let stops = try picture(
      ##"<g color="#f00"><linearGradient id="g"><stop stop-color="currentColor"/></linearGradient></g>"##
        + ##"<rect width="9" height="9" fill="url(#g)"/>"##)
    #expect(marks(stops.image.drawing).map(\.paint) == [.color(Self.red)])
  }

  @Test("A stop's place is a number or a share, and nothing else")
  func offsets() throws {
    let found = try picture(
      ##"<linearGradient id="g"><stop offset="50%"/><stop offset=".2" stop-color="#f00"/><stop offset="3px"/></linearGradient>"##
        + ##"<rect width="9" height="9" fill="url(#g)"/>"##)
    guard case .linear(_, _, let stops, _) = try #require(marks(found.image.drawing).first?.paint) else {
      Issue.record("no gradient")
      return
    }
    #expect(stops.map(\.offset) == [0.5, 0.5, 0.5])
    #expect(found.omissions == ["a.svg:1: the offset '3px' is not understood"])
  }

  @Test("Markers are drawn in the colors of their path where they ask for them")
  func contextPaints() throws {
    #expect(
      try colors(
        ##"<marker id="m" overflow="visible"><path d="M0 0h1v1z" fill="context-stroke"/></marker>"##
          + ##"<path d="M0 0h9" fill="none" stroke="#f00" marker-end="url(#m)"/>"##) == [Self.red, Self.red])
  }

  @Test(
    "Fills, strokes and markers are drawn in the order that is asked for",
    arguments: [
      ("normal", ["fill", "stroke"]), ("stroke", ["stroke", "fill"]), ("markers stroke", ["stroke", "fill"]),
      ("stroke stroke", ["fill", "stroke"]), ("stroke x", ["fill", "stroke"]),
    ])
  func paintOrder(order: String, parts: [String]) throws {
    let found = try picture(#"<rect width="9" height="9" stroke="red" paint-order="\#(order)"/>"#)
    func names(_ list: DisplayList) -> [String] {
      list.commands.flatMap { command -> [String] in
        switch command {
        case .fill: ["fill"]
        case .stroke: ["stroke"]
        case .group(let group): names(group.content)
        default: []
        }
      }
    }
    #expect(names(found.image.drawing) == parts)
  }

  @Test("Dashes that are no list of lengths, or negative, are none", arguments: ["5,,5", "5 x", "-1 2", "5 %"])
  func dashes(text: String) throws {
    let found = try picture(#"<path d="M0 0h9" stroke="red" stroke-dasharray="\#(text)"/>"#)
    guard case .stroke(_, let pen, _, _) = try #require(found.image.drawing.commands.last) else { return }
    #expect(pen.dashes == [])
  }

  // MARK: Clips, markers, pictures

  @Test("Elements of a clip path are clipped, turned and left out as others are")
  func clips() throws {
    func clip(_ content: String) throws -> Clip? {
      let found = try picture(
        #"<clipPath id="d"><rect width="5" height="50"/></clipPath><clipPath id="c">\#(content)</clipPath>"#
          + ##"<rect width="90" height="90" clip-path="url(#c)"/>"##)
      return groups(found.image.drawing).compactMap(\.clip).first
    }
    let turned = try #require(
      try clip(#"<rect x="10" y="10" width="4" height="2" transform="rotate(90)" transform-origin="10 10"/>"#))
    let box = try #require(turned.path.transformed(by: turned.transform).bounds)
    #expect(abs(box.minX - 8) < 1e-9 && abs(box.maxX - 10) < 1e-9 && abs(box.maxY - 14) < 1e-9)
    let some = #"<circle r="3" systemLanguage="de"/><circle r="4" visibility="collapse"/><rect width="7" height="7"/>"#
    #expect(try clip(some)?.path == .rect(Rect(x: 0, y: 0, width: 7, height: 7)))
    let nested = try picture(
      #"<clipPath id="d"><rect width="5" height="50"/></clipPath>"#
        + ##"<clipPath id="c"><rect width="20" height="9" clip-path="url(#d)"/></clipPath>"##
        + ##"<rect width="90" height="90" clip-path="url(#c)"/>"##)
    #expect(
      groups(nested.image.drawing).compactMap(\.mask).first?.content.bounds == Rect(x: 0, y: 0, width: 5, height: 9))
  }

  @Test("An arc is one part of a path, with a marker at its end alone, looking along it")
  func vertices() throws {
    let vertices = SVGVertex.all(inData: "M0 0A10 10 0 0 1 20 0h10zm0 5V9")
    #expect(
      vertices.map(\.point) == [
        Point(0, 0), Point(20, 0), Point(30, 0), Point(0, 0), Point(0, 5), Point(0, 9),
      ])
    // From below, over the top, and down; then to the right: halfway between.
    let half = (0.5).squareRoot()
    #expect((vertices[1].direction - Point(half, half)).length < 1e-9)
    // A line closes it: to the left, and up again.
    #expect((vertices[3].direction - Point(-half, -half)).length < 1e-9)
    #expect((vertices[5].direction - Point(0, 1)).length < 1e-9)
    let smooth = SVGVertex.all(inData: "M0 0C0 5 5 10 10 10S20 5 20 0T30 0")
    #expect((smooth[1].direction - Point(1, 0)).length < 1e-9)
    #expect((smooth[2].direction - Point(half, -half)).length < 1e-9)
    #expect(SVGVertex.all(inData: "M1 1l0 0").map(\.direction) == [Point(1, 0), Point(1, 0)])
    #expect(SVGVertex.all(inData: "M1 1a5 5 0 01 5 5 5 5 0 00 9,9 L 3").count == 3)
  }

  @Test("A picture with one side keeps its proportion, and may be SVG itself")
  func images() throws {
    #expect(
      groups(try picture(#"<image width="20" href="data:image/png;base64,AQ=="/>"#).image.drawing).first?.clip?.path
        .bounds
        == Rect(x: 0, y: 0, width: 20, height: 10))
    let inner =
      "%3Csvg xmlns='http://www.w3.org/2000/svg' width='10' height='10'%3E%3Crect width='5' height='5'/%3E%3Ca:b/%3E%3C/svg%3E"
    let found = try picture(
      #"<image x="1" width="30" height="30" href="data:image/svg+xml,\#(inner.replacing("%3Ca:b/%3E", with: "%3Cblob/%3E"))"/>"#
    )
    #expect(marks(found.image.drawing).map(\.box) == [Rect(x: 1, y: 0, width: 15, height: 15)])
    #expect(found.omissions == ["a.svg:1: in its picture, line 1: 'blob' is not drawn"])
  }

  @Test("Of a switch the first child counts, even if it draws nothing")
  func switches() throws {
    #expect(try colors("<switch><defs/>\(rect)/></switch>") == [])
    #expect(try colors("<switch><title/>\(rect)/></switch>") == [Self.black])
  }

  @Test("The file's own element is turned, hidden, painted behind, and sees its own blends alone")
  func root() throws {
    let box = #"width="100" height="50" viewBox="0 0 50 50""#
    #expect(
      marks(try picture("\(rect)/>", attributes: box + #" transform="translate(7)""#).image.drawing).first?.box
        == Rect(x: 32, y: 0, width: 9, height: 9))
    #expect(try picture("\(rect)/>", attributes: box + #" display="none""#).image.drawing.isEmpty)
    let back = try picture("", attributes: box + #" style="background-color:#f00""#)
    #expect(marks(back.image.drawing).map(\.box) == [Rect(x: 0, y: 0, width: 100, height: 50)])
    let blend = try picture(#"<rect width="9" height="9" style="mix-blend-mode:screen"/>"#)
    #expect(groups(blend.image.drawing).first?.isIsolated == true)
    #expect(groups(try picture("\(rect)/>").image.drawing).allSatisfy { !$0.isIsolated })
    #expect(
      try picture("", attributes: #"viewBox="0 0 5""#).omissions == ["a.svg:1: the viewBox '0 0 5' is not understood"])
  }

  // MARK: Text and filters

  @Test("Spaces of texts are kept where they are asked for, and those that do not break are letters")
  func spaces() throws {
    func width(_ text: String) throws -> Double? {
      marks(try picture(#"<text y="20" font-size="10" \#(text)</text>"#).image.drawing).first?.box?.width
    }
    #expect(try width(">  a  b ") == 15)
    #expect(try width("xml:space=\"preserve\"> a\nb ") == 25)
    #expect(try width(">a\u{A0}\u{A0}b") == 20)
    func places(_ text: String) throws -> [Rect?] {
      marks(try picture(#"<text x="100" y="10" font-size="10" \#(text)</text>"#).image.drawing).map(\.box)
    }
    func box(_ x: Double, _ width: Double) -> Rect { Rect(x: x, y: 5, width: width, height: 5) }
    // "a " and "b" without the space that would end it.
    #expect(try places(#"text-anchor="end"> a <tspan> b </tspan>"#) == [box(85, 10), box(95, 5)])
    #expect(try places(#"text-anchor="middle" dx="40">ab"#) == [box(135, 10)])
    // The space between two elements is one, and that before the first is none.
    #expect(try places("> <tspan>a</tspan> <tspan>b</tspan>").last??.x == 110)
  }

  @Test("Letters are spread over a length, and what follows is as far away as they are from each other")
  func spreading() throws {
    func places(_ text: String) throws -> [Double?] {
      marks(try picture(#"<text y="10" font-size="10"\#(text)</text>"#).image.drawing).map { $0.box?.x }
    }
    // Each is 5 wide: 25 leave 15 between two of them.
    #expect(try places(#"><tspan textLength="25">a<tspan>b</tspan></tspan>c"#) == [0, 20, 40])
    // In the whole, the part is one letter with the space behind it.
    #expect(try places(#" textLength="65"><tspan textLength="25">a<tspan>b</tspan></tspan>c"#) == [0, 20, 60])
    #expect(try places(#" x="50" text-anchor="end" textLength="25">a<tspan>b</tspan>"#) == [25, 45])
  }

  @Test("The distance of a mark on a letter moves what follows the letter")
  func marksOnLetters() throws {
    let found = try picture(#"<text y="10" font-size="10" dx="0 10 10">e\#u{301}<tspan>a</tspan></text>"#)
    #expect(marks(found.image.drawing).map { $0.box?.x } == [0, 25])
  }

  @Test("Paints in shares of a text are of the cells of all its letters")
  func textBoxes() throws {
    let found = try picture(
      ##"<linearGradient id="g" y2="1"><stop/><stop offset="1" stop-color="#f00"/></linearGradient>"##
        + ##"<text x="10" y="20" font-size="10" fill="url(#g)">ab<tspan>cd</tspan></text>"##)
    let fills = found.image.drawing.commands.flatMap { command -> [Transform] in
      if case .fill(_, _, .linear, let map) = command { [map] } else { [] }
    }
    #expect(fills.count == 2)
    for map in fills {
      #expect((map.apply(Point(0, 0)) - Point(10, 10)).length < 1e-9)
      #expect((map.apply(Point(1, 1)) - Point(30, 22.5)).length < 1e-9)
    }
  }

  @Test("Dashes in widths of letters are of the letters where they are set, and transforms are not inherited")
  func inheritedLengths() throws {
    let found = try picture(
      #"<g font-size="10" stroke-dasharray="2em 5%" transform="translate(1)"><path d="M0 0h9" stroke="red" font-size="20" transform="inherit"/></g>"#
    )
    guard case .group(let group)? = found.image.drawing.commands.first,
      case .stroke(_, let pen, _, _)? = group.content.commands.last
    else {
      Issue.record("no line")
      return
    }
    #expect(pen.dashes == [20, 5])
    #expect(marks(found.image.drawing).allSatisfy { $0.box?.minX == 1 })
  }

  @Test("A mask may be masked itself, and markers without a size show nothing")
  func maskedMasks() throws {
    let found = try picture(
      ##"<mask id="n"><rect width="4" height="4" fill="white"/></mask>"##
        + ##"<mask id="m" mask="url(#n)"><rect width="9" height="9" fill="white"/></mask>"##
        + ##"<rect width="9" height="9" mask="url(#m)"/>"##)
    let mask = try #require(groups(found.image.drawing).compactMap(\.mask).first)
    #expect(groups(mask.content).compactMap(\.mask).count == 1)
    for attributes in [#"markerWidth="-1""#, #"viewBox="0 0 0 5""#] {
      #expect(
        try colors(
          ##"<marker id="m" \##(attributes)><rect width="9" height="9"/></marker><path d="M0 0h9" marker-end="url(#m)"/>"##
        ) == [Self.black])
    }
  }

  @Test("Pictures whose pixels are to be seen have edges between these", arguments: ["auto", "pixelated"])
  func hardEdges(rendering: String) throws {
    let found = try picture(
      ##"<image width="80" height="40" image-rendering="\##(rendering)" href="data:;base64,AQ=="/>"##)
    let widths = marks(found.image.drawing).map { mark in
      if case .image(let image, _, _, _) = mark.paint { image.width } else { 0 }
    }
    // What is enlarged smoothly has four times the pixels.
    #expect(widths == [rendering == "auto" ? 40 * 4 : 40 * 51] && found.omissions == [])
  }

  @Test("Tiles that meet are one shape for each of their colors, and what goes beyond a tile is cut by it")
  func tiles() throws {
    let found = try picture(
      ##"<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="30" height="10" fill="#f00"/>"##
        + ##"<path d="M2 2h4v4z" fill="blue"/><rect x="11" width="5" height="5"/><circle r="3"/></pattern>"##
        + ##"<rect width="40" height="20" fill="url(#p)"/>"##)
    let drawn = marks(found.image.drawing)
    // 4 × 2 tiles: two shapes of all, and a circle in each.
    let colors = [Self.red, Color(0, 0, 1)] + Array(repeating: Self.black, count: 8)
    let paints = colors.map { Paint.color($0) }
    #expect(drawn.map(\.paint) == paints)
    #expect(drawn[0].box == Rect(x: 0, y: 0, width: 40, height: 20))
    #expect(drawn[1].box == Rect(x: 2, y: 2, width: 34, height: 14))
    let tile = Path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
    let cut = groups(found.image.drawing).filter { $0.clip?.path == tile }
    #expect(cut.count == 8)
  }
}
