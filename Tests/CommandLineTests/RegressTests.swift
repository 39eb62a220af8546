import Foundation
import StageKit
import TestSupport
import Testing
import Video

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

  /// The results of a report, without durations.
  private func results(_ folder: TemporaryFolder, _ report: String) throws -> NSDictionary {
    let data = try Data(contentsOf: folder.url.appendingPathComponent("\(report)/results.json"))
    var root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    root["jobs"] = try #require(root["jobs"] as? [[String: Any]]).map { job in job.filter { $0.key != "timings" } }
    return root as NSDictionary
  }

  @Test("A shared run reports what a run on one machine does, with deleted jobs, once all shares are done")
  func shares() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c", "d"] {
      try folder.write(job(radius: 10).replacing("dot.mp4", with: "\(name).mp4"), to: "jobs/\(name).json")
    }
    func regress(_ options: String...) throws -> Outcome { try run(["regress", "jobs"] + options, in: folder.url) }
    #expect(try regress("--record", "--scale", "1", "--no-cache").code == 0)
    try folder.write(job(radius: 11).replacing("dot.mp4", with: "b.mp4"), to: "jobs/b.json")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("jobs/d.json"))
    #expect(try regress("--no-cache", "--out", "whole").code == 3)
    let nothing = try regress("--join", "--cache", "cache", "--out", "joined")
    #expect(nothing.code == 4)
    #expect(nothing.errors.contains("jobs/a.json: no share has finished it"))
    let share = try regress("--share", "0/2", "--store-only", "--cache", "cache")
    #expect(share.code == 0)
    #expect(share.output.contains("share 0/2: 2 of 2 jobs in the cache"))
    let half = try regress("--join", "--cache", "cache", "--out", "joined")
    #expect(half.code == 4)
    #expect(half.output.contains("4 jobs: 2 passed, 1 missing, 1 unfinished"))
    #expect(half.errors.contains("jobs/b.json: no share has finished it"))
    #expect(try regress("--share", "1/2", "--store-only", "--cache", "cache").code == 0)
    #expect(try regress("--join", "--cache", "cache", "--out", "joined").code == 3)
    #expect(try results(folder, "joined") == results(folder, "whole"))
    #expect(try regress("--join", "--cache", "cache", "--out", "joined", "--update", "b").code == 0)
    #expect(try regress("--no-cache", "--update", "b").output.contains("1 job: 1 passed"))
  }

  @Test("A join records the baseline that a run on one machine does")
  func sharedRecord() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write(job(radius: 10).replacing("dot.mp4", with: "\(name).mp4"), to: "jobs/\(name).json")
    }
    func record(_ options: String...) throws -> Int32 {
      try run(["regress", "jobs", "--record", "--scale", "0.5"] + options, in: folder.url).code
    }
    #expect(try record("--no-cache", "--baseline", "whole") == 0)
    #expect(try record("--join", "--cache", "cache", "--baseline", "joined") == 4)
    for share in ["0/2", "1/2"] { #expect(try record("--share", share, "--store-only", "--cache", "cache") == 0) }
    #expect(try record("--join", "--cache", "cache", "--baseline", "joined") == 0)
    for job in ["a", "b"] {
      let names = folder.names(below: "whole/\(job)")
      #expect(names.contains("record.json") && names.contains("frame-0000.png") && names.contains("before.mp4"))
      #expect(folder.names(below: "joined/\(job)") == names)
      for name in names {
        #expect(folder.bytes("joined/\(job)/\(name)") == folder.bytes("whole/\(job)/\(name)"), "\(name)")
      }
    }
  }

  @Test("What a share cannot keep is an error")
  func fullStore() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    try folder.write("", to: "cache/observations")
    let outcome = try run(["regress", "dot.json", "--store-only", "--cache", "cache"], in: folder.url)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("is a file, not a folder"))
    #expect(outcome.output.contains("0 of 1 job in the cache"))
  }

  @Test("Recording files that are far from what was drawn is no success")
  func recordedFaults() throws {
    let folder = try TemporaryFolder()
    var numbers = SeededNumbers(seed: 1)
    let pixels = (0..<64 * 64).flatMap { _ in (0..<3).map { _ in numbers.next() & 1 == 0 ? 0 : 255 as UInt8 } + [255] }
    try writePNG(try #require(Image(width: 64, height: 64, premultiplied: pixels)), to: folder.file("noise.png"))
    try folder.write(
      """
      { "canvas": { "size": [64, 64], "fps": 10, "duration": 0.1 },
        "stages": [{ "id": "noise", "stage": "picture", "parameters": { "file": "noise.png" } }],
        "outputs": [{ "file": "noise.jpg", "quality": 0, "poster": { "at": 0 } }] }
      """, to: "noise.json")
    let outcome = try run(["regress", "noise.json", "--record", "--scale", "1", "--no-cache"], in: folder.url)
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("noise.json: frame 0 differs from what was drawn"))
    #expect(outcome.errors.hasSuffix("recorded with faults: noise\n"))
    #expect(folder.names(below: "Baselines/noise").contains("record.json"))
  }

  @Test("Wrong options are refused") func refusesWrongOptions() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    for options in [
      ["--tolerance", "some"], ["--update", "other"], ["--record", "--sample"], ["--record", "--update", "dot"],
      ["--share", "0/2"], ["--share", "2/2", "--store-only"], ["--store-only", "--join"], ["--join", "--sample"],
      ["--join", "--history", "h"], ["--join", "--no-cache"], ["--store-only", "--out", "o"],
    ] {
      #expect(try run(["regress", "dot.json"] + options, in: folder.url).code == 2, "\(options)")
    }
  }
}
