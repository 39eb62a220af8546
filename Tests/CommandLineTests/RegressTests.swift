import Foundation
import StageKit
import TestSupport
import Testing
import Video

@Suite("pipeline regress", .waitsForProcesses) struct RegressTests {
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
    #expect(
      folder.names(below: "regress").filter { $0.contains(".") } == [
        "index.html", "junit.xml", "nights.jsonl", "results.json",
      ])
    #expect(try regress("--sample").code == 3)
    #expect(try regress("--update", "dot").errors.contains("10 → 11"))
    #expect(try regress().code == 0)
    #expect(try regress("--sample").code == 0)
  }

  @Test("The command that accepts has all options that decide what is drawn, and works as it is printed")
  func acceptance() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("plug in"), withIntermediateDirectories: true)
    func write(_ name: String, radius: Int) throws {
      try folder.write(job(radius: radius).replacing("dot.mp4", with: "\(name).mp4"), to: "jobs/\(name).json")
    }
    for name in ["a", "b"] { try write(name, radius: 10) }
    let options = ["--plugins", "plug in", "--cache=cache", "--baseline", "B", "--scale", "1"]
    #expect(try run(["regress", "jobs", "--record"] + options, in: folder.url).code == 0)
    for name in ["a", "b"] { try write(name, radius: 11) }
    for mode in [["--sample"], []] {
      let outcome = try run(["regress", "jobs"] + mode + options, in: folder.url)
      #expect(outcome.code == 3)
      let line = try #require(outcome.errors.split(separator: "\n").first { $0.contains("to accept: ") })
      let words =
        "to accept: pipeline regress jobs --baseline=B --scale=1 --cache=cache '--plugins=plug in' --accept "
      #expect(line.contains(words), "\(line)")
      guard mode.isEmpty else { continue }
      let cause = try #require(line.split(separator: " ").last)
      let command = ["regress", "jobs", "--baseline=B", "--scale=1", "--cache=cache", "--plugins=plug in"]
      #expect(try run(command + ["--accept", String(cause)], in: folder.url).code == 0)
    }
    // A cause that only one job has is named, too.
    try write("a", radius: 12)
    let one = try run(["regress", "jobs"] + options, in: folder.url)
    #expect(one.errors.contains("--accept "), "\(one.errors)")
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
    root["run"] = nil
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
    #expect(try regress("--no-cache", "--output", "whole").code == 3)
    let nothing = try regress("--join", "--cache", "cache", "--output", "joined")
    #expect(nothing.code == 4)
    #expect(nothing.errors.contains("jobs/a.json: no share has finished it"))
    let share = try regress("--share", "0/2", "--cache-only", "--cache", "cache")
    #expect(share.code == 0)
    #expect(share.output.contains("share 0/2: 2 of 2 jobs in the cache"))
    let half = try regress("--join", "--cache", "cache", "--output", "joined")
    #expect(half.code == 4)
    #expect(half.output.contains("4 jobs: 2 passed, 1 missing, 1 unfinished"))
    #expect(half.errors.contains("jobs/b.json: no share has finished it"))
    #expect(try regress("--share", "1/2", "--cache-only", "--cache", "cache").code == 0)
    #expect(try regress("--join", "--cache", "cache", "--output", "joined").code == 3)
    #expect(try results(folder, "joined") == results(folder, "whole"))
    let updated = try regress("--join", "--cache", "cache", "--output", "joined", "--update", "b")
    #expect(updated.code == 3 && updated.errors.contains("not accepted: d\n"), "\(updated.errors)")
    #expect(try regress("--no-cache", "--update", "b").output.contains("4 jobs: 3 passed, 1 missing"))
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
    for share in ["0/2", "1/2"] { #expect(try record("--share", share, "--cache-only", "--cache", "cache") == 0) }
    #expect(try record("--join", "--cache", "cache", "--baseline", "joined") == 0)
    for job in ["a", "b"] {
      let names = folder.names(below: "whole/\(job)")
      #expect(
        names.contains("record.json") && names.contains { $0.hasPrefix("frame-0000-") }
          && names.contains { $0.hasPrefix("before-") })
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
    let outcome = try run(["regress", "dot.json", "--cache-only", "--cache", "cache"], in: folder.url)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("is a file, not a folder"))
    #expect(outcome.output.contains("0 of 1 job in the cache"))
  }

  @Test("A file that its encoder spoils is told when it is recorded, and passes from then on")
  func recordedFaults() throws {
    let folder = try TemporaryFolder()
    var numbers = SeededNumbers(seed: 1)
    var pixels: [UInt8] = []
    for _ in 0..<64 * 64 {
      for _ in 0..<3 { pixels.append(numbers.next() & 1 == 0 ? 0 : 255) }
      pixels.append(255)
    }
    try writePNG(try #require(Image(width: 64, height: 64, premultiplied: pixels)), to: folder.file("noise.png"))
    try folder.write(
      """
      { "canvas": { "size": [64, 64], "fps": 10, "duration": 0.1 },
        "stages": [{ "id": "noise", "stage": "picture", "parameters": { "file": "noise.png" } }],
        "outputs": [{ "file": "noise.jpg", "quality": 0, "poster": { "at": 0 } }] }
      """, to: "noise.json")
    let outcome = try run(["regress", "noise.json", "--record", "--scale", "1", "--no-cache"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("noise.json: frame 0 differs from what was drawn"))
    #expect(folder.names(below: "Baselines/noise").contains("record.json"))
    let night = try run(["regress", "noise.json", "--no-cache"], in: folder.url)
    #expect(night.code == 0, "\(night.errors)")
  }

  @Test("A stage that is renamed or added without being seen is a note, and no difference")
  func invisibleStages() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    #expect(try run(["regress", "dot.json", "--record", "--no-cache"], in: folder.url).code == 0)
    let hidden =
      #"{"id": "x", "stage": "shape", "hidden": true, "parameters": {"circle": {"radius": 2}, "fill": "red"}}, "#
    try folder.write(
      job(radius: 10).replacing(#""id": "dot""#, with: #""id": "spot""#).replacing(
        #""stages": ["#, with: #""stages": ["# + hidden), to: "dot.json")
    let outcome = try run(["regress", "dot.json", "--no-cache"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("note: stage 'dot' (shape) is called 'spot' now, which changes no pixel"))
    #expect(outcome.errors.contains("note: stage 'x' (shape) is new, which changes no pixel"))
  }

  @Test("A missing or damaged picture of the baseline is told, also where nothing differs")
  func damagedBaseline() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    #expect(try run(["regress", "dot.json", "--record", "--no-cache"], in: folder.url).code == 0)
    let pictures = folder.names(below: "Baselines/dot").filter { $0.hasSuffix(".png") }
    #expect(pictures.count >= 2)
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Baselines/dot/\(pictures[0])"))
    try folder.write("no picture", to: "Baselines/dot/\(pictures[1])")
    let outcome = try run(["regress", "dot.json", "--no-cache"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("note: the baseline's Baselines/dot/\(pictures[0]) is missing"))
    #expect(outcome.errors.contains("note: the baseline's Baselines/dot/\(pictures[1]) is damaged"))
    #expect(try run(["regress", "dot.json", "--no-cache", "--update", "*"], in: folder.url).code == 0)
    #expect(try !run(["regress", "dot.json", "--no-cache"], in: folder.url).errors.contains("the baseline's"))
  }

  @Test("Jobs that differ by one cause are one group, which is accepted by its name with a message")
  func groups() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ radius: Int, _ color: String = "#FFFFFF") throws {
      try folder.write(
        job(radius: radius).replacing("dot.mp4", with: "\(name).mp4").replacing("#FFFFFF", with: color),
        to: "jobs/\(name).json")
    }
    for name in ["a", "b", "c"] { try write(name, 10) }
    func regress(_ options: String...) throws -> Outcome {
      try run(["regress", "jobs", "--no-cache"] + options, in: folder.url)
    }
    #expect(try regress("--record").code == 0)
    for name in ["a", "b"] { try write(name, 11) }
    try write("c", 10, "#FFFF00")
    let night = try regress("--format", "github")
    #expect(night.code == 3)
    #expect(night.errors.contains("2 jobs (a, b): 'shape': parameter 'circle.radius' 10 → 11"), "\(night.errors)")
    let command = try #require(night.errors.firstMatch(of: /pipeline regress jobs --no-cache --accept ([0-9a-f]{6})/))
    #expect(night.output.contains("::error file=jobs/a.json,title=a%3A differs::jobs/a.json: frame 0 (0.000 s)"))
    let comment = try String(contentsOfFile: folder.file("regress/comment.md"), encoding: .utf8)
    #expect(comment.contains("| a, b | `pipeline regress jobs --no-cache --accept \(command.1)` |"), "\(comment)")
    let accepted = try regress("--accept", String(command.1), "--message", "larger dots")
    #expect(accepted.code == 3)
    #expect(accepted.errors.contains("not accepted: c\n"))
    #expect(accepted.output.contains("Baselines/a: accepted") && accepted.output.contains("Baselines/b: accepted"))
    let record = try String(contentsOfFile: folder.file("Baselines/a/record.json"), encoding: .utf8)
    #expect(record.contains(#""accepted" : "larger dots""#))
    #expect(try regress().output.contains("3 jobs: 2 passed, 1 differs"))
    #expect(try regress("--update", "[a-c]").code == 0)
    #expect(try regress().code == 0)
  }

  @Test("An update of one job compares and reports all, and is not done while another differs")
  func updateOfOne() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.write(job(radius: 10).replacing("dot.mp4", with: "\(name).mp4"), to: "jobs/\(name).json")
    }
    func regress(_ options: String...) throws -> Outcome {
      try run(["regress", "jobs", "--no-cache"] + options, in: folder.url)
    }
    #expect(try regress("--record").code == 0)
    for name in ["a", "b"] {
      try folder.write(job(radius: 11).replacing("dot.mp4", with: "\(name).mp4"), to: "jobs/\(name).json")
    }
    let first = try regress("--update", "a")
    #expect(first.code == 3 && first.output.contains("Baselines/a: accepted"), "\(first.errors)")
    #expect(first.output.contains("3 jobs: 1 passed, 2 differ") && first.errors.contains("not accepted: b\n"))
    let second = try regress("--update", "b")
    #expect(second.code == 0 && second.output.contains("3 jobs: 2 passed, 1 differs"), "\(second.output)")
  }

  @Test("Two people's updates of different jobs merge by git, and a conflict in a record says what to do")
  func merging() throws {
    let folder = try TemporaryFolder()
    func git(_ arguments: String...) throws -> Int32 {
      let process = TestProcess()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"] + arguments
      process.currentDirectoryURL = folder.url
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    func update(_ name: String, _ radius: Int) throws {
      try folder.write(job(radius: radius).replacing("dot.mp4", with: "\(name).mp4"), to: "jobs/\(name).json")
      #expect(try run(["regress", "jobs", "--no-cache", "--update", name], in: folder.url).code == 0)
      #expect(try git("add", "jobs", "Baselines") == 0)
      #expect(try git("commit", "-qm", "\(name) \(radius)") == 0)
    }
    for name in ["a", "b"] {
      try folder.write(job(radius: 10).replacing("dot.mp4", with: "\(name).mp4"), to: "jobs/\(name).json")
    }
    #expect(try run(["regress", "jobs", "--no-cache", "--record"], in: folder.url).code == 0)
    #expect(try git("init", "-q") == 0)
    #expect(try git("add", "jobs", "Baselines") == 0 && git("commit", "-qm", "base") == 0)
    #expect(try git("checkout", "-qb", "other") == 0)
    try update("a", 11)
    #expect(try git("checkout", "-q", "main") == 0)
    try update("b", 12)
    #expect(try git("merge", "-q", "-m", "both", "other") == 0)
    #expect(try run(["regress", "jobs", "--no-cache"], in: folder.url).code == 0)
    #expect(try git("checkout", "-qb", "third") == 0)
    try update("a", 13)
    #expect(try git("checkout", "-q", "main") == 0)
    try update("a", 14)
    #expect(try git("merge", "-q", "-m", "both", "third") != 0)
    try folder.write(job(radius: 13).replacing("dot.mp4", with: "a.mp4"), to: "jobs/a.json")
    let conflict = try run(["regress", "jobs", "--no-cache"], in: folder.url)
    #expect(conflict.code == 1)
    #expect(
      conflict.errors.contains("has the marks of a merge with conflicts. Accept what is drawn now: --update 'a'."))
    #expect(try run(["regress", "jobs", "--no-cache", "--update", "a"], in: folder.url).code == 0)
    #expect(try run(["regress", "jobs", "--no-cache"], in: folder.url).code == 0)
  }

  @Test("A stage that draws otherwise in each process is named as nondeterministic")
  func nondeterminism() throws {
    let libraries = try Libraries()
    try libraries.addSwift(
      "Unsteady",
      Libraries.stage(
        "Unsteady", named: "unsteady",
        "    frame.drawing.fill(.circle(center: Point(Double(getpid() % 1000) / 16, 9), radius: 3), .white)"))
    try libraries.folder.write(
      """
      {"canvas": {"size": [64, 64], "fps": 5, "duration": 1}, "stages": [{"id": "spot", "stage": "unsteady"}],
       "outputs": [{"file": "a.mp4", "preset": "ultrafast"}]}
      """, to: "a.json")
    func regress(_ options: String...) throws -> Outcome {
      try run(
        ["regress", "a.json", "--no-cache", "--scale", "1", "--plugins", libraries.path] + options,
        in: libraries.folder.url,
        environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
    }
    #expect(try regress("--record").code == 0)
    let night = try regress()
    #expect(night.code == 3)
    #expect(
      night.errors.contains(
        /stage 'spot' \(unsteady\): drawn once more by another process with \d+ workers?, it is something else/),
      "\(night.errors)")
  }

  @Test("Masks leave out what lies in them, and numeric tolerances what is within")
  func masks() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    func regress(_ options: String...) throws -> Outcome {
      try run(["regress", "dot.json", "--no-cache"] + options, in: folder.url)
    }
    #expect(try regress("--record", "--scale", "1").code == 0)
    try folder.write(job(radius: 11), to: "dot.json")
    #expect(try regress("--tolerance", "channel=255,pixels=0.2").code == 0)
    #expect(try regress("--tolerance", "channel=255,pixels=0.001").code == 3)
    #expect(try regress("--tolerance", "ssim=0.999").code == 3)
    let path = folder.file("Baselines/dot/record.json")
    func mask(_ x: Int) throws {
      let text = try String(contentsOfFile: path, encoding: .utf8).replacing(/"masks" : \[[^\]]*\],\n/, with: "")
      try text.replacing(
        #""outputs" : ["#,
        with: #""masks" : [{"x": \#(x), "y": 8, "width": 32, "height": 32}],"# + "\n" + #""outputs" : ["#
      ).write(toFile: path, atomically: true, encoding: .utf8)
    }
    try mask(16)
    let masked = try regress()
    #expect(masked.code == 0, "\(masked.errors)")
    #expect(masked.output.contains("1 tolerated"))
    try mask(40)
    #expect(try regress().code == 3)
  }

  @Test("Wrong options are refused") func refusesWrongOptions() throws {
    let folder = try TemporaryFolder()
    try folder.write(job(radius: 10), to: "dot.json")
    for options in [
      ["--tolerance", "some"], ["--update", "other"], ["--record", "--sample"], ["--record", "--update", "dot"],
      ["--share", "0/2"], ["--share", "2/2", "--cache-only"], ["--cache-only", "--join"], ["--join", "--sample"],
      ["--join", "--history", "h"], ["--join", "--no-cache"], ["--cache-only", "--output", "o"],
    ] {
      #expect(try run(["regress", "dot.json"] + options, in: folder.url).code == 2, "\(options)")
    }
  }
}
