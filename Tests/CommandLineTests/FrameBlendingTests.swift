import Foundation
import Graphics
import TestSupport
import Testing
import Video

@Suite("Blended frames of clips, through the program")
struct FrameBlendingTests {
  /// Eight gray pictures, each lighter than the one before by 30 levels.
  private func writeSequence(to folder: TemporaryFolder) throws {
    for number in 0..<8 {
      let level = UInt8(number * 30)
      let pixels = (0..<16).map { $0 % 4 == 3 ? 255 : level }
      let image = try #require(Image(width: 2, height: 2, premultiplied: pixels))
      try writePNG(image, to: folder.file("shot-\(number).png"))
    }
  }

  private func level(_ parameters: String, at seconds: Double, in folder: TemporaryFolder) throws -> Int {
    let job = """
      { "canvas": { "size": [2, 2], "fps": 10, "duration": 2, "background": "#000000" }, "stages": [
        { "id": "c", "stage": "clip", "parameters": { "file": "shot-0.png", "fps": 10, "width": 2, \(parameters) } }],
        "outputs": [{ "file": "a.mp4" }] }
      """
    try folder.write(job, to: "a.json")
    let outcome = try run(
      ["still", "a.json", "--at", "\(seconds)", "-o", "a.png", "--force"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return Int(try readPicture(at: folder.file("a.png")).pixels[0])
  }

  @Test(
    "A frame shows the mean of all that pass meanwhile, and slow motion goes over from one to the next",
    arguments: [
      // At its own speed and rate, alone.
      (#""time": { "offset": 0.2 }"#, 0.3, 150),
      // Halfway between two.
      (#""time": { "speed": 0.5 }"#, 0.1, 15), (#""time": { "speed": 0.5 }"#, 0.2, 30),
      (#""time": { "speed": 0.25 }"#, 0.3, 22.5),
      // Four of them, and two at the end.
      (#""time": { "speed": 4 }"#, 0, 45), (#""time": { "speed": 4 }"#, 0.1, 165),
      (#""time": { "speed": 4, "offset": 0.2 }"#, 0.1, 195),
      // Backward.
      (#""time": { "speed": 4, "reverse": true }"#, 0, 165),
      (#""time": { "speed": 0.5, "reverse": true }"#, 0.1, 195),
      // Only what is played.
      (#""time": { "speed": 4, "length": 0.2, "loop": true }"#, 0, 15),
      (#""time": { "offset": -0.2, "speed": 4 }"#, 0, 0),
      // At rest, one.
      (#""time": { "freeze": 0.25 }"#, 0.4, 60), (#""time": { "speed": 2 }"#, 1.5, 210),
      // Along keyframes, at three times the speed.
      (
        #""time": { "remap": { "keyframes": [{ "at": 0, "value": 0, "curve": "linear" }, { "at": 0.2, "value": 0.6 }] } }"#,
        0.1, 120
      ),
      (#""time": { "remap": { "keyframes": [{ "at": 0, "value": 0.3 }, { "at": 0.2, "value": 0.3 }] } }"#, 0.1, 90),
    ])
  func blend(time: String, seconds: Double, expected: Double) throws {
    let folder = try TemporaryFolder()
    try writeSequence(to: folder)
    let found = try level("\"frames\": \"blend\", \(time)", at: seconds, in: folder)
    #expect(abs(Double(found) - expected) <= 1)
  }

  @Test("The nearest frame is shown unless asked for more")
  func nearest() throws {
    let folder = try TemporaryFolder()
    try writeSequence(to: folder)
    #expect(try level(#""time": { "speed": 0.5 }"#, at: 0.1, in: folder) == 0)
    #expect(try level(#""time": { "speed": 4 }"#, at: 0.1, in: folder) == 120)
  }
}
