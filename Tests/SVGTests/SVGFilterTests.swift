import StageKit
import Testing

@testable import SVG

@Suite("Filters of SVG")
struct SVGFilterTests {
  private struct NoResources: Error {}

  private func picture(_ content: String) throws -> SVGPicture {
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">\#(content)</svg>"#
    let resources = SVGPicture.Resources(
      color: .black, image: { _ in throw NoResources() }, layout: { _ in throw NoResources() })
    return try SVGPicture(Array(text.utf8), name: "a.svg", resources)
  }

  private func effects(_ list: DisplayList) -> [Effect] {
    list.commands.flatMap { command -> [Effect] in
      guard case .group(let group) = command else { return [] }
      return effects(group.content) + group.effects
    }
  }

  private func clips(_ list: DisplayList) -> [Path] {
    list.commands.flatMap { command -> [Path] in
      guard case .group(let group) = command else { return [] }
      return clips(group.content) + (group.clip.map { [$0.path] } ?? [])
    }
  }

  /// The graph of a filter on a rectangle from 10, 20 on, 40 by 20 in size.
  private func graph(_ steps: String, _ attributes: String = "") throws -> FilterGraph {
    let found = try picture(
      ##"<filter id="f" \##(attributes)>\##(steps)</filter>"##
        + ##"<rect x="10" y="20" width="40" height="20" filter="url(#f)"/>"##)
    guard case .graph(let graph)? = effects(found.image.drawing).first else { throw NoResources() }
    return graph
  }

  @Test("A filter's region is a tenth larger than its element on all sides, or as it is said")
  func regions() throws {
    #expect(try graph("<feFlood/>").region == Rect(x: 6, y: 18, width: 48, height: 24))
    #expect(
      try graph("<feFlood/>", #"x="0" y="50%" width="2" height="1""#).region
        == Rect(x: 10, y: 30, width: 80, height: 20))
    let own = #"filterUnits="userSpaceOnUse" x="5%" y="1" width="50" height="60""#
    #expect(try graph("<feFlood/>", own).region == Rect(x: 5, y: 1, width: 50, height: 60))
    #expect(
      try graph(#"<feFlood x="20" width="10"/>"#).steps[0].region == Rect(x: 20, y: 18, width: 10, height: 24))
    #expect(
      try graph(#"<feFlood x=".5" y=".5" width=".25" height=".5"/>"#, #"primitiveUnits="objectBoundingBox""#)
        .steps[0].region == Rect(x: 30, y: 30, width: 10, height: 10))
  }

  @Test("Steps take pictures by their names, and without one what came before")
  func inputs() throws {
    let found = try graph(
      #"<feOffset dx="1" result="a"/><feFlood/><feOffset in="a"/><feOffset in="b"/><feOffset in="SourceAlpha"/>"#
        + #"<feMerge><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/><feMergeNode/></feMerge>"#)
    #expect(
      found.steps.map(\.inputs) == [
        [.source], [], [.step(0)], [.step(2)], [.sourceAlpha], [.step(0), .source, .step(4)],
      ])
  }

  @Test(
    "Steps do what their attributes say, and what is in error is left out",
    arguments: [
      (#"<feGaussianBlur stdDeviation="3 2"/>"#, .blur(x: 3, y: 2)),
      (#"<feGaussianBlur stdDeviation="3,-1"/>"#, .blur(x: 3, y: 0)), (#"<feGaussianBlur/>"#, .blur(x: 0, y: 0)),
      (#"<feOffset dx="3" dy="10%"/>"#, .offset(Point(3, 0))),
      (#"<feFlood flood-color="red" flood-opacity="50%"/>"#, .flood(Color(1, 0, 0, 0.5))),
      (#"<feBlend mode="color-dodge"/>"#, .blend(.colorDodge)), (#"<feBlend mode="x"/>"#, .blend(.normal)),
      (#"<feComposite operator="in"/>"#, .composite(.inside)),
      (
        #"<feComposite operator="arithmetic" k2=".5" k4="-1"/>"#,
        .composite(.arithmetic(k1: 0, k2: 0.5, k3: 0, k4: -1))
      ),
      (#"<feTile/>"#, .tile), (#"<feMerge/>"#, .merge),
      (#"<feMorphology radius="2 1"/>"#, .morphology(isDilation: false, x: 2, y: 1)),
      (#"<feMorphology operator="dilate" radius="-2 1"/>"#, .morphology(isDilation: true, x: 0, y: 1)),
      (
        #"<feDisplacementMap scale="4" xChannelSelector="R"/>"#,
        .displacement(horizontal: .red, vertical: .alpha, length: Size(4, 4))
      ),
      (
        #"<feComponentTransfer><feFuncR type="gamma"/><feFuncR type="table" tableValues="1 0"/><feFuncA type="linear" slope="2"/></feComponentTransfer>"#,
        .transfer(red: .table([1, 0]), green: .identity, blue: .identity, alpha: .linear(slope: 2, intercept: 0))
      ),
    ] as [(String, FilterGraph.Operation)])
  func steps(step: String, operation: FilterGraph.Operation) throws {
    #expect(try graph(step).steps.map(\.operation) == [operation])
  }

  @Test(
    "A blur alone, of one color or in sRGB, is an effect within the region",
    arguments: [
      ("", "fill='red'", true), ("", "fill='url(#g)'", false),
      ("color-interpolation-filters='sRGB'", "fill='url(#g)'", true), ("", "fill='red' stroke='blue'", false),
      ("", "fill='red' stroke='red' opacity='.5'", true), ("x='.2'", "fill='red'", false),
    ])
  func blurs(filter: String, paint: String, isEffect: Bool) throws {
    let found = try picture(
      "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>"
        + "<filter id='f' \(filter)><feGaussianBlur stdDeviation='3'/></filter>"
        + "<rect x='10' y='20' width='40' height='20' filter='url(#f)' \(paint)/>")
    let effects = effects(found.image.drawing)
    if isEffect {
      #expect(effects == [.blur(sigma: 3)])
      #expect(clips(found.image.drawing).contains(Path.rect(Rect(x: 6, y: 18, width: 48, height: 24))))
    } else {
      guard case .graph? = effects.first else {
        Issue.record("\(effects)")
        return
      }
    }
  }

  @Test("Matrices are those of the standard")
  func matrices() throws {
    func matrix(_ attributes: String) throws -> [Double] {
      guard case .matrix(let numbers)? = try graph("<feColorMatrix \(attributes)/>").steps.first?.operation else {
        throw NoResources()
      }
      return numbers
    }
    let identity = [1.0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    for attributes in ["", #"values="1 2""#, #"type="x" values="2""#, #"type="saturate""#, #"type="hueRotate""#] {
      for (number, exact) in zip(try matrix(attributes), identity) { #expect(abs(number - exact) < 1e-9) }
    }
    let half = try matrix(#"type="saturate" values=".5""#)
    for (number, exact) in zip(half, [0.6065, 0.3575, 0.036]) { #expect(abs(number - exact) < 1e-3) }
    #expect(try matrix(#"type="luminanceToAlpha""#).suffix(5) == [0.2125, 0.7154, 0.0721, 0, 0])
  }

  @Test("A convolution has the sum of its numbers as its divisor, and its middle as its target")
  func convolutions() throws {
    guard
      case .convolution(let found)? = try graph(
        #"<feConvolveMatrix order="3 2" kernelMatrix="1 2 3 4 5 6" edgeMode="none" preserveAlpha="true"/>"#
      ).steps.first?.operation
    else { throw NoResources() }
    #expect(found.columns == 3 && found.divisor == 21 && (found.targetX, found.targetY) == (1, 1))
    #expect(found.edge == .clear && found.preservesAlpha && found.matrix == [1, 2, 3, 4, 5, 6])
    for attributes in [#"kernelMatrix="1""#, #"order="0" kernelMatrix="""#, #"order="1.5" kernelMatrix="1 1""#] {
      #expect(try graph("<feConvolveMatrix \(attributes)/>").steps == [])
    }
  }

  @Test("Lights have their places, and surfaces without one are clear")
  func lights() throws {
    func lighting(_ step: String) throws -> FilterGraph.Lighting {
      guard case .lighting(let found)? = try graph(step).steps.first?.operation else { throw NoResources() }
      return found
    }
    let spot = try lighting(
      ##"<feSpecularLighting surfaceScale="2" specularConstant="3" specularExponent="4" lighting-color="lime">"##
        + ##"<feSpotLight x="1" y="2" z="3" pointsAtX="4" specularExponent="5" limitingConeAngle="6"/></feSpecularLighting>"##
    )
    #expect(spot.source == .spot(SIMD3(1, 2, 3), target: SIMD3(4, 0, 0), exponent: 5, cone: 6))
    #expect(spot.color == Color(0, 1, 0) && spot.height == 2 && spot.constant == 3 && spot.exponent == 4)
    let dull = try lighting(#"<feDiffuseLighting><feDistantLight azimuth="20"/></feDiffuseLighting>"#)
    #expect(dull.source == .distant(azimuth: 20, elevation: 0) && dull.exponent == nil && dull.color == .white)
    #expect(try graph("<feDiffuseLighting/>").steps.map(\.operation) == [.merge])
  }

  @Test("Lengths, deviations and radii may be shares of the element's box")
  func shares() throws {
    let found = try graph(
      #"<feOffset dx=".5" dy=".5"/><feGaussianBlur stdDeviation=".1"/><feMorphology radius=".1"/>"#,
      #"primitiveUnits="objectBoundingBox""#)
    #expect(
      found.steps.map(\.operation) == [
        .offset(Point(20, 10)), .blur(x: 4, y: 2), .morphology(isDilation: false, x: 4, y: 2),
      ])
  }

  @Test("Steps work in linear light unless they say otherwise")
  func colorSpaces() throws {
    let found = try graph(
      #"<feOffset/><feOffset color-interpolation-filters="sRGB"/>"#, #"color-interpolation-filters="linearRGB""#)
    #expect(found.steps.map(\.isLinear) == [true, false])
    #expect(try graph("<feOffset/>", #"style="color-interpolation-filters:sRGB""#).steps.map(\.isLinear) == [false])
  }

  @Test(
    "Functions of CSS filter one after the other",
    arguments: [
      ("blur(2px)", [.blur(sigma: 2)]), ("blur()", []), ("hue-rotate(90deg)", [.color(.hue(degrees: 90))]),
      ("saturate(50%) brightness(2)", [.color(.saturation(0.5)), .color(.brightness(2))]),
      ("drop-shadow(1px 2em 3px red)", [.dropShadow(color: Color(1, 0, 0), offset: Point(1, 32), sigma: 3)]),
      ("drop-shadow(lime 1px 2px)", [.dropShadow(color: Color(0, 1, 0), offset: Point(1, 2), sigma: 0)]),
      ("blur(5)", []), ("blur(-1px)", []), ("grayscale(-1)", []), ("drop-shadow(1px)", []),
    ] as [(String, [Effect])])
  func functions(value: String, expected: [Effect]) throws {
    let found = try picture(#"<rect width="9" height="9" style="filter:\#(value)"/>"#)
    #expect(effects(found.image.drawing) == expected)
    #expect(found.omissions.isEmpty == (!expected.isEmpty || value == "blur()"))
  }

  @Test("A filter of no steps, or of an empty region, leaves nothing")
  func empty() throws {
    for filter in [#"<filter id="f"/>"#, #"<filter id="f" width="-1"><feFlood/></filter>"#] {
      #expect(try picture(##"\##(filter)<rect width="9" height="9" filter="url(#f)"/>"##).image.drawing.isEmpty)
    }
  }

  @Test("An image of a filter is an element at the corner of the step's region")
  func images() throws {
    let found = try graph(##"<feImage href="#e" x="12" y="24"/>"##)
    guard case .drawing(let drawing)? = found.steps.first?.operation else { throw NoResources() }
    #expect(drawing.isEmpty && found.steps[0].isLinear == false)
    let picture = try picture(
      ##"<defs><rect id="e" width="5" height="6"/></defs><filter id="f"><feImage href="#e" x="12" y="24"/></filter>"##
        + ##"<rect width="40" height="40" filter="url(#f)"/>"##)
    guard case .graph(let graph)? = effects(picture.image.drawing).first,
      case .drawing(let element)? = graph.steps.first?.operation
    else { throw NoResources() }
    #expect(element.bounds == Rect(x: 12, y: 24, width: 5, height: 6))
  }

  @Test(
    "What of a filter is drawn otherwise is named",
    arguments: [
      (#"<feGaussianBlur stdDeviation="3" edgeMode="wrap"/>"#, "'edgeMode: wrap' is not drawn"),
      (#"<feZoom/>"#, "the filter 'feZoom' is not drawn"),
      (#"<feOffset in="FillPaint" dx="1"/>"#, "'FillPaint' as an input is taken as 'SourceGraphic'"),
      (#"<feConvolveMatrix order="3"/>"#, "'feConvolveMatrix' with these numbers is not drawn"),
      (#"<feDiffuseLighting/>"#, "'feDiffuseLighting' without a light, or with these numbers, is not drawn"),
    ])
  func omissions(step: String, omission: String) throws {
    let found = try picture(
      ##"<filter id="f">\##(step)</filter><rect width="9" height="9" filter="url(#f)"/>"##)
    #expect(found.omissions == ["a.svg:1: \(omission)"])
  }
}
