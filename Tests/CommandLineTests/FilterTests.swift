import Foundation
import TestSupport
import Testing
import Video

/// Blurs and shadows, next to what CSS says of them and to Chromium 156, which rasterized with its graphics library on a page of 400 × 300.
@Suite("Blurs and shadows are those of CSS, through the program")
struct FilterTests {
  /// The picture of a rectangle of 100 × 80 in the middle.
  private func picture(_ parameters: String, background: String) throws -> (Int, Int) -> [Int] {
    let folder = try TemporaryFolder()
    let job = """
      {"canvas": {"size": [400, 300], "scale": 1, "fps": 10, "duration": 1, "background": "\(background)"}, "stages": [
        {"id": "a", "stage": "shape", "parameters": {"rect": {"size": [100, 80]}, \(parameters)}}]}
      """
    try job.write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
    let outcome = try run(["still", "a.json", "--at", "0", "-o", "a.png"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let picture = try readPicture(at: folder.file("a.png"))
    return { x, y in picture.pixels[((y * picture.width + x) * 4)...].prefix(3).map(Int.init) }
  }

  @Test("A blur is a Gaussian whose deviation is its radius", arguments: [2.0, 5, 12, 20, 40])
  func definition(radius: Double) throws {
    let pixel = try picture(#""fill": "white", "effects": [{"blur": {"radius": \#(radius)}}]"#, background: "black")
    func integral(_ x: Double) -> Double { 0.5 * (1 + erf(x / (radius * 2.0.squareRoot()))) }
    func share(_ place: Int, _ start: Double, _ end: Double) -> Double {
      integral(Double(place) + 0.5 - start) - integral(Double(place) + 0.5 - end)
    }
    for y in stride(from: 0, to: 300, by: 6) {
      for x in stride(from: 0, to: 400, by: 5) {
        #expect(abs(Double(pixel(x, y)[0]) - 255 * share(x, 150, 250) * share(y, 110, 190)) <= 2, "\(x), \(y)")
      }
    }
  }

  @Test("A blur is that of a browser's filter")
  func blur() throws {
    let values = [
      2: [145: 3, 150: 153, 155: 254, 245: 252, 250: 102, 255: 1],
      5: [140: 7, 145: 47, 150: 138, 155: 221, 160: 251, 240: 248, 245: 208, 250: 117, 255: 34, 260: 4],
    ]
    for (radius, row) in values {
      let pixel = try picture(#""fill": "white", "effects": [{"blur": {"radius": \#(radius)}}]"#, background: "black")
      for (x, value) in row { #expect(abs(pixel(x, 150)[0] - value) <= 2, "\(radius), \(x)") }
    }
  }

  @Test("A shadow is that of a browser's boxes, and a drop shadow that of its filter")
  func shadows() throws {
    let places = [
      (140, 190), (200, 195), (200, 205), (200, 215), (200, 225), (255, 150), (260, 170), (270, 190), (280, 200),
    ]
    let box = [
      [246, 246, 254], [99, 91, 232], [141, 135, 238], [198, 195, 247], [237, 237, 252], [146, 140, 239],
      [170, 165, 242],
      [223, 222, 250], [249, 249, 254],
    ]
    let dropped = [
      [4, 4, 12], [70, 62, 202], [50, 45, 146], [25, 22, 72], [7, 7, 22], [49, 44, 143], [39, 34, 113], [15, 13, 43],
      [3, 3, 8],
    ]
    let shade = ##""offset": [10, 20], "color": "#4F46E5""##
    for (parameters, background, values, most) in [
      (##""fill": "#F59E0B", "shadow": {"blur": 24, \##(shade)}"##, "white", box, 1),
      // The browser draws deviations above 4 at a smaller size.
      (##""fill": "#F59E0B", "effects": [{"dropShadow": {"blur": 12, \##(shade)}}]"##, "black", dropped, 3),
    ] {
      let pixel = try picture(parameters, background: background)
      for ((x, y), value) in zip(places, values) {
        #expect(zip(pixel(x, y), value).allSatisfy { abs($0 - $1) <= most }, "\(x), \(y): \(pixel(x, y))")
      }
    }
  }
}
