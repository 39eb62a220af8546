import StageKit
import Synchronization
import Testing

@testable import SVG

@Suite("Rules of SVG and CSS")
struct SVGRuleTests {
  private struct NoResources: Error {}

  private func picture(_ content: String) throws -> SVGPicture {
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">\#(content)</svg>"#
    let resources = SVGPicture.Resources(
      color: .black, image: { _ in throw NoResources() }, layout: { _ in throw NoResources() })
    return try SVGPicture(Array(text.utf8), name: "a.svg", resources)
  }

  /// The colors of all fills, in order.
  private func colors(_ list: DisplayList) -> [Color] {
    list.commands.flatMap { command -> [Color] in
      switch command {
      case .fill(_, _, .color(let color), _): [color]
      case .group(let group): colors(group.content)
      default: []
      }
    }
  }

  private func fills(_ content: String) throws -> [Color] { colors(try picture(content).image.drawing) }

  private static let red = Color(1, 0, 0)
  private static let black = Color(0, 0, 0)

  @Test(
    "An invalid declaration leaves the one before it, and important ones win",
    arguments: [
      (##"<rect width="9" height="9" style="fill:#f00;fill:color(srgb 1 0 0)"/>"##, red),
      (##"<rect width="9" height="9" fill="#f00" style="fill:color-mix(in srgb, blue, lime)"/>"##, red),
      (##"<rect width="9" height="9" fill="#f00" style="fill:var(--brand)"/>"##, red),
      (##"<rect width="9" height="9" style="fill:#f00;;fill:;"/>"##, red),
      (##"<rect width="9" height="9" style="/* a; b */fill:/*c*/#f00"/>"##, red),
      (##"<style>rect{fill:#f00 !important}</style><rect width="9" height="9" style="fill:blue"/>"##, red),
      (##"<style>rect{fill:blue !importan}</style><rect width="9" height="9" fill="#f00"/>"##, red),
      (##"<g fill="#f00"><rect width="9" height="9" style="fill:blue;fill:inherit"/></g>"##, red),
      (##"<g fill="#f00"><rect width="9" height="9" fill="initial"/></g>"##, black),
      (##"<g fill="#f00"><rect width="9" height="9" style="fill:unset"/></g>"##, red),
      (##"<rect width="9" height="9" color="#f00" fill="url(#none) currentColor"/>"##, red),
    ])
  func declarations(content: String, color: Color) throws {
    #expect(try fills(content) == [color])
  }

  @Test(
    "Selectors choose by attributes, places, siblings and exclusion",
    arguments: [
      (#"[class]"#, true), (#"rect[id="a"]"#, true), (#"[id='b']"#, false), (#"[class~="y"]"#, true),
      (#"[id^=a]"#, true),
      (#"[class$=z]"#, false), (#"rect:not(.q)"#, true), (#"rect:not(.x)"#, false), (#"path + rect"#, true),
      (#"g ~ rect"#, false), (#"svg > rect"#, true), (#"rect:last-child"#, true), (#"rect:first-child"#, false),
      (#"a, #a"#, true), (#"circle rect"#, false),
    ])
  func selectors(selector: String, holds: Bool) throws {
    let content = #"<style>\#(selector){fill:#f00}</style><path d=""/><rect id="a" class="x y" width="9" height="9"/>"#
    let found = try picture(content)
    #expect(colors(found.image.drawing) == [holds ? Self.red : Self.black])
    #expect(found.omissions == [])
  }

  @Test(
    "What of a style sheet is left out is named with its line",
    arguments: [
      ("rect:odd{fill:red}", "the selector 'rect:odd' is not understood, and its rule is left out"),
      ("@media print{rect{fill:red}}", "'@media print' is left out"),
      ("@import url(a.css);", "'@import url(a.css)' is not read"),
      ("@font-face{src:url(a)}", "'@font-face' is left out"),
    ])
  func omissions(sheet: String, omission: String) throws {
    let found = try picture("\n<style>\(sheet)</style><rect width='9' height='9'/>")
    #expect(found.omissions == ["a.svg:2: \(omission)"])
    #expect(colors(found.image.drawing) == [Self.black])
  }

  @Test("Rules for screens count")
  func media() throws {
    #expect(try fills("<style>@media screen{rect{fill:#f00}}</style><rect width='9' height='9'/>") == [Self.red])
  }

  @Test("Of a switch the first child whose conditions hold is drawn, and conditions hold anywhere")
  func conditions() throws {
    let rect = #"<rect width="9" height="9""#
    #expect(
      try fills(
        #"<switch>\#(rect) systemLanguage="de"/>\#(rect) requiredExtensions="x"/>\#(rect) systemLanguage="fr, en-US" "#
          + ##"fill="#f00"/>\#(rect)/></switch>"##) == [Self.red])
    #expect(try fills(#"\#(rect) systemLanguage="fr"/>"#) == [])
  }

  /// The rectangle that all is drawn in.
  private func bounds(_ content: String) throws -> Rect? { try picture(content).image.drawing.bounds }

  @Test("Transforms have an origin: of the viewport, or of the box")
  func origins() throws {
    let turned = #"<rect x="10" y="20" width="20" height="10" transform="rotate(90)" transform-origin="10px 20px"/>"#
    let box = try #require(try bounds(turned))
    #expect(abs(box.minX - 0) < 1e-9 && abs(box.minY - 20) < 1e-9 && abs(box.height - 20) < 1e-9)
    let own =
      #"<rect x="10" y="20" width="20" height="10" style="transform:rotate(.25turn);transform-origin:center;transform-box:fill-box"/>"#
    let middle = try #require(try bounds(own))
    #expect((middle.center - Point(20, 25)).length < 1e-9 && abs(middle.width - 10) < 1e-9)
  }

  @Test("Radii that are negative are as if they were not there, and a circle's draws nothing")
  func radii() throws {
    #expect(try bounds(#"<ellipse cx="50" cy="50" rx="-5" ry="10"/>"#) == Rect(x: 40, y: 40, width: 20, height: 20))
    #expect(try fills(#"<circle r="-4"/>"#) == [])
  }

  @Test("Opacity of a symbol counts")
  func symbols() throws {
    let found = try picture(
      ##"<symbol id="s" opacity=".5"><rect width="9" height="9"/></symbol><use href="#s"/>"##)
    func opacities(_ list: DisplayList) -> [Double] {
      list.commands.flatMap { command -> [Double] in
        guard case .group(let group) = command else { return [] }
        return [group.opacity] + opacities(group.content)
      }
    }
    #expect(opacities(found.image.drawing).contains(0.5))
  }

  @Test("A reference to what it is in draws nothing more")
  func circles() throws {
    #expect(try bounds(##"<g id="a"><use href="#a" x="50"/><rect width="9" height="9"/></g>"##)?.width == 9)
    #expect(
      try fills(##"<g id="a"><rect width="9" height="9"/></g><use href="#a"/><use href="#a"/>"##).count == 3)
  }

  @Test("A context's own paints are those of its context")
  func contexts() throws {
    let content = ##"""
      <defs><rect id="r" width="9" height="9" fill="context-stroke"/>
      <use id="u" href="#r" fill="context-stroke" stroke="context-fill"/></defs><use href="#u" fill="#f00" stroke="blue"/>
      """##
    #expect(try fills(content) == [Self.red])
  }

  @Test("A gradient takes no places from one of the other kind")
  func kindsOfGradients() throws {
    let content = ##"""
      <linearGradient id="l" cx="1" r="9" spreadMethod="reflect"><stop/><stop offset="1" stop-color="red"/>
      </linearGradient>
      <radialGradient id="r" href="#l"/><rect width="10" height="10" fill="url(#r)"/>
      """##
    let command = try picture(content).image.drawing.commands.first
    guard case .fill(_, _, .radial(let center, let radius, _, let spread), _)? = command else {
      Issue.record("no radial gradient")
      return
    }
    #expect(center == Point(0.5, 0.5) && radius == 0.5 && spread == .mirror)
  }

  @Test(
    "Text of several parts is laid out as one, from left to right, with a span for each font, and begins anew at a place"
  )
  func parts() throws {
    let requests = Mutex<[TextRequest]>([])
    let layout = { @Sendable (request: TextRequest) -> TextLayout in
      requests.withLock { $0.append(request) }
      let letters = request.text.unicodeScalars.enumerated().map { index, letter in
        TextLayout.Cluster(
          text: String(letter), outline: .rect(Rect(x: Double(index) * 7, y: 0, width: 5, height: 9)),
          x: Double(index) * 7, width: 7, word: 0)
      }
      let line = TextLayout.Line(
        outline: .empty, baseline: 9, x: 0, width: Double(letters.count) * 7, clusters: letters)
      return TextLayout(lines: [line], size: Size(line.width, 9), fontSize: 9, missing: [], fonts: [])
    }
    let resources = SVGPicture.Resources(color: .black, image: { _ in throw NoResources() }, layout: layout)
    let text = ##"""
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99" font-size="10">
      <text y="20">A<tspan fill="#f00">VA</tspan><tspan font-weight="700" font-size="20">b</tspan><tspan x="50">😀</tspan></text></svg>
      """##
    let found = try SVGPicture(Array(text.utf8), name: "a.svg", resources)
    // The heights of fonts are those of an x.
    let asked = requests.withLock { $0 }.filter { $0.text != "x" }
    #expect(asked.map(\.text) == ["AVAb", "😀"] && asked.allSatisfy { $0.direction == .leftToRight })
    #expect(asked[0].spans.map(\.range) == [0..<3, 3..<4] && asked[1].spans == [])
    #expect(asked[0].spans[1].weight == 700 && asked[0].spans[1].scale == 2)
    func boxes(_ list: DisplayList) -> [(Rect?, Color)] {
      list.commands.flatMap { command -> [(Rect?, Color)] in
        switch command {
        case .fill(let path, _, .color(let color), _): [(path.bounds, color)]
        case .group(let group): boxes(group.content)
        default: []
        }
      }
    }
    let drawn = boxes(found.image.drawing)
    #expect(drawn.map(\.1) == [Self.black, Self.red, Self.black, Self.black])
    #expect(drawn.map { $0.0?.x } == [0, 7, 21, 50] && drawn.map { $0.0?.width } == [5, 12, 5, 5])
    #expect(found.omissions == [])
  }

  @Test("A marker's inherited overflow is visible, where nothing says otherwise")
  func overflow() throws {
    let content = ##"""
      <marker id="m" overflow="inherit"><circle r="12"/></marker><path d="M50 50h10" marker-start="url(#m)" fill="none"/>
      """##
    #expect(try bounds(content)?.width == 24)
  }

  @Test(
    "What changes the picture and is not drawn is named",
    arguments: [
      (#"<rect width="9" height="9"><animate attributeName="x"/></rect>"#, "'animate' does not move"),
      (#"<path d="M0 0h9v9" stroke="red" stroke-linejoin="arcs"/>"#, "'stroke-linejoin: arcs' is drawn as 'miter'"),
      (
        ##"<g id="a"><use href="#a" x="5"/><rect width="9" height="9"/></g>"##,
        "'use' refers to itself, and draws nothing"
      ),
      (
        ##"<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>"##,
        "'mask' refers to itself"
      ),
      (
        ##"<marker id="m"><path d="M0 0h9"/></marker><rect width="9" height="9" marker-start="url(#m)"/>"##,
        "markers of 'rect' are not drawn"
      ),
      (
        ##"<filter id="a"><feFlood/></filter><filter id="f" href="#a"/><rect width="9" height="9" filter="url(#f)"/>"##,
        "the 'href' of a filter is not followed"
      ),
      (#"<rect width="9" height="9" fill="url(#no)"/>"#, "the fill 'url(#no)' refers to nothing in this file"),
    ])
  func named(content: String, omission: String) throws {
    let found = try picture(content)
    let omissions = found.omissions
    #expect(omissions.contains("a.svg:1: \(omission)"))
  }
}
