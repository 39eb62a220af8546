import Foundation
import StageKit
import Synchronization
import Testing

@testable import SVG

@Suite("SVG files as programs write them")
struct SVGFileTests {
  private func picture(
    _ content: String, attributes: String = #"viewBox="0 0 100 100" width="100" height="100""#,
    files: [String: [UInt8]] = [:]
  ) throws -> SVGPicture {
    try whole(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(content)</svg>"#, files: files)
  }

  private func whole(_ text: String, files: [String: [UInt8]] = [:]) throws -> SVGPicture {
    var resources = SVGPicture.Resources(color: .black) { bytes in
      let pixels = [UInt8](repeating: 255, count: 4 * 2 * 4)
      guard bytes == [1], let image = Image(width: 4, height: 2, premultiplied: pixels) else {
        throw StageError("no picture")
      }
      return image
    } layout: { request in
      let size = request.style.size
      let letters = request.text.unicodeScalars.enumerated().map { index, letter in
        let x = Double(index) * size / 2
        let outline = Path.rect(Rect(x: x, y: size / 2, width: size / 2, height: size / 2))
        return TextLayout.Cluster(text: String(letter), outline: outline, x: x, width: size / 2, word: 0)
      }
      let width = Double(letters.count) * size / 2
      let line = TextLayout.Line(
        outline: .rect(Rect(x: 0, y: size / 2, width: width, height: size / 2)), baseline: size, x: 0, width: width,
        clusters: request.separatesClusters ? letters : [])
      return TextLayout(lines: [line], size: Size(width, size * 1.25), fontSize: size, missing: [], fonts: [])
    }
    resources.file = { path in
      guard let bytes = files[path] else { throw StageError("it is not there", hint: "Make it.") }
      return bytes
    }
    return try SVGPicture(Array(text.utf8), name: "a.svg", resources)
  }

  // MARK: Styles

  @Test(
    "Lengths need a unit in style sheets alone, and those of SVG's own geometry nowhere",
    arguments: [
      (#"<rect style="x:3;y:4;width:5;height:6"/>"#, Rect(x: 3, y: 4, width: 5, height: 6)),
      (#"<style>rect{x:3;y:4}</style><rect width="5" height="6"/>"#, Rect(x: 3, y: 4, width: 5, height: 6)),
      (#"<style>rect{width:9}</style><rect x="3" y="4" width="5" height="6"/>"#, Rect(x: 3, y: 4, width: 5, height: 6)),
      (#"<style>circle{r:2;cx:5;cy:7}</style><circle/>"#, Rect(x: 3, y: 5, width: 4, height: 4)),
      (#"<text x="3" y="20" style="font-size:20">o</text>"#, Rect(x: 3, y: 10, width: 10, height: 10)),
      (#"<style>text{font-size:20}</style><text x="3" y="20">o</text>"#, Rect(x: 3, y: 12, width: 8, height: 8)),
    ])
  func units(content: String, box: Rect) throws {
    let found = try #require(boxes(try picture(content).image.drawing).first)
    #expect(
      abs(found.x - box.x) + abs(found.y - box.y) + abs(found.maxX - box.maxX) + abs(found.maxY - box.maxY) < 1e-9)
  }

  @Test(
    "Selectors of what happens to links and of generated parts hold for nothing, and nothing is said of them",
    arguments: [
      ("rect:hover", false), ("rect:not(:hover)", true), ("rect::before", false), ("a:link rect", true),
      ("a:visited rect", false), ("rect:lang(en)", true), ("rect:lang(de, fr)", false), (":lang(en-GB)", true),
      (":lang(en-G)", false),
    ])
  func states(selector: String, holds: Bool) throws {
    let found = try picture(
      #"<style>\#(selector){fill:none}</style><a href="b.html" xml:lang="en-GB"><rect width="9" height="9"/></a>"#)
    #expect(boxes(found.image.drawing).isEmpty == holds)
    #expect(found.omissions.isEmpty)
  }

  @Test(
    "Of text that is not there nothing is said",
    arguments: [
      (#"<flowRoot><flowRegion><rect width="9"/></flowRegion><flowPara/></flowRoot>"#, nil),
      (#"<flowRoot><flowPara>Some</flowPara></flowRoot>"#, "'flowRoot' is not drawn"),
      (#"<g style="font-stretch:condensed"><rect width="9" height="9"/></g>"#, nil),
      (
        #"<g style="font-stretch:condensed"><text>o</text></g>"#, "'font-stretch: condensed' is not drawn"
      ),
      (#"<g style="text-indent:0pt"><text>o</text></g>"#, nil),
      (#"<g style="fill:reddish;display:none"><rect width="9" height="9"/></g>"#, nil),
    ])
  func remarks(content: String, remark: String?) throws {
    #expect(try picture(content).omissions == (remark.map { ["a.svg:1: \($0)"] } ?? []))
  }

  @Test("The root's transform turns about a point of the outer viewport")
  func rootOrigin() throws {
    let found = try picture(
      #"<rect width="50" height="50"/>"#,
      attributes: #"viewBox="0 0 50 50" width="100" height="100" transform="scale(.5)" transform-origin="100% 50%""#)
    #expect(boxes(found.image.drawing) == [Rect(x: 50, y: 25, width: 50, height: 50)])
  }

  // MARK: Files

  @Test("Entities of elements are elements, in others too, and lines keep their numbers")
  func entities() throws {
    let found = try whole(
      """
      <!DOCTYPE svg [
      <!ENTITY a "<rect width='4'
        height='5'/>">
      <!ENTITY b '&a;<rect x="&c;" width="4" height="5"/>'> <!ENTITY c "7">
      ]>
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">&b;<rect width="9" height="9" fill="odd"/>
      </svg>
      """)
    #expect(
      boxes(found.image.drawing) == [
        Rect(x: 0, y: 0, width: 4, height: 5), Rect(x: 7, y: 0, width: 4, height: 5),
        Rect(x: 0, y: 0, width: 9, height: 9),
      ])
    #expect(found.omissions == ["a.svg:6: the fill 'odd' is not understood"])
  }

  @Test("Entities that multiply without end are named and not drawn")
  func laughs() throws {
    let entities = (0..<20).map { #"<!ENTITY e\#($0) "<g>\#(String(repeating: "&e\($0 + 1);", count: 20))</g>">"# }
    let text = "<!DOCTYPE svg [\(entities.joined())<!ENTITY e20 '<rect/>'>]>"
    let found = try? whole(text + #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">&e0;</svg>"#)
    #expect(found == nil || found?.omissions.contains("a.svg:1: an entity of elements is not drawn") == true)
  }

  @Test("Files compressed by gzip are read, and damaged ones refused")
  func compressed() throws {
    let packed = try #require(
      Data(
        base64Encoded: "H4sIAAAAAAACA23MSw6AIAwA0as0PYAl6sIY4DKClAQ/gcZ6fHXvel7GtivBvZW9OWSRcyZS1U6H7qiJemMMvQJB"
          + "cxB2OCFwzInF4Yje1rjIb4I1l+KwxoDk7bfwD8XqoJlqAAAA"))
    let none = SVGPicture.Resources(
      color: .black, image: { _ in throw StageError("none") }, layout: { _ in throw StageError("none") })
    let found = try SVGPicture([UInt8](packed), name: "a.svgz", none)
    #expect(boxes(found.image.drawing) == [Rect(x: 0, y: 0, width: 8, height: 4)])
    let damaged = #expect(throws: StageError.self) {
      try SVGPicture([UInt8](packed.dropLast(9)), name: "a.svg", none)
    }
    #expect(
      damaged?.message == "a.svg is compressed (SVGZ), and damaged, cut off or larger than 268435456 bytes")
  }

  @Test(
    "The path of an address is one without a scheme but that of files",
    arguments: [
      ("a.png", "a.png"), (" ../b%20c.png ", "../b c.png"), ("file:///tmp/a.png", "/tmp/a.png"),
      ("FILE://a.png", "a.png"), ("a.svg#b", "a.svg"), ("d/e:f.png", "d/e:f.png"), ("http://x/a.png", nil),
      ("//x/a.png", nil), ("data:,a", nil), ("#a", nil), ("", nil), ("?", nil),
    ] as [(String, String?)])
  func paths(address: String, path: String?) { #expect(SVGPicture.path(address) == path) }

  @Test("Pictures beside the file are drawn, and those that cannot be are named")
  func links() throws {
    let inner =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2"/>"#
      + #"<image href="b/a.png"/></svg>"#
    let found = try picture(
      """
      <image width="40" height="20" href="b/a.png"/>
      <image x="40" width="40" height="20" href="c.svg"/>
      <image href="d.png"/>
      <image href="e.bin"/>
      <image href="https://example.com/a.png"/>
      """, files: ["b/a.png": [1], "c.svg": Array(inner.utf8), "e.bin": [2]])
    #expect(
      boxes(found.image.drawing) == [
        Rect(x: 0, y: 0, width: 40, height: 20), Rect(x: 40, y: 0, width: 40, height: 20),
      ])
    #expect(groups(found.image.drawing).count { $0.clip != nil } == 2)
    #expect(
      found.omissions == [
        "a.svg:2: in its picture, line 1: the picture 'b/a.png' is not drawn: pictures of pictures are not read",
        "a.svg:3: the picture 'd.png' is not drawn: it is not there (Make it.)",
        "a.svg:4: the picture 'e.bin' cannot be read",
        "a.svg:5: a picture outside of the file is not drawn",
      ])
  }

  @Test("The files beside one are those of its pictures, each once")
  func filesBeside() {
    let text =
      #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="b.png"/>"#
      + ##"<filter><feImage href="a.png"/><feImage href="#x"/></filter><image href="b.png"/><use href="c.svg#d"/>"##
      + #"<image href="data:,"/></svg>"#
    #expect(SVGPicture.files(beside: Array(text.utf8)) == ["a.png", "b.png"])
    #expect(SVGPicture.files(beside: [0x1F, 0x8B]) == [])
  }

  // MARK: Pictures

  @Test("Enlarged pictures change their colors by Mitchell's and Netravali's filter")
  func smoothing() throws {
    #expect(abs(Image.mitchell(0) - 8.0 / 9) < 1e-12)
    #expect(abs(Image.mitchell(1) - 1.0 / 18) < 1e-12 && abs(Image.mitchell(-1) - 1.0 / 18) < 1e-12)
    #expect(abs(Image.mitchell(1.5) + 5.0 / 144) < 1e-12 && Image.mitchell(2) == 0)
    for place in [0.1, 0.375, 0.9] {
      #expect(abs((-1...2).reduce(0) { $0 + Image.mitchell(Double($1) - place) } - 1) < 1e-12)
    }
    // Black beside white, both repeated beyond their edges: each place has the sum of the white one's weights.
    let image = try #require(Image(width: 2, height: 1, premultiplied: [0, 0, 0, 255, 255, 255, 255, 255]))
    let found = image.smoothed
    #expect(found.width == 8 && found.height == 4)
    for column in 0..<8 {
      let place = (Double(column) + 0.5) / 4 - 0.5
      let white = (1...3).reduce(0) { $0 + Image.mitchell(Double($1) - place) }
      #expect(abs(Double(found.pixels[column * 4]) - min(max(white, 0), 1) * 255) <= 0.51)
    }
  }
}
