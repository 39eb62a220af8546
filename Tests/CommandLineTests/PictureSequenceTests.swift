import Foundation
import Graphics
import TestSupport
import Testing
import Video

@Suite("Sequences of pictures, through the program")
struct PictureSequenceTests {
  private func picture(_ width: Int, _ height: Int) throws -> Image {
    try #require(
      Image(
        width: width, height: height, premultiplied: [UInt8](repeating: 255, count: width * height * 4)))
  }

  @Test("A picture of another size is an error before anything is drawn, also behind the end of the film")
  func sizes() throws {
    let folder = try TemporaryFolder()
    for number in 1...5 { try writePNG(try picture(8, number == 4 ? 6 : 8), to: folder.file("f\(number).png")) }
    try folder.write(
      """
      { "canvas": { "size": [16, 16], "fps": 10, "duration": 0.1 },
        "stages": [{ "id": "c", "stage": "clip", "parameters": { "file": "f1.png", "fps": 10, "width": 8 } }],
        "outputs": [{ "file": "a.mkv", "codec": "ffv1" }] }
      """, to: "job.json")
    for command in [["validate"], ["still", "-o", "a.png"], ["run"]] {
      let outcome = try run([command[0], "job.json"] + command.dropFirst(), in: folder.url)
      #expect(outcome.code == 2)
      #expect(
        (outcome.output + outcome.errors).contains(
          "'f4.png' has 8 × 6 pixels, and the first picture of the sequence 8 × 8. Give all pictures of a sequence one size."
        ), "\(outcome)")
    }
    try writePNG(try picture(8, 8), to: folder.file("f4.png"))
    #expect(try run(["validate", "job.json"], in: folder.url).code == 0)
  }
}
