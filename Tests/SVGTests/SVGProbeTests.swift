import Raster
import StageKit
import Testing

@testable import SVG

/// Small files of each kind of feature, with the colors that follow from the standards at some of their pixels.
@Suite("Pixels of SVG files")
struct SVGProbeTests {
  private struct NoResources: Error {}

  /// A file's content, and at places the red, green and blue over white.
  struct Probe: CustomTestStringConvertible, Sendable {
    let name: String
    let content: String
    let colors: [(x: Int, y: Int, hex: UInt32)]
    var testDescription: String { name }

    init(_ name: String, _ content: String, _ colors: (Int, Int, UInt32)...) {
      (self.name, self.content) = (name, content)
      self.colors = colors.map { ($0.0, $0.1, $0.2) }
    }
  }

  private func frame(_ content: String) throws -> Image {
    let text =
      ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">\##(content)</svg>"##
    let resources = SVGPicture.Resources(
      color: .black, image: { _ in throw NoResources() }, layout: { _ in throw NoResources() })
    let picture = try SVGPicture(Array(text.utf8), name: "a.svg", resources)
    let renderer = FrameRenderer(
      width: 100, height: 100, scale: 1, background: .white, cache: ResourceCache(), stripHeight: 16)
    return renderer.render(picture.image.drawing)
  }

  @Test("Pixels have the colors that the standards give them", arguments: filters + masking + structure + painting)
  func probes(probe: Probe) throws {
    let frame = try frame(probe.content)
    for (x, y, hex) in probe.colors {
      let found = (0..<3).map { Int(frame.pixels[(y * 100 + x) * 4 + $0]) }
      let wanted = [Int(hex >> 16), Int(hex >> 8 & 255), Int(hex & 255)]
      #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 1 }, "at \(x), \(y): \(found), not \(wanted)")
    }
  }

  private static func filter(_ steps: String, _ attributes: String = "", _ element: String = rect) -> String {
    ##"<filter id="f" \##(attributes)>\##(steps)</filter>\##(element)"##
  }

  private static let rect = ##"<rect x="20" y="20" width="60" height="60" fill="#4080C0" filter="url(#f)"/>"##
  private static let sRGB = #"color-interpolation-filters="sRGB""#

  private static let filters = [
    Probe(
      "feFlood fills the region", filter(#"<feFlood flood-color="lime"/>"#), (14, 14, 0x00FF00), (13, 13, 0xFFFFFF)),
    Probe(
      "feFlood in its part", filter(#"<feFlood flood-color="lime" x="30" width="20"/>"#), (30, 50, 0x00FF00),
      (29, 50, 0xFFFFFF), (50, 50, 0xFFFFFF)),
    Probe("feOffset", filter(#"<feOffset dx="5" dy="-3"/>"#), (84, 18, 0x4080C0), (24, 50, 0xFFFFFF)),
    Probe(
      "feOffset in shares of the box", filter(#"<feOffset dx=".1"/>"#, #"primitiveUnits="objectBoundingBox""#),
      (85, 50, 0x4080C0), (25, 50, 0xFFFFFF)),
    Probe(
      "feColorMatrix", filter(#"<feColorMatrix values="0 1 0 0 0 0 0 1 0 0 1 0 0 0 0 0 0 0 1 0"/>"#, sRGB),
      (50, 50, 0x80C040)),
    Probe(
      "feComponentTransfer",
      filter(#"<feComponentTransfer><feFuncR type="linear" slope="0" intercept="1"/></feComponentTransfer>"#, sRGB),
      (50, 50, 0xFF80C0)),
    Probe(
      "feComposite in linear light",
      filter(
        #"<feFlood flood-color="white" flood-opacity=".5" result="a"/><feFlood flood-color="black"/><feMerge><feMergeNode/><feMergeNode in="a"/></feMerge>"#
      ),
      (50, 50, 0xBCBCBC)),
    Probe(
      "feComposite arithmetic",
      filter(
        ##"<feFlood flood-color="#FF0000"/><feComposite in2="SourceGraphic" operator="arithmetic" k2=".5" k3=".5"/>"##,
        sRGB), (50, 50, 0xA04060)),
    Probe(
      "feBlend", filter(##"<feFlood flood-color="#808080"/><feBlend in2="SourceGraphic" mode="multiply"/>"##, sRGB),
      (50, 50, 0x204060)),
    Probe(
      "feMorphology", filter(#"<feMorphology operator="dilate" radius="4 0"/>"#), (16, 50, 0x4080C0),
      (15, 50, 0xFFFFFF), (50, 19, 0xFFFFFF)),
    Probe(
      "feTile",
      filter(
        ##"<feFlood x="20" y="20" width="4" height="4" flood-color="red"/><feOffset x="20" y="20" width="8" height="8"/><feTile/>"##
      ),
      (45, 45, 0xFF0000), (49, 45, 0xFFFFFF)),
    Probe(
      "feConvolveMatrix moves", filter(#"<feConvolveMatrix kernelMatrix="0 0 0 0 0 1 0 0 0"/>"#), (21, 50, 0x4080C0),
      (79, 50, 0x4080C0), (19, 50, 0xFFFFFF)),
    Probe(
      "feDisplacementMap moves as its map says",
      filter(
        ##"<feFlood flood-color="#FF8000"/><feDisplacementMap in="SourceGraphic" in2="SourceAlpha" scale="20" xChannelSelector="A" yChannelSelector="A"/>"##
      ),
      (20, 20, 0x4080C0), (75, 75, 0xFFFFFF)),
    Probe(
      "feDiffuseLighting of a flat surface",
      filter(#"<feDiffuseLighting surfaceScale="0"><feDistantLight elevation="30"/></feDiffuseLighting>"#, sRGB),
      (50, 50, 0x808080)),
    Probe(
      "feImage of an element",
      ##"<defs><rect id="e" width="10" height="10" fill="red"/></defs>"##
        + filter(##"<feImage href="#e" x="30" y="30"/>"##),
      (35, 35, 0xFF0000), (45, 45, 0xFFFFFF)),
    Probe("a filter of nothing hides", filter(""), (50, 50, 0xFFFFFF)),
    Probe(
      "functions of CSS", ##"<rect width="50" height="50" fill="#4080C0" style="filter:invert(1) opacity(.5)"/>"##,
      (25, 25, 0xDFBF9F)),
    Probe(
      "a turned filter",
      filter(
        #"<feFlood flood-color="lime" x="20" y="20" width="60" height="10"/>"#, "",
        #"<g transform="rotate(90 50 50)">\#(rect)</g>"#),
      (75, 50, 0x00FF00), (50, 25, 0xFFFFFF)),
  ]

  private static func masked(_ mask: String, _ attributes: String = "") -> String {
    ##"<mask id="m" \##(attributes)>\##(mask)</mask><rect width="100" height="100" fill="black" mask="url(#m)"/>"##
  }

  private static let masking = [
    Probe("luminance of a color", masked(#"<rect width="100" height="100" fill="lime"/>"#), (50, 50, 0x494949)),
    Probe(
      "alpha", masked(#"<rect width="50" height="100" fill-opacity=".4"/>"#, #"mask-type="alpha""#), (25, 50, 0x999999),
      (75, 50, 0xFFFFFF)),
    Probe(
      "units of masks",
      masked(#"<rect width="1" height=".5" fill="white"/>"#, #"maskContentUnits="objectBoundingBox""#),
      (50, 25, 0x000000), (50, 75, 0xFFFFFF)),
    Probe(
      "masks in linear light",
      masked(##"<rect width="100" height="100" fill="#BCBCBC"/>"##, #"color-interpolation="linearRGB""#),
      (50, 50, 0x808080)),
    Probe(
      "a clip of clips",
      ##"<clipPath id="a"><rect width="60" height="100"/></clipPath><clipPath id="c" clip-path="url(#a)"><rect x="30" width="70" height="100"/></clipPath>"##
        + ##"<rect width="100" height="100" clip-path="url(#c)"/>"##, (20, 50, 0xFFFFFF), (45, 50, 0),
      (80, 50, 0xFFFFFF)),
    Probe(
      "units of clips",
      ##"<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath><rect x="20" width="40" height="40" clip-path="url(#c)"/>"##,
      (30, 20, 0), (50, 20, 0xFFFFFF)),
  ]

  private static let structure = [
    Probe(
      "nested viewports cut", #"<svg x="20" y="20" width="30" height="30"><rect width="90" height="90"/></svg>"#,
      (49, 49, 0),
      (51, 51, 0xFFFFFF)),
    Probe(
      "symbols fit their use",
      ##"<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></symbol><use href="#s" x="20" width="40" height="60"/>"##,
      (40, 30, 0xFF0000), (40, 5, 0xFFFFFF), (59, 49, 0xFF0000)),
    Probe(
      "a switch takes the first that holds",
      #"<switch><rect systemLanguage="de" width="99" height="99" fill="red"/><rect width="99" height="99" fill="lime"/></switch>"#,
      (50, 50, 0x00FF00)),
    Probe(
      "rules by their weight",
      "<style>rect{fill:red!important} #a{fill:blue} .b{fill:lime}</style>"
        + #"<rect id="a" width="50" height="99"/><circle class="b" cx="75" cy="50" r="20"/>"#, (25, 50, 0xFF0000),
      (75, 50, 0x00FF00)),
    Probe(
      "turned about its middle",
      #"<rect x="40" y="10" width="20" height="80" style="transform:rotate(90deg);transform-origin:center;transform-box:fill-box"/>"#,
      (15, 50, 0), (50, 15, 0xFFFFFF)),
  ]

  private static let painting = [
    Probe(
      "tiles that meet within pixels, without a line between them",
      ##"<pattern id="p" width="9.3" height="9.4" patternUnits="userSpaceOnUse" patternTransform="rotate(7)"><rect width="9.3" height="9.4" fill="#224477"/></pattern>"##
        + ##"<rect width="100" height="100" fill="url(#p)"/>"##, (9, 50, 0x224477), (50, 9, 0x224477),
      (18, 37, 0x224477),
      (61, 72, 0x224477), (8, 8, 0x224477), (74, 18, 0x224477)),
    Probe(
      "a focus beside the center",
      ##"<radialGradient id="g" fx=".25" fr="0"><stop/><stop offset="1" stop-color="white"/></radialGradient><rect width="100" height="100" fill="url(#g)"/>"##,
      (25, 50, 0x040404), (50, 50, 0x565656)),
    Probe(
      "an inner circle",
      ##"<radialGradient id="g" fr=".25"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient><rect width="100" height="100" fill="url(#g)"/>"##,
      (50, 50, 0xFF0000), (60, 50, 0xFF0000), (87, 50, 0x7F0080)),
    Probe(
      "a gradient in linear light",
      ##"<linearGradient id="g" color-interpolation="linearRGB"><stop/><stop offset="1" stop-color="white"/>"##
        + ##"</linearGradient><rect width="100" height="100" fill="url(#g)"/>"##, (49, 50, 0xBCBCBC), (24, 50, 0x888888)
    ),
    Probe(
      "shapes that clip", #"<rect x="20" y="20" width="60" height="60" style="clip-path:circle(20px at 50% 50%)"/>"#,
      (50, 50, 0), (68, 50, 0), (72, 50, 0xFFFFFF)),
    Probe(
      "corners that clip", #"<rect width="100" height="100" style="clip-path:inset(10px 20px round 10px)"/>"#,
      (50, 11, 0), (21, 11, 0xFFFFFF), (15, 50, 0xFFFFFF)),
    Probe(
      "two circles in one",
      ##"<radialGradient id="g" fr=".5"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient><rect width="100" height="100" fill="url(#g)"/>"##,
      (50, 50, 0xFF0000), (2, 2, 0x0000FF)),
    Probe(
      "context-fill of a gradient",
      ##"<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>"##
        + ##"<defs><g id="r"><rect width="50" height="50" fill="context-fill"/><rect x="50" width="50" height="50" fill="context-fill"/></g></defs>"##
        + ##"<use href="#r" y="20" fill="url(#g)"/>"##, (0, 40, 0xFE0001), (99, 40, 0x0100FE), (50, 40, 0x7E0081)),
    Probe(
      "the ratio of a pattern that refers to another",
      ##"<pattern id="a" width="40" height="40" viewBox="0 0 20 20" patternUnits="userSpaceOnUse"><rect width="20" height="10" fill="red"/></pattern>"##
        + ##"<pattern id="g" href="#a" preserveAspectRatio="none" height="20"/><rect width="100" height="100" fill="url(#g)"/>"##,
      (5, 5, 0xFF0000), (5, 15, 0xFFFFFF), (35, 5, 0xFF0000)),
    Probe(
      "strokes before fills",
      #"<circle cx="50" cy="50" r="30" fill="lime" stroke="red" stroke-width="20" paint-order="stroke"/>"#,
      (77, 50, 0x00FF00),
      (85, 50, 0xFF0000)),
  ]
}
