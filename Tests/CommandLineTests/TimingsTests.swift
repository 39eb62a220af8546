import Foundation
import TestSupport
import Testing

@Suite("Timings of a run", .waitsForProcesses)
struct TimingsTests {
  private static let job = """
    {"name": "card", "canvas": {"size": [64, 48], "fps": 30, "duration": 1, "background": "#203040"},
     "stages": [{"id": "box", "stage": "shape", "parameters": {"rect": {"size": [20, 10]}, "fill": "white"}}],
     "outputs": [{"file": "card.mp4", "preset": "veryfast"}]}
    """

  @Test("A table follows the summary, with a row for each phase and stage")
  func table() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "card.json")
    let outcome = try run(["run", "card.json", "--timings"], in: folder.url)
    #expect(outcome.code == 0)
    let summary = try #require(outcome.errors.range(of: "out/card.mp4 ("))
    let table = outcome.errors[summary.upperBound...]
    for row in ["planning", "stages", "  box (shape)", "drawing", "encoding", "writing and checking", "all"] {
      #expect(table.contains("\n  \(row) "))
    }
  }

  @Test("Programs get an event")
  func event() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "card.json")
    let outcome = try run(["run", "card.json", "--timings", "--progress", "json"], in: folder.url)
    let events = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let timings = try #require(events.first { $0["event"] as? String == "timings" })
    #expect(timings["job"] as? String == "card.json")
    #expect(timings["frames"] as? Int == 30)
    #expect((timings["stages"] as? [[String: Any]])?.first?["id"] as? String == "box")
    #expect(outcome.errors.isEmpty)
  }

  @Test("Times are reported only on request")
  func off() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "card.json")
    let outcome = try run(["run", "card.json"], in: folder.url)
    #expect(!outcome.errors.contains("processor time"))
  }
}
