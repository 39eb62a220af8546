import Foundation
import TestSupport
import Testing

/// A plugin whose stage misbehaves on request.
struct Unruly {
  let folder: TemporaryFolder
  let libraries: Libraries

  private static let source = """
    import Glibc
    import StageKit

    nonisolated(unsafe) var hoard: [[UInt8]] = []  // only ever used with one worker

    public struct Unruly: Stage, ParameterGroup {
      @Parameter("What it does.") var deed: String
      @Parameter("When it does it.", .nonnegative(.seconds)) var at = 0.0
      public static let definition = StageDefinition(Self.self, "unruly", version: 1, "A test.")
      public init() {}
      public mutating func prepare(_ context: any StageContext) {
        switch deed {
        case "trap early": fatalError("not today")
        case "exit early": exit(0)
        default: break
        }
      }
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        var frame = StageFrame()
        frame.drawing.fill(.circle(center: Point(time.seconds, 9), radius: 5), .white)
        guard time.seconds >= at - 1e-9 else { return frame }
        switch deed {
        case "trap": fatalError("not today")
        case "kill": raise(SIGKILL)
        case "exit": exit(0)
        case "exit 3": exit(3)
        case "exit 75": exit(75)
        case "exit 130": exit(130)
        case "_exit 143": _exit(143)
        case "_exit": _exit(0)
        case "abort": abort()
        case "close":
          for descriptor in Int32(0)..<256 { close(descriptor) }
          exit(0)
        case "hang": while true { sleep(1) }
        case "hoard": hoard.append([UInt8](repeating: 1, count: 40_000_000))
        case "print":
          puts("hello from a stage")
          fflush(nil)
        case "chdir": chdir("/")
        case "throw": throw StageError("not today")
        default: break
        }
        return frame
      }
    }
    @_cdecl("pipeline_stages_Unruly") public func stages() { StageModule.offer(Unruly.self) }
    """

  /// Compiled once for all tests.
  private static let compiled = Result { try Libraries("Unruly", source) }

  init() throws {
    folder = try TemporaryFolder()
    libraries = try Self.compiled.get()
  }

  func write(_ name: String, _ deed: String, at: Double = 173.0 / 30, seconds: Double = 8) throws {
    try folder.write(
      """
      {"canvas": {"size": [64, 64], "fps": 30, "duration": \(seconds)}, "stages": [
       {"id": "still", "stage": "shape", "parameters": {"rect": {"size": [9, 9]}, "fill": "red"}},
       {"id": "bad", "stage": "unruly", "parameters": {"deed": "\(deed)", "at": \(at)}}],
       "outputs": [{"file": "\(name).mp4", "preset": "ultrafast"}]}
      """, to: "\(name).json")
  }

  func run(_ arguments: [String]) throws -> Outcome {
    try CommandLineTests.run(
      arguments + ["--plugins", libraries.path], in: folder.url, cache: folder.url.appendingPathComponent("cache"))
  }
}

@Suite("Jobs in processes of their own", .waitsForProcesses)
struct IsolationTests {
  @Test(
    "Whatever a stage does, its own job alone fails, with the stage and the frame, and the others are as ever",
    arguments: [1, 3])
  func misdeeds(_ workers: Int) throws {
    let unruly = try Unruly()
    let deeds = ["trap", "kill", "exit", "hang", "throw", "trap early", "nothing"]
    for deed in deeds { try unruly.write(deed, deed) }
    let jobs = deeds.map { "\($0).json" }
    let outcome = try unruly.run(
      ["run", "--workers", "\(workers)", "--frame-deadline", "6", "--progress", "none"] + jobs)
    #expect(outcome.code == 1)
    let place = "stage 'bad' (unruly) at frame 173: "
    for message in [
      "trap.json: \(place)crashed the process: a failed check (SIG", "Fatal error: not today",
      "kill.json: \(place)crashed the process: it was killed (SIGKILL)",
      "exit.json: \(place)ended the process with exit code 0", "hang.json: \(place)took more than 6.0 s.",
      "throw.json: stage 'bad' (unruly) failed at frame 173 (",
      "trap early.json: stage 'bad' (unruly) while it was made: crashed the process",
    ] {
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    #expect(outcome.errors.split(separator: "\n").count == 6)
    #expect(unruly.folder.names(below: "out") == ["nothing.mp4"])
    #expect(try unruly.run(["run", "nothing.json", "--output", "plain", "--no-cache", "--no-isolate"]).code == 0)
    let files = try ["out", "plain"].map {
      try Data(contentsOf: unruly.folder.url.appendingPathComponent("\($0)/nothing.mp4"))
    }
    #expect(files[0] == files[1])
  }

  @Test(
    "However a stage ends the process, no command says that it succeeded, and each names the stage",
    arguments: [
      ["validate"], ["still", "--frame", "0", "-o", "a.png"], ["sheet", "-o", "a.png"], ["trace"],
      ["run", "--progress", "none"], ["run", "--dry-run"], ["regress", "--record", "--baseline", "B"],
      ["watch", "--once", "--output", "w"], ["submit", "print", "--tasks", "2"],
    ])
  func ends(command: [String]) throws {
    let unruly = try Unruly()
    // Codes with a meaning of their own are tried where a child's code decides what is reported.
    let codes = ["run", "watch"].contains(command[0]) ? ["exit 3", "exit 75", "exit 130", "_exit 143"] : []
    for deed in ["exit early", "exit", "_exit", "abort", "kill", "close"] + codes {
      let name = deed.replacing(" ", with: "-")
      try unruly.folder.write(
        """
        {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2}, "stages": [
         {"id": "bad", "stage": "unruly", "parameters": {"deed": "\(deed)"}}], "outputs": [{"file": "\(name).mp4"}]}
        """, to: "\(name)/\(name).json")
      let path = command[0] == "watch" ? name : "\(name)/\(name).json"
      let outcome = try unruly.run(
        command[0] == "submit" ? command[..<2] + [path] + command[2...] : [command[0], path] + command.dropFirst())
      // A process that only makes its stages does not see how one draws.
      if command.last == "--dry-run", deed != "exit early" { continue }
      // Systems kill processes where memory is short: watch calls that temporary.
      let isTemporary = command[0] == "watch" && deed == "kill"
      let expected: Int32 = isTemporary ? 75 : command[0] == "validate" || command.last == "--dry-run" ? 2 : 1
      #expect(outcome.code == expected, "\(command) \(deed): \(outcome.errors)")
      #expect(outcome.errors.contains("stage 'bad' (unruly)"), "\(command) \(deed): \(outcome.errors)")
      #expect(!unruly.folder.names(below: ".").contains { $0.hasSuffix(".png") || $0.hasSuffix(".mp4") })
    }
  }

  @Test("However a stage ends the process that draws for the preview, it is named, and other jobs are shown")
  func previewed() async throws {
    let unruly = try Unruly()
    let deeds = ["exit early", "exit", "exit 3", "exit 75", "exit 130", "_exit", "_exit 143", "abort", "kill", "close"]
    for deed in deeds + ["nothing"] { try unruly.write("jobs/\(deed)", deed, at: 0, seconds: 1) }
    let preview = try PreviewProcess(unruly.folder, ["--plugins", unruly.libraries.path])
    func answer(_ deed: String) -> (status: Int, text: String) {
      let file = "jobs/\(deed).json".replacing(" ", with: "%20")
      let path = "/api/frame?file=\(file)&frame=0&scale=1"
      let answer = preview.client.answer("GET", path, token: preview.token)
      return (answer?.status ?? 0, String(decoding: answer?.body ?? [], as: UTF8.self))
    }
    for deed in deeds {
      // The process that answered is gone; the next one knows why.
      var found = answer(deed)
      for _ in 0..<100 where found.status == 0 {
        try await Task.sleep(for: .milliseconds(100))
        found = answer(deed)
      }
      #expect(found.status != 200 && found.text.contains("stage 'bad' (unruly)"), "\(deed): \(found)")
    }
    #expect(answer("nothing").status == 200)
  }

  @Test("An interrupt ends the children, too, and a child whose parent is gone ends by itself")
  func interrupts() throws {
    for signal in [SIGINT, SIGTERM, SIGKILL] {
      let unruly = try Unruly()
      try unruly.write("long", "nothing", seconds: 600)
      let process = TestProcess()
      process.arguments = ["run", "long.json", "--no-cache", "--plugins", unruly.libraries.path]
      try unruly.folder.write("", to: "temporary/.empty")
      process.environment = environment(cache: unruly.folder.url.appendingPathComponent("cache")).merging([
        "TMPDIR": unruly.folder.url.appendingPathComponent("temporary").path
      ]) { $1 }
      process.currentDirectoryURL = unruly.folder.url
      try process.run()
      while process.isRunning, unruly.folder.names(below: "out").isEmpty { usleep(5000) }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      // A child that is left alone looks for its parent five times a second.
      for _ in 0..<500 where !unruly.folder.names(below: "out").isEmpty { usleep(20_000) }
      #expect(unruly.folder.names(below: "out").isEmpty)
      if signal != SIGKILL {
        #expect(process.terminationStatus == 128 + signal)
        #expect(unruly.folder.names(below: "temporary") == [".empty"])
      }
    }
  }

  @Test("A process that takes more memory than its share is ended, tried once, and reported with the figures")
  func hoarding() throws {
    let unruly = try Unruly()
    try unruly.write("hoard", "hoard")
    try unruly.write("plain", "nothing")
    let outcome = try unruly.run(
      ["run", "hoard.json", "plain.json", "--workers", "1", "--max-memory", "600MB", "--progress", "none"])
    #expect(outcome.code == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("hoard.json: its process took ") == true, "\(outcome.errors)")
    #expect(lines.first?.contains(" MiB, and was ended. Allow more with --max-memory.") == true)
    #expect(unruly.folder.names(below: "out") == ["plain.mp4"])
  }

  @Test("Times and explanations of isolated jobs are reported as those of any other")
  func reports() throws {
    let unruly = try Unruly()
    try unruly.write("plain", "nothing", seconds: 1)
    let outcome = try unruly.run(["run", "plain.json", "--timings", "--explain", "--progress", "none"])
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("rendered: new"), "\(outcome.errors)")
    #expect(outcome.errors.contains("bad (unruly)"), "\(outcome.errors)")
    let events = try unruly.run(["run", "plain.json", "--timings", "--explain", "--progress", "json", "--no-cache"])
    for event in ["segments", "timings"] {
      #expect(
        events.output.split(separator: "\n").count { $0.contains("\"event\":\"\(event)\"") } == 1, "\(events.output)")
    }
  }
}

@Suite("Stages that misbehave beside `run`", .waitsForProcesses)
struct SupervisionTests {
  let unruly: Unruly

  init() throws {
    unruly = try Unruly()
    try unruly.write("good", "nothing", seconds: 1)
    for deed in ["trap", "trap early", "exit"] { try unruly.write(deed, deed, at: 0.5, seconds: 1) }
  }

  @Test(
    "validate and regress name the stage that crashes, and go on with other jobs", arguments: ["validate", "regress"])
  func crashes(_ command: String) throws {
    let options = command == "regress" ? ["--record", "--no-cache", "--scale", "0.5"] : []
    let outcome = try unruly.run([command, "trap.json", "trap early.json", "good.json"] + options)
    #expect(outcome.code == (command == "regress" ? 1 : 2))
    #expect(outcome.errors.contains("trap.json: stage 'bad' (unruly) at frame "), "\(outcome.errors)")
    #expect(outcome.errors.contains("trap early.json: stage 'bad' (unruly) while it was made: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("Fatal error: not today"))
    #expect(outcome.output.contains(command == "regress" ? "good: recorded" : "good.json: fine"))
  }

  @Test("still, trace and sheet name the stage that crashes or hangs", arguments: ["still", "trace", "sheet"])
  func single(_ command: String) throws {
    let options = command == "still" ? ["--frame", "20"] : []
    let crash = try unruly.run([command, "trap.json"] + options)
    #expect(crash.code == 1)
    #expect(crash.errors.contains("trap.json: stage 'bad' (unruly) at frame "), "\(crash.errors)")
    try unruly.write("hang", "hang", at: 0.5, seconds: 1)
    let hang = try unruly.run([command, "hang.json", "--frame-deadline", "1"] + options)
    #expect(hang.code == 1)
    #expect(hang.errors.contains("took more than 1.0 s. Give it longer with --frame-deadline."), "\(hang.errors)")
    #expect(try unruly.run([command, "good.json"] + options).code == 0)
  }

  @Test("A dry run, a submission and measuring survive a stage that crashes or hangs")
  func planning() throws {
    try unruly.write("hang", "hang", at: 0.5, seconds: 1)
    let dry = try unruly.run(["run", "--dry-run", "trap.json", "hang.json", "good.json", "--frame-deadline", "1"])
    #expect(dry.code == 2)
    #expect(dry.output.contains("good.json: 64x64"), "\(dry.output)")
    #expect(dry.errors.contains("trap.json: stage 'bad' (unruly) at frame "), "\(dry.errors)")
    #expect(dry.errors.contains("took more than 1.0 s. Give it longer with --frame-deadline."), "\(dry.errors)")
    let submission = try unruly.run(["submit", "print", "trap.json", "--tasks", "2"])
    #expect(submission.code == 1 && submission.output.isEmpty)
    #expect(submission.errors.contains("trap.json: stage 'bad' (unruly) at frame "), "\(submission.errors)")
    let measured = try unruly.run([
      "regress", "trap.json", "hang.json", "good.json", "--frame-deadline", "1", "--history", "history.jsonl",
    ])
    #expect(measured.code == 1)
    #expect(unruly.folder.names.contains("history.jsonl"), "\(measured.errors)")
  }

  @Test("What a stage prints is no line of the program's, and it cannot change the folder")
  func printing() throws {
    try unruly.write("print", "print", at: 0.1, seconds: 0.4)
    let trace = try unruly.run(["trace", "print.json"])
    #expect(trace.code == 0)
    #expect(!trace.output.contains("hello from a stage") && trace.errors.contains("hello from a stage"))
    #expect(trace.output.split(separator: "\n").count == 13)
    try unruly.write("chdir", "chdir", at: 0.1, seconds: 0.4)
    #expect(try unruly.run(["run", "chdir.json", "good.json", "--no-isolate", "--workers", "1"]).code == 0)
    #expect(Set(unruly.folder.names(below: "out")) == ["chdir.mp4", "good.mp4"])
  }
}
