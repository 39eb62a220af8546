import Foundation
import TestSupport
import Testing

@Suite("Keeping segments from run to run", .waitsForProcesses)
struct StoreTests {
  let folder: TemporaryFolder
  let cache: URL

  init() throws {
    folder = try TemporaryFolder()
    cache = folder.url.appendingPathComponent("cache")
    try folder.write(Self.job(caption: "hello"), to: "card.json")
  }

  /// Six seconds of a turning box; the caption shows in the last one.
  static func job(caption: String, crf: Int = 30) -> String {
    """
    {"name": "card", "canvas": {"size": [64, 48], "fps": 30, "duration": 6, "background": "#203040"},
     "stages": [
      {"id": "box", "stage": "shape", "parameters": {"rect": {"size": [20, 10]}, "fill": "white",
       "rotation": {"keyframes": [{"at": 0, "value": 0}, {"at": 600, "value": 30000}]}}},
      {"id": "text", "stage": "caption", "start": 5, "parameters": {"text": "\(caption)", "size": 12}}],
     "outputs": [{"file": "card.mp4", "preset": "veryfast", "crf": \(crf), "gop": 30}]}
    """
  }

  private func render(_ options: String...) throws -> Outcome {
    try run(["run", "card.json"] + options, in: folder.url, cache: cache)
  }

  private var video: Data? { FileManager.default.contents(atPath: folder.url.path + "/out/card.mp4") }

  @Test("The summary, the event and the explanation say where frames came from")
  func account() throws {
    #expect(try render().errors.contains(", 180 frames in "))
    let first = video
    #expect(try render().errors.contains(", 180 frames (180 from the cache) in "))
    #expect(video == first)
    let outcome = try render("--explain", "--progress", "json")
    let events = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let finished = try #require(events.first { $0["event"] as? String == "finished" })
    let counts = ["drawn", "repeated", "stored"].map { (key: String) -> Int? in finished[key] as? Int }
    #expect(counts == [0, 0, 180])
    let segments = try #require(events.first { $0["event"] as? String == "segments" }?["segments"] as? [[String: Any]])
    #expect(segments.allSatisfy { $0["reason"] as? String == "from the cache" && $0["rendered"] as? Bool == false })
  }

  @Test("Another caption in the last second renders the segments of that second")
  func caption() throws {
    _ = try render()
    try folder.write(Self.job(caption: "goodbye"), to: "card.json")
    let output = try render("--explain").errors
    #expect(output.contains("rendered: frames 150..179 changed"))
    #expect(output.components(separatedBy: "from the cache\n").count == 4)
    let changed = video
    _ = try render("--no-cache", "--no-reuse")
    #expect(video == changed)
    try folder.write(Self.job(caption: "goodbye", crf: 20), to: "card.json")
    #expect(try render("--explain").errors.contains("rendered: size or encoder settings changed"))
  }

  @Test("A killed run continues where it was, and leaves no unfinished file")
  func kill() throws {
    try folder.write(
      Self.job(caption: "hello").replacing(#""duration": 6"#, with: #""duration": 180"#), to: "card.json")
    // From a shell: this process may be kept from running for longer than the whole run takes.
    let script = """
      "\(program.path)" run card.json --workers 1 & run=$!
      while [ "$(find cache/pipeline/segments -type f 2>/dev/null | wc -l)" -lt 3 ] && kill -0 $run; do :; done
      kill -9 $run
      """
    let killed = try run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder.url, environment: environment(cache: cache))
    #expect(killed.code == 0)
    #expect(folder.names(below: "out").count == 1)
    let output = try render("--explain").errors
    #expect(output.contains("from the cache\n"))
    #expect(output.contains("rendered: new"))
    #expect(folder.names(below: "out") == ["card.mp4"])
    let resumed = video
    _ = try render("--no-cache")
    #expect(video == resumed)
  }

  @Test("An interrupted run says how many segments are in the cache, or that there is none", arguments: [true, false])
  func interrupt(_ keeps: Bool) throws {
    try folder.write(
      Self.job(caption: "hello").replacing(#""duration": 6"#, with: #""duration": 600"#), to: "card.json")
    let errors = folder.url.appendingPathComponent("errors")
    try Data().write(to: errors)
    let process = TestProcess()
    process.arguments = ["run", "card.json"] + (keeps ? [] : ["--no-cache"])
    process.currentDirectoryURL = folder.url
    process.environment = environment(cache: cache)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    while folder.names(below: "out").isEmpty && process.isRunning { usleep(10_000) }
    _ = Foundation.kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(folder.names(below: "out").isEmpty)
    let output = try String(contentsOf: errors, encoding: .utf8)
    if keeps {
      #expect(output.contains(/to continue: \d+ of \d+ segments of unfinished videos (is|are) in the cache\./))
    } else {
      #expect(output.contains("Without a cache, unfinished videos start over."))
    }
  }

  @Test(
    "SIGQUIT ends a run as an interrupt does, without a backtrace; an ignored signal stays ignored",
    arguments: [false, true])
  func quit(_ isIgnored: Bool) throws {
    try folder.write(
      Self.job(caption: "hello").replacing(
        #""duration": 6"#, with: isIgnored ? #""duration": 20"# : #""duration": 600"#),
      to: "card.json")
    let errors = folder.url.appendingPathComponent("errors")
    try Data().write(to: errors)
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let command = "\(program.path) run card.json --no-cache"
    // Test runners may block the signal in their children.
    process.arguments = ["-c", (isIgnored ? "trap '' QUIT; " : "trap - QUIT; ") + "exec \(command)"]
    process.currentDirectoryURL = folder.url
    process.environment = environment(cache: cache)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    while folder.names(below: "out").isEmpty && process.isRunning { usleep(10_000) }
    _ = Foundation.kill(process.processIdentifier, SIGQUIT)
    process.waitUntilExit()
    let output = try String(contentsOf: errors, encoding: .utf8)
    #expect(process.terminationStatus == (isIgnored ? 0 : 131))
    #expect(output.contains("Interrupted") == !isIgnored)
    #expect(!output.contains("Backtrace") && output.split(separator: "\n").count < 12)
  }

  @Test("The store reports what it holds and is emptied")
  func cacheCommand() throws {
    #expect(try run(["cache", "status"], cache: cache).output.contains("the cache is empty"))
    _ = try render()
    let status = try run(["cache", "status"], cache: cache).output
    #expect(status.contains("5 entries of "))
    #expect(status.contains("\n  segments: 4, "))
    #expect(status.contains("\n  outputs: 1, "))
    #expect(try run(["cache", "clear"], cache: cache).output.contains("removed 5 entries of "))
    #expect(try run(["cache", "status"], cache: cache).output.contains("the cache is empty"))
    #expect(try run(["cache", "drop"], cache: cache).code == 2)
  }

  @Test("Cleaning removes the cache and what killed runs left a day ago, and nothing else")
  func cleaning() throws {
    _ = try render()
    let temporary = folder.url.appendingPathComponent("temporary")
    let old = "pipeline-\(UUID().uuidString)"
    let new = "pipeline-\(UUID().uuidString).png"
    let busy = "pipeline-\(UUID().uuidString)"
    for name in ["\(old)/out/card.mp4", new, "\(busy)/card.mp4", "pipeline-notes", "pipeline-preview-1"] {
      try folder.write("x", to: "temporary/\(name)")
    }
    func age(_ name: String) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -100_000)],
        ofItemAtPath: temporary.appendingPathComponent(name).path)
    }
    // From within, since to write into a folder changes its time.
    for name in ["\(old)/out/card.mp4", "\(old)/out", old, busy, "pipeline-notes", "pipeline-preview-1"] {
      try age(name)
    }
    let outcome = try run(["clean"], in: folder.url, cache: cache, environment: ["TMPDIR": temporary.path])
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("removed 5 entries of "))
    #expect(outcome.output.contains("removed \(temporary.path)/\(old)\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.path).sorted()
        == [busy, new, "pipeline-notes", "pipeline-preview-1"].sorted())
    #expect(video != nil)
    #expect(try run(["cache", "status"], cache: cache).output.contains("the cache is empty"))
  }

  @Test("A dry run reports what the cache saves")
  func dryRun() throws {
    #expect(try render("--dry-run").output.contains("\n  0 of 4 segments in the cache, 180 frames to draw\n"))
    #expect(folder.names(below: "cache").isEmpty)
    _ = try render()
    #expect(try render("--dry-run").output.contains("\n  4 of 4 segments in the cache, 0 frames to draw\n"))
    try folder.write(Self.job(caption: "goodbye"), to: "card.json")
    #expect(try render("--dry-run").output.contains("\n  3 of 4 segments in the cache, "))
    #expect(!(try render("--dry-run", "--no-cache").output.contains("in the cache")))
  }

  @Test("Another folder for the cache, and none")
  func otherFolder() throws {
    _ = try render("--cache", "here")
    #expect(folder.names(below: "here").contains("segments"))
    _ = try render("--no-cache")
    #expect(folder.names(below: "cache").isEmpty)
  }

  @Test(
    "Contradictory and invalid options are reported",
    arguments: [
      (["--no-cache", "--verify-cache", "5"], "--no-cache and --verify-cache exclude each other"),
      (["--no-reuse", "--cache", "x"], "--no-reuse and --cache exclude each other"),
      (["--cache-limit", "much"], "--cache-limit much: expected a size such as 500MB or 2.5GB"),
      (["--verify-cache", "200"], "--verify-cache 200: expected a number from 0.0 to 100.0"),
    ])
  func usage(_ options: [String], _ message: String) throws {
    let outcome = try run(["run", "card.json"] + options, in: folder.url, cache: cache)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message))
  }

  @Test("A loop that jumps is a bad job, for checks too")
  func loop() throws {
    let text = Self.job(caption: "hello").replacing(#"{"name": "card","#, with: #"{"name": "card", "loop": true,"#)
    try folder.write(text, to: "card.json")
    for command in [["run"], ["validate"], ["run", "--dry-run"]] {
      let outcome = try run(command + ["card.json"], in: folder.url, cache: cache)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("stages[0]: the loop jumps: "))
    }
    #expect(try run(["still", "card.json", "-o", "still.png"], in: folder.url, cache: cache).code == 0)
  }
}
