import SVG
import StageKit
import Synchronization
import Testing

@Suite("SVG files")
struct SVGPictureTests {
  private func picture(_ content: String, attributes: String = #"viewBox="0 0 100 50""#) throws -> SVGPicture {
    try whole(
      #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" \#(attributes)>\#(content)</svg>"#
    )
  }

  private func whole(_ text: String) throws -> SVGPicture {
    let resources = SVGPicture.Resources(color: Color(0, 0, 1)) { _ in
      throw StageError("no pictures here")
    } layout: { request in
      let width = Double(request.text.count) * request.style.size / 2
      let letters = request.text.enumerated().map { index, letter in
        let box = Rect(
          x: Double(index) * request.style.size / 2, y: 0, width: request.style.size / 2, height: request.style.size)
        return TextLayout.Cluster(text: String(letter), outline: .rect(box), x: box.x, width: box.width, word: 0)
      }
      let line = TextLayout.Line(
        outline: .rect(Rect(x: 0, y: 0, width: width, height: request.style.size)), baseline: request.style.size, x: 0,
        width: width, clusters: request.separatesClusters ? letters : [])
      return TextLayout(
        lines: [line], size: Size(width, request.style.size), fontSize: request.style.size, missing: [], fonts: [])
    }
    return try SVGPicture(Array(text.utf8), name: "a.svg", resources)
  }

  /// The commands below the map of the viewport.
  private func commands(_ content: String) throws -> [DrawCommand] {
    flat(try picture(content, attributes: #"width="100" height="50""#).image.drawing)
  }

  /// Without groups that only stand for themselves.
  private func flat(_ list: DisplayList) -> [DrawCommand] {
    list.commands.flatMap { command -> [DrawCommand] in
      guard case .group(let group) = command, !group.isLayer, group.transform == .identity else { return [command] }
      return flat(group.content)
    }
  }

  private func fills(_ content: String) throws -> [(path: Path, color: Color)] {
    try commands(content).compactMap {
      if case .fill(let path, _, .color(let color), .identity) = $0 { (path, color) } else { nil }
    }
  }

  // MARK: Shapes and styles

  @Test("Basic shapes are outlines in one color")
  func shapes() throws {
    let found = try fills(
      ##"<rect x="1" y="2" width="3" height="4" fill="#F00"/><circle cx="5" cy="6" r="7"/>"##
        + ##"<polygon points="0,0 4,0 4,3" fill="lime"/><path d="M1 1h2v2z" fill="currentColor"/>"##)
    #expect(
      found.map(\.path) == [
        .rect(Rect(x: 1, y: 2, width: 3, height: 4)), .circle(center: Point(5, 6), radius: 7),
        .polyline([.zero, Point(4, 0), Point(4, 3)], closed: true), SVGPath.parse("M1 1h2v2z").path,
      ])
    #expect(found.map(\.color) == [Color(1, 0, 0), .black, Color(0, 1, 0), Color(0, 0, 1)])
  }

  @Test("A rectangle's corners may be elliptical")
  func corners() throws {
    let path = try #require(try fills(#"<rect width="40" height="20" rx="10" ry="5"/>"#).first?.path)
    let circular = Path.roundedRect(Rect(x: 0, y: 0, width: 40, height: 40), radius: 10)
    #expect(path == circular.transformed(by: .scale(1, 0.5)))
  }

  @Test("Attributes give way to rules, rules to those of more weight, and these to the style of the element")
  func cascade() throws {
    let style = "<style>rect { fill: red } .a { fill: lime } #b { fill: blue } g > rect.c { fill: white }</style>"
    let rect = #"<rect width="1" height="1" "#
    let found = try fills(
      style + rect + #"fill="black"/>"# + rect + #"class="x a"/>"# + rect + #"class="a" id="b"/>"# + rect
        + #"class="a" style="fill: black"/>"# + "<g>" + rect + #"class="c"/></g>"# + rect + #"class="c"/>"#)
    #expect(
      found.map(\.color) == [Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1), .black, .white, Color(1, 0, 0)])
  }

  @Test("Properties are inherited, and opacities multiply the colors")
  func inheritance() throws {
    let found = try fills(
      ##"<g fill="#F00" fill-opacity=".5"><path d="M0 0h1v1z"/><path d="M0 0h1v1z" fill="#0F08"/></g>"##)
    #expect(found.map(\.color) == [Color(1, 0, 0, 0.5), Color(0, 1, 0, 0.5 * Double(0x88) / 255)])
  }

  @Test("A line has the pen that is asked for, and its dashes in shares of the path")
  func strokes() throws {
    let found = try commands(
      #"<path d="M0 0h40" stroke="red" stroke-width="2" stroke-linecap="round" stroke-linejoin="bevel" "#
        + #"stroke-dasharray="1, 3" stroke-dashoffset="2" pathLength="10"/>"#)
    guard case .stroke(_, let pen, .color(Color(1, 0, 0)), _) = try #require(found.last) else {
      Issue.record("\(found)")
      return
    }
    #expect(
      pen == StrokeStyle(width: 2, cap: .round, join: .bevel, dashes: [4, 12], dashOffset: 8))
  }

  // MARK: Places

  @Test("The view box is fitted into the viewport as its alignment says")
  func viewBox() throws {
    func map(_ attributes: String) throws -> Transform? {
      let drawing = try picture(#"<path d="M0 0h1v1z"/>"#, attributes: attributes).image.drawing
      guard case .group(let group) = drawing.commands.first else { return nil }
      return group.transform
    }
    let box = #"viewBox="10 0 100 50" width="100" height="100" "#
    #expect(try map(box) == .translation(0, 25) * .scale(1) * .translation(-10, 0))
    #expect(try map(box + #"preserveAspectRatio="none""#) == .scale(1, 2) * .translation(-10, 0))
    #expect(
      try map(box + #"preserveAspectRatio="xMaxYMin slice""#) == .translation(-100, 0) * .scale(2)
        * .translation(-10, 0))
    #expect(try picture("").image.size == Size(100, 50))
    #expect(try picture("", attributes: #"width="1in" height="2cm""#).image.size == Size(96, 192 / 2.54))
    #expect(try picture("", attributes: #"viewBox="0 0 100 50" width="40""#).image.size == Size(40, 20))
  }

  @Test("Transforms are applied from the last one on")
  func transforms() throws {
    let found = try commands(#"<g transform="translate(3 4) rotate(90) scale(2)"><path d="M0 0h1v1z"/></g>"#)
    guard case .group(let group) = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
    let p = group.transform.apply(Point(1, 0))
    #expect(abs(p.x - 3) < 1e-12 && abs(p.y - 6) < 1e-12)
  }

  @Test("Symbols are drawn where they are used, at the size that is asked for")
  func symbols() throws {
    let drawing = try picture(
      ##"<symbol id="s" viewBox="0 0 10 10"><path d="M0 0h10v10h-10z"/></symbol>"##
        + ##"<use x:href="#s" x="20" y="5" width="30" height="30"/>"##
    ).image.drawing
    #expect(drawing.bounds == Rect(x: 20, y: 5, width: 30, height: 30))
  }

  // MARK: Gradients, clips, masks

  @Test("A gradient takes what it does not say from another, and is as wide as the shape")
  func gradients() throws {
    let found = try commands(
      ##"<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".5"/></linearGradient>"##
        + ##"<linearGradient id="b" href="#a" y2="1" spreadMethod="reflect"/>"##
        + ##"<rect x="10" y="20" width="30" height="5" fill="url(#b)" fill-opacity=".5"/>"##)
    guard case .fill(let path, _, .linear(let from, let to, let stops, let spread), let map) = try #require(found.first)
    else {
      Issue.record("\(found)")
      return
    }
    let box = try #require(path.transformed(by: map).bounds)
    #expect((box.origin - Point(10, 20)).length < 1e-12 && abs(box.maxX - 40) < 1e-12 && abs(box.maxY - 25) < 1e-12)
    #expect(map.apply(from) == Point(10, 20) && map.apply(to) == Point(40, 25))
    #expect(stops.first == GradientStop(0, Color(1, 0, 0, 0.5)) && stops.last == GradientStop(1, Color(0, 0, 1, 0.25)))
    // Colors and opacities change each on their own.
    #expect(stops.contains(GradientStop(0.5, Color(0.5, 0, 0.5, 0.375))))
    #expect(spread == .mirror)
  }

  @Test("A pattern repeats its tile over the shape, cut to it")
  func patterns() throws {
    let found = try commands(
      ##"<pattern id="p" width="10" height="5" patternUnits="userSpaceOnUse" x="1"><rect width="2" height="2"/></pattern>"##
        + ##"<rect x="11" width="20" height="10" fill="url(#p)" fill-opacity=".5"/>"##)
    guard case .group(let group) = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
    #expect(group.clip?.path == .rect(Rect(x: 11, y: 0, width: 20, height: 10)) && group.opacity == 0.5)
    // All tiles of one color are one shape.
    guard group.content.commands.count == 1, case .fill(let path, _, _, let transform) = group.content.commands[0]
    else {
      Issue.record("\(group.content)")
      return
    }
    let places = path.subpaths.map { transform.apply($0.start) }
    #expect(Set(places) == [Point(11, 0), Point(21, 0), Point(11, 5), Point(21, 5)])
  }

  @Test("Markers stand on the corners of a path, turned as it runs, in widths of its stroke")
  func markers() throws {
    let found = try commands(
      ##"<marker id="m" orient="auto-start-reverse" markerWidth="2" markerHeight="2" refX="1" refY="1">"##
        + ##"<path d="M0 0h2v1h-2z"/></marker>"##
        + ##"<path d="M10 10 H 20 V 30" fill="none" stroke="red" stroke-width="3" style="marker: url(#m)"/>"##)
    let boxes = found.dropFirst().compactMap { DisplayList([$0]).bounds }
    // The half of a square of 6 that lies to the left of the direction; at the start to its right.
    let expected = [Rect(x: 7, y: 10, width: 6, height: 3), nil, Rect(x: 20, y: 27, width: 3, height: 6)]
    #expect(boxes.count == 3)
    for case (let box, let expected?) in zip(boxes, expected) {
      #expect((box.origin - expected.origin).length < 1e-9 && (box.size.width - expected.width).magnitude < 1e-9)
    }
  }

  @Test("A clip path of one shape clips to it, one of several masks, and an empty one hides")
  func clips() throws {
    func group(_ shapes: String) throws -> Group? {
      let found = try commands(
        "<clipPath id=\"c\">\(shapes)</clipPath><rect width=\"9\" height=\"9\" clip-path=\"url(#c)\"/>")
      if case .group(let group) = found.first { return group }
      return nil
    }
    let one = #"<circle r="3" clip-rule="evenodd"/>"#
    #expect(try group(one)?.clip == Clip(.circle(center: .zero, radius: 3), rule: .evenOdd))
    #expect(try group(one + #"<path d="M0 0h1v1z"/>"#)?.mask?.content.commands.count == 2)
    #expect(try group("") == nil)
  }

  @Test("A mask lets through where it is bright, within its region")
  func masks() throws {
    let found = try commands(
      ##"<mask id="m"><rect width="100" height="9" fill="white"/></mask><rect width="10" height="20" mask="url(#m)"/>"##
    )
    guard case .group(let group) = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
    #expect(group.mask?.channel == .luminance)
    #expect(group.mask?.content.bounds == Rect(x: 0, y: 0, width: 11, height: 9))
  }

  @Test("Opacity, blends and shadows hold for an element as a whole")
  func layers() throws {
    let found = try commands(
      ##"<filter id="f"><feDropShadow dx="1" dy="2" stdDeviation="3" flood-color="red"/></filter>"##
        + ##"<g opacity=".4" style="mix-blend-mode: multiply" filter="url(#f)"><rect width="9" height="9"/></g>"##)
    // The picture as a whole, which the blend does not leave.
    guard case .group(let whole) = try #require(found.first), whole.isIsolated,
      case .group(let group) = try #require(whole.content.commands.first),
      case .group(let filtered) = try #require(group.content.commands.first),
      case .graph(let graph)? = filtered.effects.first
    else {
      Issue.record("\(found)")
      return
    }
    #expect(group.opacity == 0.4 && group.blend == .multiply)
    #expect(
      graph.steps.map(\.operation) == [
        .blur(x: 3, y: 3), .offset(Point(1, 2)), .flood(Color(1, 0, 0)), .composite(.inside), .merge,
      ])
    #expect(graph.steps.allSatisfy(\.isLinear) && graph.steps[4].inputs == [.step(3), .source])
  }

  @Test("Text is aligned as a whole with its parts")
  func text() throws {
    let found = try fills(
      #"<text x="50" y="40" font-size="10" text-anchor="end">ab <tspan fill="red">cd</tspan></text>"#)
    // "ab " and "cd" of letters half as wide as high.
    #expect(
      found.compactMap(\.path.bounds) == [
        Rect(x: 25, y: 30, width: 15, height: 10), Rect(x: 40, y: 30, width: 10, height: 10),
      ])
    #expect(found.map(\.color) == [.black, Color(1, 0, 0)])
  }

  // MARK: Faults

  @Test("What is no XML or no SVG is an error with its place")
  func errors() throws {
    let broken = #expect(throws: StageError.self) { try whole("<svg>\n  <g></svg>") }
    #expect(broken?.message.hasPrefix("a.svg:2:") == true)
    let other = #expect(throws: StageError.self) { try whole("<html/>") }
    #expect(other?.message == "a.svg:1: expected an 'svg' element, found 'html'")
    #expect(throws: StageError.self) { try whole("") }
    let none = SVGPicture.Resources(
      color: .black, image: { _ in throw StageError("none") }, layout: { _ in throw StageError("none") })
    let packed = #expect(throws: StageError.self) {
      try SVGPicture([0x1F, 0x8B, 8, 0], name: "a.svg", none)
    }
    #expect(packed?.message == "a.svg is compressed (SVGZ), and damaged, cut off or larger than 268435456 bytes")
    #expect(throws: StageError.self) { try whole(#"<svg width="0" height="5"/>"#) }
  }

  @Test("What is not drawn is named with its line, and the rest is drawn")
  func omissions() throws {
    let found = try picture(
      "\n<path d=\"M0 0h1v1z\"/>\n<foreignObject/>\n<path d=\"M0 0 h 5 x\"/><rect width=\"1\" height=\"1\" fill=\"reddish\"/>"
    )
    #expect(
      found.omissions == [
        "a.svg:3: 'foreignObject' is not drawn", "a.svg:4: path data, byte 9: found 'x', expected a command",
        "a.svg:4: the fill 'reddish' is not understood",
      ])
    #expect(found.image.drawing.commands.count == 3)
  }

  @Test("CSS's functions for clips, masks and filters are named")
  func functions() throws {
    let found = try picture(#"<rect width="9" height="9" style="filter: blur(2px) zoom(3); clip-path: none"/>"#)
    #expect(found.omissions == ["a.svg:1: 'filter: blur(2px) zoom(3)' is not drawn"])
  }

  @Test("Files beside it are not read, entities of its own are")
  func entities() throws {
    let found = try whole(
      ##"<!DOCTYPE svg [<!ENTITY c "#FF0000"><!ENTITY f SYSTEM "file:///etc/passwd">]>"##
        + ##"<svg width="9" height="9"><rect width="1" height="1" fill="&c;"/><text>&f;</text></svg>"##)
    guard case .fill(_, _, let paint, _) = try #require(flat(found.image.drawing).first) else { return }
    #expect(paint == .color(Color(1, 0, 0)))
    #expect(flat(found.image.drawing).count == 1)
  }

  @Test("What refers to itself ends, and references that multiply without end are an error")
  func references() throws {
    #expect(try fills(##"<g id="a"><rect width="1" height="1"/><use href="#a"/></g>"##).count == 1)
    let steps = (1...30).map { "<g id=\"s\($0)\"><use href=\"#s\($0 - 1)\"/><use href=\"#s\($0 - 1)\"/></g>" }
    let bomb = "<defs><path id=\"s0\" d=\"M0 0h1v1z\"/>\(steps.joined())</defs><use href=\"#s30\"/>"
    let error = #expect(throws: StageError.self) { try picture(bomb) }
    #expect(error?.message == "a.svg draws more than 20000 shapes by reference")
  }

  @Test("A file cut off anywhere is an error or a picture")
  func truncated() throws {
    let text = Array(
      ##"<svg viewBox="0 0 9 9"><g transform="rotate(3"><path d="M0 0q1 1 2"/></g><text>a</text></svg>"##.utf8)
    for count in 0..<text.count {
      _ = try? whole(String(decoding: text[..<count], as: UTF8.self) + "\"/></svg>")
    }
  }
}
