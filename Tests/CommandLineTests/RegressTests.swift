import Foundation
import TestSupport
import Testing

@Suite("pipeline regress") struct RegressTests {
  private func job(radius: Int) -> String {
    """
    { "name": "dot", "canvas": { "size": [64, 48], "fps": 12, "duration": 1, "background": "#203040" },
      "stages": [{ "id": "dot", "stage": "shape", "parameters": { "circle": { "radius": \(radius) }, "fill": "#FFFFFF" } }],
      "outputs": [{ "file": "dot.mp4", "preset": "ultrafast" }] }
    """
  }

  @Test("A baseline is recorded, a change is reported, blamed, reported and accepted") func reportsChanges() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    func regress(_ options: String...) throws -> Outcome {
      try run(["regress", "dot.json", "--cache", "cache"] + options, in: folder.url)
    }
    #expect(try regress().code == 3)
    #expect(try regress("--record", "--scale", "1").code == 0)
    #expect(folder.names(below: "Baselines/dot").contains("record.json"))
    let same = try regress()
    #expect(same.code == 0)
    #expect(same.output.contains("1 job: 1 passed"))
    try folder.write(job(radius: 11), to: "dot.json")
    let changed = try regress()
    #expect(changed.code == 3)
    #expect(changed.errors.contains("frame 0 (0.000 s): stage 'dot' (shape): parameter 'circle.radius' 10 → 11"))
    #expect(folder.names(below: "regress").filter { $0.contains(".") } == ["index.html", "junit.xml", "results.json"])
    #expect(try regress("--sample").code == 3)
    #expect(try regress("--update", "dot").errors.contains("10 → 11"))
    #expect(try regress().code == 0)
    #expect(try regress("--sample").code == 0)
  }

  @Test("A file that is no job is an error in every report") func tellsOfBadJobs() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "jobs/dot.json")
    #expect(try run(["regress", "jobs", "--no-cache", "--record"], in: folder.url).code == 0)
    try folder.write(job(radius: 10).replacing("radius", with: "radios"), to: "jobs/bad.json")
    let outcome = try run(["regress", "jobs", "--no-cache"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("2 jobs: 1 passed, 1 failed"), "\(outcome.output)")
    for report in ["index.html", "junit.xml", "results.json"] {
      let text = try String(contentsOf: folder.url.appendingPathComponent("regress/\(report)"), encoding: .utf8)
      #expect(text.contains("radios"), "\(report)")
    }
    let junit = try String(contentsOf: folder.url.appendingPathComponent("regress/junit.xml"), encoding: .utf8)
    #expect(junit.contains(#"tests="2" failures="0" errors="1""#))
  }

  @Test("Wrong options are refused") func refusesWrongOptions() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    for options in [
      ["--shard", "3"], ["--shard", "9/8"], ["--tolerance", "some"], ["--update", "other"], ["--record", "--sample"],
      ["--record", "--update", "dot"],
    ] {
      #expect(try run(["regress", "dot.json", "--no-cache"] + options, in: folder.url).code == 2, "\(options)")
    }
  }
}
