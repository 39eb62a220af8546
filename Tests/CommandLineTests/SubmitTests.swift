import Foundation
import TestSupport
import Testing

@Suite("Submitting jobs to engines", .waitsForProcesses)
struct SubmitTests {
  let folder: TemporaryFolder
  let jobs = "it's jobs"

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write(
        """
        {"name": "\(name)", "canvas": {"size": [64, 48], "fps": 30, "duration": 4, "background": "#203040"},
         "stages": [{"id": "box", "stage": "shape", "parameters": {"rect": {"size": [20, 10]}, "fill": "white",
          "rotation": {"keyframes": [{"at": 0, "value": 0}, {"at": 600, "value": 30000}]}}}],
         "outputs": [{"file": "\(name).mp4", "preset": "veryfast", "gop": 30}]}
        """, to: "\(jobs)/\(name).json")
    }
  }

  private func pipeline(_ arguments: String..., path: String? = nil) throws -> Outcome {
    let more = path.map { ["PATH": "\($0):/usr/bin:/bin"] } ?? [:]
    return try run(arguments, in: folder.url, environment: more)
  }

  private func shell(_ script: String) throws -> Outcome {
    try run(URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder.url)
  }

  @Test("Printed commands draw and join the videos of a plain run")
  func printed() throws {
    #expect(try pipeline("run", jobs, "--output", "plain", "--no-cache").code == 0)
    let commands = try pipeline("submit", "print", jobs, "--tasks", "2", "--cache", "store", "--output", "out").output
    #expect(commands.split(separator: "\n").count == 3)
    #expect(try pipeline("status", jobs, "--cache", "store").code == 4)
    let json = try pipeline("status", "--cache", "store", "--json").output
    let state = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]).first
    let segments = (state?["jobs"] as? [[String: Any]])?.first?["segments"] as? [[String: Any]]
    #expect(segments?.map { $0["stored"] as? Bool } == [false, false, false, false])
    let outcome = try shell(commands)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for video in ["a.mp4", "b.mp4"] { #expect(folder.bytes("out/\(video)") == folder.bytes("plain/\(video)")) }
    let status = try pipeline("status", jobs, "--cache", "store")
    #expect(status.code == 0)
    #expect(status.output.contains("2 shares: 2 finished"))
  }

  @Test("Slurm is given an array and a join after any of its ends")
  func slurm() throws {
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" >>arguments\ncat >>scripts\necho '17;north'\n"
    try folder.write(script, to: "bin/sbatch")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("bin/sbatch"))
    let outcome = try pipeline(
      "submit", "slurm", jobs, "--tasks", "3", "--at-once", "2", "--max-memory", "1GB", "--time", "7", "--cache",
      "store",
      "--sbatch", "--account=film", path: folder.file("bin"))
    #expect(outcome.code == 0, "\(outcome.errors)")
    let arguments = String(decoding: try #require(folder.bytes("arguments")), as: UTF8.self).split(separator: "\n")
    for expected in ["--array=0-2%2", "--dependency=afterany:17", "--mem=1193M", "--time=7", "--account=film"] {
      #expect(arguments.contains { $0 == expected }, "\(expected)")
    }
    let scripts = String(decoding: try #require(folder.bytes("scripts")), as: UTF8.self)
    #expect(scripts.contains("\"--share=$SLURM_ARRAY_TASK_ID/3\"\n#!/bin/sh\n"))
    #expect(scripts.contains("/it'\\''s jobs'"))
  }

  @Test("Without Slurm its absence is reported, with exit code 1")
  func noSlurm() throws {
    let outcome = try pipeline("submit", "slurm", jobs, "--tasks", "3", "--cache", "store", path: "/nonexistent")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("sbatch cannot be found"))
  }

  @Test("Faults of all jobs are reported, and nothing is submitted")
  func faults() throws {
    try folder.write("{", to: "\(jobs)/c.json")
    try folder.write("{\"canvas\": 3}", to: "\(jobs)/d.json")
    let outcome = try pipeline("submit", "print", jobs, "--tasks", "3", "--cache", "store")
    #expect(outcome.code == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("c.json:1") && outcome.errors.contains("d.json:1"))
    #expect(folder.names(below: "store/submissions") == [])
  }

  @Test("A template has a step for shares and one that depends on it")
  func template() throws {
    let text = try pipeline("submit", "openjd", jobs, "--tasks", "5", "--cache", "store", "--time", "2").output
    let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(json["specificationVersion"] as? String == "jobtemplate-2023-09")
    let steps = try #require(json["steps"] as? [[String: Any]])
    #expect(steps.map { $0["name"] as? String } == ["Shares", "Join"])
    #expect((steps[1]["dependencies"] as? [[String: String]])?.first == ["dependsOn": "Shares"])
    #expect(text.contains("\"range\": \"0-4\"") && text.contains("\"timeout\": 120"))
  }

  @Test("A share of a submission that the cache does not show may be tried again")
  func missingSubmission() throws {
    let id = String(repeating: "0", count: 32)
    let share = try pipeline(
      "run", jobs, "--share", "0/2", "--cache-only", "--cache", "store", "--submission", id)
    #expect(share.code == 75)
    #expect(share.errors.contains("is not in the cache"))
    #expect(try pipeline("run", jobs, "--join", "--cache", "store", "--submission", id).code == 2)
  }

  @Test("A join tells of jobs that were edited, added or removed since")
  func changedJobs() throws {
    let commands = try pipeline("submit", "print", jobs, "--tasks", "1", "--cache", "store").output
    #expect(try shell(commands).code == 0)
    let text = String(decoding: try #require(folder.bytes("\(jobs)/a.json")), as: UTF8.self)
    try folder.write(text.replacingOccurrences(of: "white", with: "red"), to: "\(jobs)/a.json")
    try FileManager.default.moveItem(atPath: folder.file("\(jobs)/b.json"), toPath: folder.file("b.txt"))
    try folder.write(text.replacingOccurrences(of: "a.mp4", with: "c.mp4"), to: "\(jobs)/c.json")
    let join = try #require(commands.split(separator: "\n").last)
    let outcome = try shell(String(join))
    #expect(outcome.code == 4)
    #expect(outcome.errors.contains("a.json: was edited after it was submitted"))
    #expect(outcome.errors.contains("b.json: was submitted, and is not among the jobs now"))
    #expect(outcome.errors.contains("c.json: was not among the jobs that were submitted"))
  }

  @Test("An option of another engine is refused")
  func foreignOption() throws {
    let outcome = try pipeline("submit", "print", jobs, "--tasks", "2", "--partition", "long", "--cache", "store")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("--partition is for 'pipeline submit slurm'"))
  }
}
