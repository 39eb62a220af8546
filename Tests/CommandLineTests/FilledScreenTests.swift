import Foundation
import Graphics
import TestSupport
import Testing
import Video

@Suite("Devices whose screen is filled, through the program")
struct FilledScreenTests {
  private func job(_ parameters: String, _ stages: String) -> String {
    """
    { "canvas": { "size": [300, 300], "fps": 10, "duration": 1, "background": "#000000" }, "stages": [
      { "id": "d", "stage": "device", "parameters": { "kind": "phone", "reflection": 0\(parameters) },
        "stages": [\(stages)] }],
      "outputs": [{ "file": "a.mp4" }] }
    """
  }

  @Test("A small picture covers the screen, wherever that is", arguments: [[150, 150], [120, 170]])
  func filled(center: [Int]) throws {
    let folder = try TemporaryFolder()
    try writePNG(gray(), to: folder.file("a.png"))
    try folder.write(
      job(
        ", \"fillsScreen\": true, \"screen\": { \"size\": [90, 195], \"center\": \(center) }",
        #"{ "id": "p", "stage": "picture", "parameters": { "file": "a.png" } }"#), to: "a.json")
    let outcome = try run(["still", "a.json", "--at", "0", "-o", "o.png"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let pixels = try readPicture(at: folder.file("o.png")).pixels
    for (dx, dy) in [(0, 0), (-40, 0), (40, 0), (0, 90), (-30, 80), (30, -60)] {
      let pixel = ((center[1] + dy) * 300 + center[0] + dx) * 4
      #expect(pixels[pixel] == 200, "\(dx), \(dy)")
    }
  }

  private func gray() throws -> Image {
    try #require(Image(width: 4, height: 4, premultiplied: (0..<64).map { $0 % 4 == 3 ? 255 : 200 }))
  }

  @Test("It is of one stage alone")
  func one() throws {
    let folder = try TemporaryFolder()
    let shape = #"{ "id": "a", "stage": "backdrop" }, { "id": "b", "stage": "backdrop" }"#
    try folder.write(job(", \"fillsScreen\": true", shape), to: "a.json")
    let outcome = try run(["validate", "a.json"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.contains("parameters.fillsScreen: is of one stage, and the device holds 2"), "\(outcome.errors)")
  }
}
