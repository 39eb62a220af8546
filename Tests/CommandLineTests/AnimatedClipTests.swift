import Foundation
import TestSupport
import Testing
import Video

@Suite("Animated pictures as clips, through the program")
struct AnimatedClipTests {
  private let film = """
    {
      "canvas": { "size": [32, 24], "fps": 10, "duration": 1, "background": "clear" }, "stages": [
        { "id": "dot", "stage": "shape", "parameters": {
          "circle": { "radius": 6 }, "fill": "#F0A000C0", "position": {
            "x": { "keyframes": [{ "at": 0, "value": 6 }, { "at": 1, "value": 26 }] }, "y": 12 } } }
      ],
      "outputs": [{ "file": "film.webp" }, { "file": "film.avif" }, { "file": "film.apng" }]
    }
    """

  private func job(_ stage: String) -> String {
    """
    {
      "canvas": { "size": [32, 24], "fps": 10, "duration": 1, "background": "clear" }, "stages": [\(stage)],
      "outputs": [{ "file": "again.mov", "codec": "prores" }]
    }
    """
  }

  /// The pixels of a still, premultiplied, and the warnings.
  private func still(_ text: String, at seconds: String, in folder: TemporaryFolder) throws -> ([UInt8], String) {
    try text.write(toFile: folder.file("out/again.json"), atomically: true, encoding: .utf8)
    let outcome = try run(["still", "out/again.json", "--at", seconds, "-o", "again.png", "--force"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return (try readPicture(at: folder.file("again.png")).pixels, outcome.errors)
  }

  private func stage(_ name: String, _ file: String) -> String {
    job("{ \"id\": \"c\", \"stage\": \"\(name)\", \"parameters\": { \"file\": \"\(file)\", \"width\": 32 } }")
  }

  @Test(
    "They play as the film that they were made of", arguments: [("film.webp", 2), ("film.apng", 2), ("film.avif", 6)])
  func plays(file: String, tolerance: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(film, to: "film.json")
    #expect(try run(["run", "film.json", "--output", "out"], in: folder.url).code == 0)
    for seconds in ["0", "0.3", "0.9"] {
      #expect(try run(["still", "film.json", "--at", seconds, "-o", "a.png", "--force"], in: folder.url).code == 0)
      let original = try readPicture(at: folder.file("a.png")).pixels
      let shown = try still(stage("clip", file), at: seconds, in: folder).0
      #expect(original.count == shown.count)
      let difference = zip(original, shown).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(difference <= tolerance, "\(file) at \(seconds)")
    }
  }

  @Test("A picture of an animated WebP is its first frame, with a warning")
  func firstFrame() throws {
    let folder = try TemporaryFolder()
    try folder.write(film, to: "film.json")
    #expect(try run(["run", "film.json", "--output", "out"], in: folder.url).code == 0)
    let (picture, warnings) = try still(stage("picture", "film.webp"), at: "0.5", in: folder)
    #expect(try picture == still(stage("clip", "film.webp"), at: "0", in: folder).0)
    #expect(warnings.contains("is an animated WebP, of which only the first picture is shown"))
  }
}
