import Foundation
import TestSupport
import Testing
import Video

@Suite("Stroked text, through the program")
struct StrokedTextTests {
  private func alpha(_ stage: String, in folder: TemporaryFolder) throws -> [UInt8] {
    let job = """
      { "canvas": { "size": [480, 180], "fps": 10, "duration": 1, "background": "clear" }, "stages": [\(stage)],
        "outputs": [{ "file": "a.png", "poster": { "at": 0.5 } }] }
      """
    try folder.write(job, to: "a.json")
    let outcome = try run(["still", "a.json", "--at", "0.5", "-o", "a.png", "--force"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let pixels = try readPicture(at: folder.file("a.png")).pixels
    return stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
  }

  @Test(
    "No line crosses a letter whose contours overlap in its font", arguments: ["center", "inside", "outside"],
    [
      #""stage": "caption", "parameters": { "text": "Ate&t4", "size": 130,"#,
      #""stage": "counter", "parameters": { "value": 4444, "size": 130,"#,
    ])
  func overlaps(align: String, stage: String) throws {
    let folder = try TemporaryFolder()
    let filled = try alpha("{ \"id\": \"a\", \(stage) \"color\": \"white\" } }", in: folder)
    let lined = try alpha(
      """
      { "id": "a", \(stage) "color": "#FFFFFF00", "stroke": { "paint": "white", "width": 2, "align": "\(align)" } } }
      """, in: folder)
    #expect(lined.contains { $0 > 200 })
    // Far from every edge of the letters.
    let (width, height) = (480, 180)
    var count = 0
    for y in 4..<height - 4 {
      for x in 4..<width - 4 {
        let isInside = (-4...4).allSatisfy { dy in
          (-4...4).allSatisfy { dx in filled[(y + dy) * width + x + dx] == 255 }
        }
        if isInside {
          count += 1
          #expect(lined[y * width + x] == 0, "\(x), \(y)")
        }
      }
    }
    #expect(count > 500)
  }
}
