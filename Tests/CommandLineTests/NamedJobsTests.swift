import Foundation
import TestSupport
import Testing

@Suite("The jobs that a command names", .waitsForProcesses) struct NamedJobsTests {
  private static let job = """
    { "name": "dot", "canvas": { "size": [64, 48], "fps": 12, "duration": 1, "background": "#203040" },
      "stages": [{ "id": "dot", "stage": "shape", "parameters": { "circle": { "radius": 10 }, "fill": "#FFFFFF" } }],
      "outputs": [{ "file": "dot.mp4", "preset": "ultrafast" }] }
    """

  @Test("A variable that no job has is bad usage before anything is drawn, at every door")
  func unknownVariable() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "dot.json")
    for door in [
      ["run", "--no-cache"], ["validate"], ["regress", "--no-cache"], ["still", "-o", "a.png"],
      ["sheet", "-o", "a.png"],
      ["trace"],
    ] {
      let outcome = try run(door + ["dot.json", "--set", "nosuch=1"], in: folder.url)
      #expect(outcome.code == 2, "\(door)")
      #expect(outcome.errors == "pipeline: --set nosuch: no job has a variable 'nosuch'\n", "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    #expect(folder.names(below: "") == ["dot.json"])
  }

  @Test("A job that is named twice is one job")
  func namedTwice() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "jobs/dot.json")
    for door in [["validate"], ["run", "--no-cache"], ["regress", "--no-cache", "--record"]] {
      let outcome = try run(door + ["jobs", "jobs/dot.json", "./jobs//dot.json"], in: folder.url)
      #expect(outcome.code == 0, "\(door): \(outcome.errors)")
    }
  }
}
