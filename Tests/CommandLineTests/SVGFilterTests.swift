import Foundation
import TestSupport
import Testing
import Video

@Suite("Filters of SVG files, through the program")
struct SVGFilterTests {
  /// The color in the middle of a square with a filter.
  private func color(_ filter: String, fill: String) throws -> [Int] {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">
        <filter id="f" x="0" y="0" width="1" height="1">\(filter)</filter>
        <rect width="20" height="20" fill="\(fill)" filter="url(#f)"/>
      </svg>
      """, to: "a.svg")
    try folder.write(
      """
      { "canvas": { "size": [20, 20], "fps": 10, "duration": 0.1, "background": "black" },
        "stages": [{ "id": "p", "stage": "picture", "parameters": { "file": "a.svg", "width": 20 } }] }
      """, to: "a.json")
    let outcome = try run(["still", "a.json", "--at", "0", "-o", "a.png"], in: folder.url)
    #expect(outcome.code == 0 && !outcome.errors.contains("warning"), "\(outcome.errors)")
    return try readPicture(at: folder.file("a.png")).pixels[(10 * 20 + 10) * 4..<(10 * 20 + 10) * 4 + 3].map { Int($0) }
  }

  private static let half = "0.5 0 0 0 0 0 0.5 0 0 0 0 0 0.5 0 0 0 0 0 1 0"

  @Test(
    "Matrices and transfer functions work in linear light, or in sRGB where the file says so",
    arguments: [
      // Half of white's light is 188 of 255.
      ("<feColorMatrix values=\"\(half)\"/>", "#FFF", [188, 188, 188]),
      ("<feColorMatrix values=\"\(half)\" color-interpolation-filters=\"sRGB\"/>", "#FFF", [128, 128, 128]),
      (
        "<feComponentTransfer><feFuncR type=\"linear\" slope=\"0.5\"/><feFuncG type=\"table\" tableValues=\"1 0\"/></feComponentTransfer>",
        "#FFF", [188, 0, 255]
      ),
      (
        "<feComponentTransfer color-interpolation-filters=\"sRGB\"><feFuncR type=\"gamma\" exponent=\"2\"/>"
          + "<feFuncG type=\"discrete\" tableValues=\"0.2 0.8\"/><feFuncB type=\"table\" tableValues=\"0 1 0\"/></feComponentTransfer>",
        "#808040", [64, 204, 128]
      ),
      (
        "<feComponentTransfer><feFuncA type=\"linear\" slope=\"0.5\"/></feComponentTransfer>", "#FFF", [128, 128, 128]
      ),
      // Screen in light: 1 − (1 − 0.2159)² is 0.3852.
      (
        "<feBlend in2=\"SourceGraphic\" mode=\"screen\"/>", "#808080", [166, 166, 166]
      ),
    ])
  func colors(filter: String, fill: String, expected: [Int]) throws {
    let found = try color(filter, fill: fill)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(found), not \(expected)")
  }

  @Test("Filters of what moves are the same for any number of workers, and warn of nothing")
  func workers() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="80" height="60">
        <filter id="f">
          <feTurbulence baseFrequency="0.1" numOctaves="2" result="n"/>
          <feDisplacementMap in="SourceGraphic" in2="n" scale="9" xChannelSelector="R" yChannelSelector="G"/>
          <feGaussianBlur stdDeviation="3 1" result="b"/>
          <feSpecularLighting in="b" surfaceScale="3"><fePointLight x="20" y="10" z="30"/></feSpecularLighting>
          <feComposite in2="b" operator="in"/><feMerge><feMergeNode in="b"/><feMergeNode/></feMerge>
        </filter>
        <circle cx="40" cy="30" r="20" fill="#E9552E" filter="url(#f)"/>
      </svg>
      """, to: "a.svg")
    try folder.write(
      """
      { "canvas": { "size": [160, 120], "fps": 10, "duration": 0.6, "background": "white" },
        "stages": [{
          "id": "p", "stage": "picture",
          "parameters": {
            "file": "a.svg", "width": 80,
            "position": { "x": { "keyframes": [{ "at": 0, "value": 50 }, { "at": 0.5, "value": 100.5 }] }, "y": 60 } }
        }],
        "outputs": [{ "file": "a.mov", "codec": "prores" }] }
      """, to: "a.json")
    var films: [Data] = []
    for workers in ["1", "3"] {
      let outcome = try run(
        ["run", "a.json", "--workers", workers, "--no-cache", "--output", "out", "--force"], in: folder.url)
      #expect(outcome.code == 0 && !outcome.errors.contains("warning"), "\(outcome.errors)")
      films.append(try Data(contentsOf: URL(fileURLWithPath: folder.file("out/a.mov"))))
    }
    #expect(films[0] == films[1])
  }
}
