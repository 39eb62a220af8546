import Foundation
import TestSupport
import Testing

/// One job with an output of every kind.
@Suite("All formats on the command line", .waitsForProcesses)
struct FormatsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"canvas": {"size": [80, 80], "fps": 10, "duration": 0.6, "background": "clear"},
       "stages": [{"id": "dots", "stage": "typing-dots"}],
       "outputs": [
        {"file": "a.mp4", "background": "white"}, {"file": "b.mp4", "background": "white", "codec": "hevc"},
        {"file": "c.mp4", "background": "white", "codec": "av1"}, {"file": "d.webm"}, {"file": "e.mov"},
        {"file": "f.mkv", "depth": 16}, {"file": "g.gif"}, {"file": "h.apng"}, {"file": "i.webp"}, {"file": "j.avif"},
        {"file": "k/{frame}.png", "depth": 16}, {"file": "l.png", "poster": {"at": 0.2}},
        {"file": "m.png", "sprite": {"columns": 3}}, {"file": "n.mp4", "alpha": "stacked"},
        {"file": "o.jpg", "background": "white", "poster": {"at": 0.2}}]}
      """, to: "all.json")
  }

  private func pipeline(_ command: String) throws -> Outcome {
    try run(command.split(separator: " ").map(String.init), in: folder.url)
  }

  private func files(_ output: String) -> [String: Data] { folder.files(below: output) }

  @Test("Isolated and stored runs give the bytes of a plain one, and say so before and after")
  func runs() throws {
    #expect(try pipeline("run all.json --no-cache --output plain").code == 0)
    let plain = files("plain")
    #expect(plain.count == 21)
    let before = try pipeline("run all.json --cache store --dry-run")
    #expect(before.output.contains("  0 of "), "\(before.output)")
    #expect(try pipeline("run all.json --cache store --isolate").code == 0)
    #expect(files("out") == plain)
    let after = try pipeline("run all.json --cache store --dry-run")
    #expect(after.output.contains(" in the cache, 0 frames to draw"), "\(after.output)")
    let again = try pipeline("run all.json --cache store --explain")
    #expect(again.code == 0 && files("out") == plain)
    let explained = (again.output + again.errors).split(separator: "\n").filter { $0.contains(": frames ") }
    #expect(
      !explained.isEmpty && explained.allSatisfy { $0.hasSuffix("from the cache") || $0.contains("  repeats ") })
  }

  @Test("Recorded files of every format have no faults, and compare as equal")
  func regress() throws {
    let recorded = try pipeline("regress all.json --cache store --record --scale 1")
    #expect(recorded.code == 0, "\(recorded.errors)")
    let same = try pipeline("regress all.json --cache store")
    #expect(same.code == 0 && same.output.contains("1 job: 1 passed"), "\(same.output)\(same.errors)")
  }
}
