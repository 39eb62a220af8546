import Foundation
import TestSupport
import Testing

@Suite("Runs shared by several machines", .waitsForProcesses)
struct SharedRunTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(StoreTests.job(caption: "hello"), to: "jobs/card.json")
    for name in ["a", "b"] {
      try folder.write(
        """
        {"canvas": {"size": [64, 48], "fps": 30, "duration": 5}, "stages": [{"id": "box", "stage": "shape",
         "parameters": {"rect": {"size": [9, 9]}, "fill": "red", "position": {"keyframes": [
          {"at": 0, "value": [0, 0]}, {"at": 5, "value": [\(name == "a" ? 60 : 30), 40]}]}}}],
         "outputs": [{"file": "\(name).mp4", "preset": "ultrafast", "gop": 30}]}
        """, to: "jobs/\(name).json")
    }
  }

  private func pipeline(_ command: String) throws -> Outcome {
    try run(command.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("Shares, isolated or not, joined give the files of a plain run; before that the join lists what is missing")
  func flow() throws {
    #expect(try pipeline("run jobs --no-cache --output plain").code == 0)
    // Isolated jobs are numbered as if they were not.
    #expect(try pipeline("run jobs --share 0/3 --cache-only --cache store --isolate").code == 0)
    #expect(try pipeline("run jobs --share 1/3 --cache-only --cache store").code == 0)
    let early = try pipeline("run jobs --join --cache store")
    #expect(early.code == 4)
    #expect(early.errors.contains("jobs/b.json: segment 1 (frames 30..59) is missing: share 2/3 has not begun\n"))
    #expect(try pipeline("run jobs --share 2/3 --cache-only --cache store --isolate").code == 0)
    #expect(try pipeline("run jobs --join --cache store").code == 0)
    for name in ["a.mp4", "b.mp4", "card.mp4"] {
      let files = try ["out", "plain"].map {
        try Data(contentsOf: folder.url.appendingPathComponent("\($0)/\(name)"))
      }
      #expect(files[0] == files[1])
    }
  }

  @Test("An isolated job of which a share has nothing is no failure")
  func nothing() throws {
    // One of its segments is two halves of a loop.
    try folder.write(
      """
      {"canvas": {"size": [64, 48], "fps": 30, "duration": 6}, "stages": [{"id": "box", "stage": "shape",
       "parameters": {"rect": {"size": [9, 9]}, "fill": "red"}}], "outputs": [{"file": "one.mp4", "gop": 30}]}
      """, to: "one.json")
    for share in 0..<3 {
      let outcome = try pipeline("run one.json --share \(share)/3 --cache-only --isolate --cache store\(share)")
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
  }

  @Test("Jobs have the same numbers in whatever order they are named")
  func order() throws {
    #expect(try pipeline("run jobs/a.json jobs/b.json --share 0/2 --cache-only --cache store").code == 0)
    #expect(try pipeline("run jobs/b.json jobs/a.json --share 1/2 --cache-only --cache store").code == 0)
    #expect(try pipeline("run jobs/a.json jobs/b.json --join --cache store").code == 0)
  }

  @Test("A share without enough memory says that another try may help")
  func memory() throws {
    let outcome = try pipeline("run jobs/card.json --cache-only --cache store --max-memory 1MB")
    #expect(outcome.code == 75)
    #expect(outcome.errors.components(separatedBy: "jobs/card.json").count == 2, "\(outcome.errors)")
  }

  @Test(
    "Options that contradict each other are reported before anything is done",
    arguments: [
      ("--share 0/2", "--share needs --cache-only"), ("--tries 2", "--tries needs --cache-only"),
      ("--share 2/2 --cache-only", "0/8, the first of eight; the last is 7/8"),
      ("--join --share 0/2", "--join and --share exclude each other"),
      ("--join --cache-only", "--join and --cache-only exclude each other"),
      ("--join --no-cache", "--join and --no-cache exclude each other"),
      ("--cache-only --output x", "--cache-only and --output exclude each other"),
      ("--cache-only --tries 0", "a whole number from 1 to 100"),
    ])
  func usage(_ options: String, _ message: String) throws {
    let outcome = try pipeline("run jobs \(options)")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(folder.names == ["jobs"])
  }

  @Test("A share whose process is killed is tried again as often as it may be, and ends with 75")
  func tries() throws {
    let unruly = try Unruly()
    try unruly.write("kill", "kill")
    try unruly.write("throw", "throw")
    let share = ["--cache-only", "--tries", "2", "--progress", "none", "--cache", "store"]
    let killed = try unruly.run(["run", "kill.json"] + share)
    #expect(killed.code == 75)
    #expect(killed.errors.contains("Try 1 of 2 failed. Trying again in 1 s.\n"))
    #expect(killed.errors.components(separatedBy: "it was killed (SIGKILL)").count == 3)
    let failed = try unruly.run(["run", "throw.json"] + share)
    #expect(failed.code == 1)
    #expect(!failed.errors.contains("Trying again"))
  }
}
