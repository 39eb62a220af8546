import Foundation
import JobFile
import TestSupport
import Testing

@testable import pipeline

@Suite("Watching a folder", .waitsForProcesses)
struct WatchTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("jobs"), withIntermediateDirectories: true)
  }

  /// A turning box that no segment repeats.
  private static func job(
    _ name: String, width: Int = 30, seconds: Double = 0.5, more: String = "", extra: String = ""
  ) -> String {
    """
    {"name": "\(name)", "canvas": {"size": [64, 64], "fps": 10, "duration": \(seconds), "background": "#203040"}, \(extra)
     "stages": [{"id": "box", "stage": "shape", "parameters": {"rect": {"size": [\(width), 20], "center": [32, 32]},
       "fill": "white", "rotation": {"keyframes": [{"at": 0, "value": 0}, {"at": 40000, "value": 7000000}]}}}\(more)],
     "outputs": [{"file": "\(name).mp4", "preset": "ultrafast"}]}
    """
  }

  private func write(_ name: String, _ text: String) throws { try folder.write(text, to: "jobs/\(name)") }

  private func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(path)) }

  /// The result of a plain run of a job as it is now.
  private func expected(_ name: String) throws -> Data? {
    let scratch = "plain-\(UUID().uuidString)"
    let outcome = try run(["run", "jobs/\(name).json", "--output", scratch, "--no-cache"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return folder.bytes("\(scratch)/\(name).mp4")
  }

  /// Waits until something is so; false if it is not within five minutes, which only a busy machine needs.
  private func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<6000 {
      if try condition() { return true }
      usleep(50_000)
    }
    return false
  }

  /// A watcher in the background.
  private final class Watcher {
    let process = TestProcess()
    private let log: URL

    init(_ folder: TemporaryFolder, _ options: [String] = [], name: String = "log") throws {
      log = folder.url.appendingPathComponent(name)
      try Data().write(to: log)
      process.arguments = ["watch", "jobs", "--output", "out", "--quiet", "0.1", "--progress", "json"] + options
      process.environment = environment(cache: folder.url.appendingPathComponent("cache"))
      process.currentDirectoryURL = folder.url
      process.standardOutput = try FileHandle(forWritingTo: log)
      process.standardError = process.standardOutput
      try process.run()
    }

    deinit { kill() }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    func stop(_ signal: Int32 = SIGTERM) -> Int32 {
      Foundation.kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationStatus
    }

    var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// The number of events of a kind, of a job if one is given.
    func count(_ event: String, _ job: String? = nil) -> Int {
      text.split(separator: "\n").count { line in
        line.contains(#""event":"\#(event)""#) && (job.map { line.contains(#""job":"jobs/\#($0)""#) } ?? true)
      }
    }
  }

  @Test(
    "A job that lands is rendered with a poster, and rendered anew when it changes",
    arguments: [[], ["--poll", "0.1"]])
  func landing(_ options: [String]) throws {
    let watcher = try Watcher(folder, options)
    #expect(eventually { watcher.count("watching") == 1 })
    #expect(watcher.text.contains(#""polling":\#(!options.isEmpty)"#))
    try write("a.json", Self.job("a"))
    #expect(eventually { watcher.count("finished", "a.json") == 1 }, "\(watcher.text)")
    let first = try #require(folder.bytes("out/a.mp4"))
    #expect(try first == expected("a"))
    #expect(try run(["still", "jobs/a.json"], in: folder.url).code == 0)
    #expect(has("out/a.poster.png"))
    try write("a.json", Self.job("a", width: 20))
    #expect(eventually { watcher.count("finished", "a.json") == 2 }, "\(watcher.text)")
    #expect(folder.bytes("out/a.mp4") != first)
    #expect(try folder.bytes("out/a.mp4") == expected("a"))
    #expect(has("out/watch.html"))
    #expect(watcher.stop() == 143)
    #expect(watcher.count("stopped") == 1)
    #expect(folder.names(below: "jobs").filter { !$0.hasPrefix(".pipeline-claim-") } == ["a.json"])
  }

  @Test("Half a file waits for the other half")
  func halves() throws {
    let watcher = try Watcher(folder)
    let text = Array(Self.job("a").utf8)
    #expect(eventually { watcher.count("watching") == 1 })
    let file = open(folder.file("jobs/a.json"), O_CREAT | O_WRONLY, 0o644)
    #expect(Foundation.write(file, text, 100) == 100)
    try write("b.json", Self.job("b"))
    #expect(eventually { watcher.count("finished", "b.json") == 1 })
    #expect(watcher.count("started", "a.json") == 0)
    #expect(Foundation.write(file, Array(text[100...]), text.count - 100) == text.count - 100)
    close(file)
    #expect(eventually { watcher.count("finished", "a.json") == 1 }, "\(watcher.text)")
    #expect(watcher.count("failed") == 0)
    #expect(try folder.bytes("out/a.mp4") == expected("a"))
  }

  @Test("The errors of a bad job lie beside it until it is mended or gone")
  func errors() throws {
    try write("a.json", #"{"name": 3}"#)
    try write("b.json", #"{"name": 3}"#)
    try write("b.errors.txt", "mine")
    let watcher = try Watcher(folder)
    #expect(eventually { watcher.count("failed") == 2 }, "\(watcher.text)")
    let errors = String(decoding: folder.bytes("jobs/a.errors.txt") ?? Data(), as: UTF8.self).split(separator: "\n")
    #expect(errors.first == "pipeline watch: errors of a.json")
    #expect(errors.dropFirst().contains { $0.hasPrefix("jobs/a.json:1:10: name: expected a string") }, "\(errors)")
    #expect(folder.bytes("jobs/b.errors.txt") == Data("mine".utf8))
    try write("a.json", Self.job("a"))
    #expect(eventually { watcher.count("finished", "a.json") == 1 })
    #expect(!has("jobs/a.errors.txt"))
    try write("a.json", "{}")
    #expect(eventually { has("jobs/a.errors.txt") })
    unlink(folder.file("jobs/a.json"))
    #expect(eventually { !has("jobs/a.errors.txt") })
    #expect(has("out/a.mp4"))
  }

  @Test("Two watchers render each job once")
  func sharing() throws {
    let names = (0..<8).map { "job\($0)" }
    let watchers = try [Watcher(folder, name: "log1"), Watcher(folder, name: "log2")]
    #expect(eventually { watchers.allSatisfy { $0.count("watching") == 1 } })
    for (index, name) in names.enumerated() { try write("\(name).json", Self.job(name, width: 10 + index)) }
    #expect(
      eventually {
        names.allSatisfy { name in
          watchers.reduce(0) { $0 + $1.count("finished", "\(name).json") + $1.count("unchanged", "\(name).json") } == 2
        }
      }, "\(watchers.map(\.text))")
    for name in names {
      #expect(watchers.reduce(0) { $0 + $1.count("started", "\(name).json") } == 1)
      #expect(try folder.bytes("out/\(name).mp4") == expected(name))
    }
  }

  @Test("After a kill the next watcher goes on, and what is done is not rendered again")
  func killing() throws {
    try write("b.json", Self.job("b", seconds: 20))
    try write("a.json", Self.job("a"))
    let first = try Watcher(folder)
    #expect(eventually { first.count("finished", "a.json") == 1 && first.count("started", "b.json") == 1 })
    first.kill()
    let second = try Watcher(folder, ["--once"], name: "log2")
    second.process.waitUntilExit()
    #expect(second.process.terminationStatus == 0, "\(second.text)")
    #expect(second.count("unchanged", "a.json") == 1, "\(second.text)")
    #expect(second.count("finished", "b.json") == 1)
    for name in ["a", "b"] { #expect(try folder.bytes("out/\(name).mp4") == expected(name)) }
    let third = try Watcher(folder, ["--once"], name: "log3")
    third.process.waitUntilExit()
    #expect(third.count("unchanged") == 2 && third.count("started") == 0, "\(third.text)")
    #expect(folder.names(below: "out").sorted() == ["a.mp4", "a.poster.png", "b.mp4", "b.poster.png", "watch.html"])
  }

  @Test("A job is rendered anew when a file that it includes or names changes, also one that was missing")
  func dependencies() throws {
    let include = #""include": ["data/more.json"],"#
    try write("a.json", Self.job("a", extra: include))
    let watcher = try Watcher(folder)
    #expect(eventually { watcher.count("failed", "a.json") == 1 }, "\(watcher.text)")
    func part(_ width: Int) -> String {
      """
      {"stages": [{"id": "part", "stage": "shape", "parameters": {"rect": {"size": [\(width), 9], "center": [20, 9]},
        "fill": "red"}}]}
      """
    }
    try write("data/more.json", part(5))
    #expect(eventually { watcher.count("finished", "a.json") == 1 }, "\(watcher.text)")
    #expect(try folder.bytes("out/a.mp4") == expected("a"))
    try write("data/more.json", part(30))
    #expect(eventually { watcher.count("finished", "a.json") == 2 }, "\(watcher.text)")
    #expect(try folder.bytes("out/a.mp4") == expected("a"))
    #expect(!has("jobs/a.errors.txt"))
  }

  @Test("A new language among a job's strings gives a new video")
  func strings() throws {
    try write("strings/en.json", #"{"title": "Hello"}"#)
    let extra = #""variables": {"title": ""}, "variants": {"locale": {"strings": "strings/*.json"}},"#
    let job = Self.job("a", extra: extra).replacingOccurrences(of: "a.mp4", with: "a-{locale}.mp4")
    try write("a.json", job)
    let watcher = try Watcher(folder)
    #expect(eventually { watcher.count("finished", "a.json") == 1 }, "\(watcher.text)")
    #expect(has("out/a-en.mp4"))
    try write("strings/de.json", #"{"title": "Hallo"}"#)
    #expect(eventually { watcher.count("finished", "a.json") == 2 }, "\(watcher.text)")
    #expect(has("out/a-de.mp4"))
  }

  @Test("The rendering of a job that vanishes or changes is cancelled")
  func vanishing() throws {
    let watcher = try Watcher(folder)
    try write("a.json", Self.job("a", seconds: 30_000))
    #expect(eventually { watcher.count("started", "a.json") == 1 })
    try write("a.json", Self.job("a", width: 25, seconds: 30_000))
    #expect(eventually { watcher.count("cancelled", "a.json") == 1 && watcher.count("started", "a.json") == 2 })
    unlink(folder.file("jobs/a.json"))
    #expect(eventually { watcher.count("vanished", "a.json") == 1 }, "\(watcher.text)")
    #expect(watcher.count("cancelled", "a.json") == 2)
    #expect(folder.names(below: "out").allSatisfy { $0 == "watch.html" })
    #expect(folder.names(below: "jobs").isEmpty)
    #expect(watcher.stop(SIGINT) == 130)
  }

  @Test("A process that is killed is an error of its job, and leaves nothing unfinished")
  func killedProcess() throws {
    let watcher = try Watcher(folder)
    try write("a.json", Self.job("a", seconds: 30_000))
    #expect(eventually { watcher.count("progress", "a.json") > 0 })
    #expect(eventually { folder.names(below: "out").contains { $0.hasPrefix(".pipeline-unfinished-") } })
    let id = folder.names(below: "out").compactMap { $0.split(separator: "-").dropFirst(2).first.flatMap { pid_t($0) } }
    #expect(kill(try #require(id.first), SIGKILL) == 0)
    #expect(eventually { watcher.count("failed", "a.json") == 1 }, "\(watcher.text)")
    #expect(watcher.text.contains("it was killed (SIGKILL)"))
    #expect(has("jobs/a.errors.txt"))
    #expect(folder.names(below: "out").allSatisfy { $0 == "watch.html" })
  }

  @Test("The videos of jobs that vanish are removed if that is wanted, unless others write them")
  func pruning() throws {
    try write("a.json", Self.job("a"))
    try write("b.json", Self.job("b"))
    let watcher = try Watcher(folder, ["--prune"])
    #expect(eventually { watcher.count("finished") == 2 })
    unlink(folder.file("jobs/a.json"))
    rename(folder.file("jobs/b.json"), folder.file("jobs/c.json"))
    #expect(eventually { watcher.count("vanished") == 2 }, "\(watcher.text)")
    // On a busy machine the new name may be seen after the old one is gone; its video is then made anew.
    #expect(
      eventually { folder.names(below: "out").sorted() == ["b.mp4", "c.poster.png", "watch.html"] }, "\(watcher.text)")
  }

  @Test("Of two jobs that write one file, the first by name does, and the other one once it is gone")
  func rivals() throws {
    let watcher = try Watcher(folder)
    try write("b.json", Self.job("a", width: 12))
    #expect(eventually { watcher.count("finished", "b.json") == 1 })
    try write("a.json", Self.job("a"))
    #expect(eventually { watcher.count("finished", "a.json") >= 1 && watcher.count("failed", "b.json") == 1 })
    #expect(eventually { (try? folder.bytes("out/a.mp4") == expected("a")) == true }, "\(watcher.text)")
    let errors = String(decoding: folder.bytes("jobs/b.errors.txt") ?? Data(), as: UTF8.self)
    #expect(errors.contains("jobs/b.json: 'a.mp4' is also written by jobs/a.json"))
    unlink(folder.file("jobs/a.json"))
    #expect(eventually { watcher.count("finished", "b.json") == 2 }, "\(watcher.text)")
    #expect(!has("jobs/b.errors.txt"))
  }

  @Test("Of jobs that land together and write one file, only the first by name is rendered")
  func rivalsAtOnce() throws {
    for name in ["e", "d", "c", "b", "a"] { try write("\(name).json", Self.job("a")) }
    let outcome = try run(["watch", "jobs", "--output", "out", "--once", "--progress", "json"], in: folder.url)
    #expect(outcome.code == 2)
    let events = outcome.output.split(separator: "\n")
    #expect(events.count { $0.contains(#""event":"finished""#) } == 1, "\(outcome.output)")
    #expect(events.count { $0.contains(#""event":"failed""#) } == 4, "\(outcome.output)")
    #expect(events.first { $0.contains(#""event":"finished""#) }?.contains("jobs/a.json") == true)
  }

  @Test("An option that matches no job of the folder is reported once, one that matches a job is not")
  func unmatchedOptions() throws {
    try write("a.json", Self.job("a", extra: #""variables": {"side": 12},"#))
    try write("b.json", Self.job("b"))
    // Also where all is there already.
    for _ in 0..<2 {
      let outcome = try run(
        ["watch", "jobs", "--output", "out", "--once", "--set", "side=20", "--set", "sied=20"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome)")
      #expect(outcome.errors.components(separatedBy: "--set sied: no job has a variable 'sied'").count == 2)
      #expect(!outcome.errors.contains("--set side:"))
    }
  }

  @Test("A folder and a link to nothing with the names of jobs are errors, as of a run, until they are mended")
  func noFiles() throws {
    try write("good.json", Self.job("good"))
    try FileManager.default.createDirectory(atPath: folder.file("jobs/dir.json"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("jobs/broken.json"), withDestinationPath: "nowhere.json")
    let outcome = try run(["watch", "jobs", "--output", "out", "--once"], in: folder.url)
    #expect(outcome.code == 2)
    let same = try run(["run", "jobs", "--no-cache"], in: folder.url)
    for (name, reason) in [("dir", "is a folder, not a file"), ("broken", "is a link to 'nowhere.json'")] {
      let errors = String(decoding: folder.bytes("jobs/\(name).errors.txt") ?? Data(), as: UTF8.self)
      #expect(errors.contains(reason) && outcome.errors.contains(reason) && same.errors.contains(reason), "\(errors)")
    }
    #expect(folder.names(below: "out").contains("good.mp4"))
    let watcher = try Watcher(folder)
    #expect(eventually { watcher.count("failed", "broken.json") == 1 })
    unlink(folder.file("jobs/broken.json"))
    try write("broken.json", Self.job("broken"))
    #expect(eventually { watcher.count("finished", "broken.json") == 1 }, "\(watcher.text)")
    #expect(!has("jobs/broken.errors.txt"))
  }

  @Test("Without locks everybody has a claim, and its receipt is there for all")
  func unlockedClaims() throws {
    let path = JobClaim.path(of: "a.json", in: folder.path)
    let claims = try (0..<2).map { _ in try JobClaim.take(path) { _ in ENOLCK } }
    let first = try #require(claims[0])
    let second = try #require(claims[1])
    #expect(!first.isLocked)
    first.leave(receipt)
    #expect(second.receipt == receipt)
    second.remove()
    #expect(folder.names(below: "") == ["jobs"])
  }

  private var receipt: WatchReceipt {
    WatchReceipt(
      options: "o", identity: "i", inputs: [], outputs: ["a.mp4"], files: [], messages: [], frames: 5, date: 1,
      elapsed: 2)
  }

  @Test("A claim is held once, and its receipt stays")
  func claims() throws {
    let path = JobClaim.path(of: "a.json", in: folder.path)
    let first = try JobClaim.take(path)
    let claim = try #require(first)
    #expect(claim.isLocked)
    let again = try JobClaim.take(path)
    #expect(again == nil)
    claim.leave(receipt)
    claim.release()
    let next = try JobClaim.take(path)
    let second = try #require(next)
    #expect(second.receipt == receipt)
    second.remove()
    #expect(folder.names(below: "") == ["jobs"])
  }

  @Test(
    "A text that ends in the middle is incomplete",
    arguments: [
      ("", true), (" \n", true), ("{", true), (#"{"a": "}"#, true), (#"{"a": [1]"#, true), (#"{"a": "\"}"}"#, false),
      ("{}}", false), ("x", false),
    ])
  func incomplete(_ text: String, _ isIncomplete: Bool) {
    #expect(WatchedJob.isIncomplete(Array(text.utf8)) == isIncomplete)
  }

  @Test("Pictures that are numbered on from a first one are read too, and the next one may be")
  func numbers() throws {
    for name in ["p08.png", "p09.png", "p10.png", "p12.png"] { try folder.write("", to: name) }
    #expect(
      NumberedPictures.paths(after: folder.file("p08.png")) == ["p09.png", "p10.png", "p11.png"].map(folder.file))
    #expect(NumberedPictures.next("a1/b.png") == nil)
    #expect(NumberedPictures.next("a1/b99.png") == "a1/b100.png")
    #expect(NumberedPictures.paths(after: "a1.csv").isEmpty)
  }

  @Test("What is no folder is refused")
  func usage() throws {
    try write("a.json", Self.job("a"))
    for (arguments, message) in [
      (["jobs/a.json"], "'jobs/a.json' is not a folder"), (["gone"], "'gone' is not a folder"),
      (["jobs", "--quiet", "x"], "--quiet x: expected a number"),
      (["jobs", "--status", "page.txt"], "--status page.txt: expected a file named *.html"),
    ] {
      let outcome = try run(["watch"] + arguments, in: folder.url)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  /// The files that a job's process reports as its inputs.
  private func inputs(_ text: String) throws -> [String] {
    try write("facts.json", text)
    let file = folder.file("jobs/facts.json")
    let loaded = LoadedJobs([file], registry: StageLoading.registry())
    let facts = JobFacts(file: file, loaded, VariantSelection(), outputFolder: folder.file("out"))
    return facts.inputs.map { String($0.path.dropFirst(folder.file("jobs/").count)) }
  }

  @Test("The pictures and sounds beside an animation are watched, where the job may read them")
  func animations() throws {
    try write(
      "media/l.json",
      """
      { "v": "5.9.0", "w": 20, "h": 20, "fr": 10, "ip": 0, "op": 20, "layers": [],
        "assets": [{ "id": "s", "u": "audio/", "p": "a.wav" }, { "id": "p", "p": "b.png" }, { "id": "x", "p": "/x.png" }] }
      """)
    try write("media/audio/a.wav", "")
    try write("media/b.png", "")
    let found = try inputs(
      """
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2},
       "stages": [{"id": "l", "stage": "lottie", "parameters": {"file": "media/l.json"}}], "outputs": [{"file": "a.mp4"}]}
      """)
    #expect(found == ["media/audio/a.wav", "media/b.png", "media/l.json"])
  }

  @Test("The pictures beside an SVG file are watched, where the job may read them")
  func vectorPictures() throws {
    try write(
      "media/a.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="b.png"/><image href="/x.png"/></svg>
      """)
    try write("media/b.png", "")
    let found = try inputs(
      """
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2},
       "stages": [{"id": "p", "stage": "picture", "parameters": {"file": "media/a.svg"}}], "outputs": [{"file": "a.mp4"}]}
      """)
    #expect(found == ["media/a.svg", "media/b.png"])
  }

  @Test("All that a job is read from is watched, whatever its ending and however its name is written")
  func readFiles() throws {
    let files = [
      "rows.jsonl": #"{"id": "a", "t": "x"}"#, "rows.ndjson": #"{"id": "a", "t": "x"}"#, "r\u{e9}c.csv": "id,t\na,x\n",
      "rows.tsv": "id\tt\na\tx\n", "parts/q.jsonc": #"{"fonts": []}"#, "parts/r.inc": #"{"fonts": []}"#,
      "parts/s": #"{"fonts": []}"#, "parts/gr\u{f6}\u{df}e.json": #"{"fonts": []}"#,
      "inner.json": #"{"include": ["parts/r.inc"], "canvas": {"size": [8, 8], "duration": 1}, "stages": []}"#,
    ]
    for (name, text) in files { try write(name, text) }
    func job(_ more: String, stage: String = "") -> String {
      """
      {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2}, "variables": {"t": "x"}, \(more)
       "stages": [\(stage)], "outputs": [{"file": "{job.name}{row.id}.mp4"}]}
      """.replacing("{row.id}", with: more.contains("row") ? "{row.id}" : "")
    }
    for (written, read) in [
      ("rows.jsonl", "rows.jsonl"), ("rows.ndjson", "rows.ndjson"), (#"r\u00e9c.csv"#, "r\u{e9}c.csv"),
      ("rows.tsv", "rows.tsv"),
    ] {
      let found = try inputs(job(#""variants": {"row": {"data": "\#(written)"}},"#))
      #expect(found.contains(read), "\(written): \(found)")
    }
    for (written, read) in [
      ("parts/q.jsonc", "parts/q.jsonc"), ("parts/r.inc", "parts/r.inc"), ("parts/s", "parts/s"),
      (#"parts/gr\u00f6\u00dfe.json"#, "parts/gr\u{f6}\u{df}e.json"),
    ] {
      let found = try inputs(job(#""include": ["\#(written)"],"#))
      #expect(found.contains(read), "\(written): \(found)")
    }
    let nested = try inputs(job("", stage: #"{"id": "j", "stage": "job", "parameters": {"file": "inner.json"}}"#))
    #expect(nested.contains("inner.json") && nested.contains("parts/r.inc"), "\(nested)")
  }

  @Test("A link out of the folder is neither read nor rendered, and nothing of its file is shown")
  func links() throws {
    try folder.write("DB_PASSWORD=hunter2\n", to: "secret.env")
    try folder.write(Self.job("outside"), to: "outside.json")
    for (name, target) in [("leak.json", "../secret.env"), ("out.json", "../outside.json")] {
      try FileManager.default.createSymbolicLink(atPath: folder.file("jobs/\(name)"), withDestinationPath: target)
    }
    let outcome = try run(["watch", "jobs", "--output", "out", "--once", "--quiet", "0.1"], in: folder.url)
    #expect(outcome.code == 2)
    let text =
      outcome.errors + outcome.output + String(decoding: folder.bytes("jobs/leak.errors.txt") ?? Data(), as: UTF8.self)
    #expect(!text.contains("DB_PASSWORD"), "\(text)")
    #expect(text.contains("leads out of the job's folder"), "\(text)")
    #expect(!has("out/outside.mp4"))
    let allowed = try run(
      ["watch", "jobs", "--output", "out", "--once", "--quiet", "0.1", "--allow-read", "."], in: folder.url)
    #expect(has("out/outside.mp4"), "\(allowed.errors)")
  }

  @Test("Jobs that are made from each other's videos are errors, and videos that vanish are made again")
  func cycles() throws {
    try write("a.json", Self.job("a"))
    let clip = #", {"id": "film", "stage": "clip", "parameters": {"file": "../out/%.mp4", "width": 20}}"#
    let options = ["--allow-read", ".", "--poll", "0.2"]
    let watcher = try Watcher(folder, options)
    #expect(eventually { has("out/a.mp4") })
    try write("b.json", Self.job("b", more: clip.replacing("%", with: "a")))
    #expect(eventually { has("out/b.mp4") })
    try FileManager.default.removeItem(atPath: folder.file("out/b.mp4"))
    #expect(eventually { has("out/b.mp4") })
    try write("a.json", Self.job("a", more: clip.replacing("%", with: "b")))
    func errors() -> String {
      ["a", "b"].map { String(decoding: folder.bytes("jobs/\($0).errors.txt") ?? Data(), as: UTF8.self) }.joined()
    }
    #expect(
      eventually { errors().contains("it reads '") && errors().contains("which it writes itself") }, "\(watcher.text)")
    usleep(1_500_000)
    let before = watcher.text.components(separatedBy: "started").count
    usleep(1_500_000)
    #expect(watcher.text.components(separatedBy: "started").count == before)
    #expect(watcher.stop() == 143)
  }

  @Test("A part that is missing is watched for, whatever names it and however deep")
  func missingParts() throws {
    try write("parts/r.inc", #"{"include": ["t.inc"]}"#)
    try write("parts/inner.json", #"{"include": ["q"], "canvas": {"size": [8, 8], "duration": 1}, "stages": []}"#)
    func job(_ more: String, _ stage: String = "") -> String {
      #"{"canvas": {"size": [16, 16], "duration": 0.2}, \#(more) "stages": [\#(stage)], "outputs": [{"file": "x.mp4"}]}"#
    }
    let nested = #"{"id": "j", "stage": "job", "parameters": {"file": "parts/inner.json"}}"#
    for (text, part) in [
      (job(#""include": ["parts/s"],"#), "parts/s"), (job(#""extends": "parts/base","#), "parts/base"),
      (job(#""include": ["parts/r.inc"],"#), "parts/t.inc"), (job("", nested), "parts/q"),
      (job(#""variants": {"row": {"data": "rows.csv"}},"#), "rows.csv"),
    ] {
      let found = try inputs(text)
      #expect(found.contains(part), "\(part): \(found)")
    }
  }

  @Test("A job that reads its own video is an error each time, and its video stays as it is")
  func selfCycle() throws {
    try write("a.json", Self.job("a"))
    let watcher = try Watcher(folder, ["--allow-read", ".", "--poll", "0.2"])
    #expect(eventually { has("out/a.mp4") })
    let video = folder.bytes("out/a.mp4")
    let clip = #", {"id": "film", "stage": "clip", "parameters": {"file": "../out/a.mp4", "width": 20}}"#
    for edit in 1...2 {
      try write("a.json", Self.job("a", more: clip) + String(repeating: "\n", count: edit))
      #expect(eventually { watcher.count("failed", "a.json") == edit }, "\(watcher.text)")
    }
    usleep(1_500_000)
    #expect(watcher.count("failed", "a.json") == 2, "\(watcher.text)")
    #expect(folder.bytes("out/a.mp4") == video)
    #expect(watcher.stop() == 143)
  }

  @Test("A video that vanishes is made again by one of two watchers, once")
  func vanished() throws {
    try write("a.json", Self.job("a"))
    let watchers = try ["one", "two"].map { try Watcher(folder, ["--poll", "0.2", "--no-status"], name: $0) }
    func count() -> Int { watchers.reduce(0) { $0 + $1.count("finished", "a.json") } }
    #expect(eventually { count() == 1 && watchers.contains { $0.count("unchanged", "a.json") == 1 } })
    try FileManager.default.removeItem(atPath: folder.file("out/a.mp4"))
    #expect(eventually { count() == 2 }, "\(watchers.map(\.text))")
    // Everything is looked at anew after ten seconds.
    usleep(12_000_000)
    #expect(count() == 2, "\(watchers.map(\.text))")
    for watcher in watchers { #expect(watcher.stop() == 143) }
  }

  @Test(
    "A delivered file that was cut off, changed, or lost its video is made again, and a file of somebody else is not replaced"
  )
  func remains() throws {
    try folder.write("1\n00:00:00,000 --> 00:00:00,300\nHello\n", to: "jobs/en.srt")
    let job = """
      {"canvas": {"size": [64, 64], "fps": 10, "duration": 0.5}, "stages": [
        {"id": "box", "stage": "shape", "parameters": {"rect": {"size": [9, 9]}, "fill": "red"}}],
       "subtitles": [{"file": "en.srt", "language": "en"}], "outputs": [{"file": "b.mp4", "subtitles": "srt"}]}
      """
    try write("b.json", job)
    func watch() throws -> Outcome {
      try run(["watch", "jobs", "--output", "o", "--once", "--quiet", "0.05", "--no-status"], in: folder.url)
    }
    #expect(try watch().code == 0)
    let names = ["o/b.mp4", "o/b.en.srt"]
    let made = names.map { folder.bytes($0) }
    #expect(!made.contains(nil))
    let changes: [(String) throws -> Void] = [
      { try (folder.bytes($0)?.prefix(100) ?? Data()).write(to: folder.url.appendingPathComponent($0)) },
      { try Data().write(to: folder.url.appendingPathComponent($0)) },
      { try FileManager.default.removeItem(atPath: folder.file($0)) },
    ]
    for change in changes {
      try change(names[0])
      let outcome = try watch()
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(names.map { folder.bytes($0) } == made)
    }
    try folder.write((made[1].map { String(decoding: $0, as: UTF8.self) } ?? "") + "x\n", to: names[1])
    #expect(try watch().code == 0)
    #expect(names.map { folder.bytes($0) } == made)
    try folder.write("mine", to: names[0])
    #expect(try watch().code != 0)
    #expect(folder.bytes(names[0]).map { Array($0) } == Array("mine".utf8))
  }

  @Test("Numbered pictures that vanish are known to be missing, and so are those that were damaged")
  func numbered() throws {
    for name in ["f-0000.png", "f-0001.png"] { try folder.write("picture", to: "out/\(name)") }
    func file() -> WatchReceipt.File { .at(folder.file("out/f-{frame}.png"), in: folder.file("out")) }
    let made = file()
    #expect(made.path == "f-{frame}.png" && made.size == 14)
    try folder.write("bad", to: "out/f-0001.png")
    #expect(!made.isUnchanged(in: folder.file("out")))
    for name in ["f-0000.png", "f-0001.png"] { try FileManager.default.removeItem(atPath: folder.file("out/\(name)")) }
    #expect(file().size == -1)
  }

  @Test("With --once a job that reads another's video is rendered after it, and what it lacked before is forgotten")
  func chain() throws {
    try write("z.json", Self.job("z"))
    let clip = #", {"id": "film", "stage": "clip", "parameters": {"file": "../o/z.mp4", "width": 20}}"#
    usleep(50_000)
    try write("b.json", Self.job("b", more: clip))
    let outcome = try run(
      ["watch", "jobs", "--output", "o/", "--once", "--quiet", "0.1", "--allow-read", "."], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(has("o/z.mp4") && has("o/b.mp4"))
  }
}
