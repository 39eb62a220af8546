import Foundation
import TestSupport
import Testing

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
      "outputs": [{ "file": "again.png" }]
    }
    """
  }

  private func still(_ text: String, at seconds: String, in folder: TemporaryFolder) throws -> (Data, String) {
    try text.write(toFile: folder.file("out/again.json"), atomically: true, encoding: .utf8)
    let outcome = try run(["still", "out/again.json", "--at", seconds, "-o", "again.png", "--force"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return (folder.bytes("again.png") ?? Data(), outcome.errors)
  }

  @Test("An animated WebP and PNG play as the film that they were made of, and their first frame is a picture")
  func lossless() throws {
    let folder = try TemporaryFolder()
    try folder.write(film, to: "film.json")
    #expect(try run(["run", "film.json", "--output", "out"], in: folder.url).code == 0)
    for seconds in ["0", "0.3", "0.9"] {
      let original = try run(
        ["still", "film.json", "--at", seconds, "-o", "a.png", "--force"], in: folder.url)
      #expect(original.code == 0)
      for name in ["film.webp", "film.apng"] {
        let clip = job(#"{ "id": "c", "stage": "clip", "parameters": { "file": "\#(name)", "width": 32 } }"#)
        #expect(try still(clip, at: seconds, in: folder).0 == folder.bytes("a.png"), "\(name) at \(seconds)")
      }
      let avif = job(#"{ "id": "c", "stage": "clip", "parameters": { "file": "film.avif", "width": 32 } }"#)
      #expect(try !still(avif, at: seconds, in: folder).0.isEmpty)
    }
    let (picture, warnings) = try still(
      job(#"{ "id": "c", "stage": "picture", "parameters": { "file": "film.webp", "width": 32 } }"#), at: "0.5",
      in: folder)
    let first = try still(
      job(#"{ "id": "c", "stage": "clip", "parameters": { "file": "film.webp", "width": 32 } }"#), at: "0", in: folder
    ).0
    #expect(picture == first && warnings.contains("is an animated WebP, of which only the first picture is shown"))
  }
}
