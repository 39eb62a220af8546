import Foundation
import JobFile
import Rendering
import TestSupport
import Testing

@testable import pipeline

@Suite("Requests to child processes", .waitsForProcesses)
struct ChildRequestTests {
  private func arguments(_ words: [String], of command: CommandSpecification) throws -> ParsedArguments {
    try ParsedArguments(words, for: command)
  }

  /// The request as a child reads it.
  private func received(_ work: ChildRequest.Work) throws -> ChildRequest {
    try ChildRequest(readingFrom: try ChildRequest(work).file())
  }

  @Test("The settings of a run reach a child as they are")
  func run() throws {
    let words = [
      "a.json", "--scale=0.1", "--frames=3..70", "--mute", "--force", "--checked", "--max-memory=2GB", "--workers=3",
      "--only=size=story,locale=de", "--set=minutes=12", "--limit=frames=900", "--cache=store", "--cache-limit=5GB",
      "--cache-deadline=7", "--share=2/8@37", "--cache-only", "--frame-deadline=2.5", "--no-isolate", "--tries=4",
    ]
    var settings = try RunSettings(try arguments(words, of: RunCommand.specification))
    settings.part = .job
    settings.foundIn = "folder"
    guard case .store(var share) = settings.purpose else {
      Issue.record("it is no share")
      return
    }
    share.table = ["a.json": [0, 2, 1]]
    settings.purpose = .store(share)
    guard case .run(let read) = try received(.run(settings)).work else {
      Issue.record("it is no run")
      return
    }
    #expect(read == settings)
    #expect(read.purpose == .store(share))
    #expect(read.store?.limit == 5_000_000_000)
    #expect(read.policy.limits.frames == 900)
    #expect(read.session.keepsReceipts == false)
  }

  @Test("A command's options reach a child as they are, with spaces and other signs")
  func command() throws {
    let given = try arguments(["--at=1", "--", "-x y/ä\n'.json"], of: StillCommand.specification)
    guard
      case .command("still", let read, isSupervised: true) = try received(
        .command("still", given, isSupervised: true)
      ).work
    else {
      Issue.record("it is another request")
      return
    }
    #expect(read == given)
  }

  @Test("A job that is rendered alone is wanted in its own variant, without what is for the whole run")
  func alone() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "identity.json")
    let words = [
      "jobs", "--only=size=story", "--share=0/1", "--cache-only", "--tries=3", "--identity=identity.json",
      "--scale=0.5",
    ]
    let settings = try RunSettings(try arguments(words, of: RunCommand.specification))
    let variant = Variant([.init(axis: "size", value: "story"), .init(axis: "locale", value: "de")])
    let copy = settings.alone("jobs/a.json", variant, .job)
    #expect(copy.paths == ["jobs/a.json"])
    #expect(copy.policy.selection.only == ["size": ["story"], "locale": ["de"]])
    #expect(copy.tries == 1)
    #expect(copy.identity == nil)
    #expect(copy.isolation == .none)
    #expect(copy.scale == 0.5)
  }

  @Test("What decides over bytes changes a run's digest, and nothing else does")
  func digest() throws {
    func digest(_ options: String...) throws -> String {
      try RunSettings(try arguments(["a.json"] + options, of: RunCommand.specification)).digest
    }
    let plain = try digest()
    for same in ["--output=b", "--workers=3", "--max-memory=2GB", "--frame-deadline=7", "--no-reuse", "--cache=c"] {
      #expect(try digest(same) == plain, "\(same)")
    }
    for other in ["--scale=0.5", "--frames=0..9", "--mute", "--force", "--checked", "--set=a=b", "--only=a=b"] {
      #expect(try digest(other) != plain, "\(other)")
    }
  }

  @Test("The options of a submission are read back as they were given")
  func submission() throws {
    let words = [
      "print", "a.json", "--tasks=4", "--workers=2", "--scale=0.5", "--frames=0..59", "--set=title=it's = 1",
      "--only=size=story", "--force", "--no-isolate", "--limit=frames=900", "--max-memory=2GB", "--frame-deadline=9",
    ]
    let options = try SubmitOptions(try arguments(words, of: SubmitCommand.specification))
    let read = try RunSettings(try arguments(options.runOptions + ["--", "a.json"], of: RunCommand.specification))
    #expect(read.workers == 2)
    #expect(read.scale == 0.5)
    #expect(read.frames == 0...59)
    #expect(read.policy.selection.variables == ["title": "it's = 1"])
    #expect(read.policy.selection.only == ["size": ["story"]])
    #expect(read.policy.limits.frames == 900)
    #expect(read.replacesForeignFiles)
    #expect(read.isolation == .none)
    #expect(read.memory == 2_000_000_000)
    #expect(read.frameDeadline == 9)
  }

  @Test("The commands of a preview's page take over what jobs may read, and no other option")
  func preview() throws {
    let preview = try arguments(
      ["--set=a=b", "--limit=frames=9", "--output=x", "jobs"], of: PreviewCommand.specification)
    let run = try arguments(["--output=y", "--", "a.json"], of: RunCommand.specification)
    let both = run.taking(JobPolicyOptions.all, from: preview)
    #expect(both.strings("set") == ["a=b"])
    #expect(both.strings("limit") == ["frames=9"])
    #expect(both.string("output") == "y")
    #expect(both.operands == ["a.json"])
  }

  @Test("A file without a request is refused")
  func noRequest() throws {
    let folder = try TemporaryFolder()
    for (name, text) in [("empty", ""), ("other", "{\"work\": {}}"), ("text", "run a.json")] {
      try folder.write(text, to: name)
      let file = open(folder.url.appendingPathComponent(name).path, O_RDONLY)
      try #require(file >= 0)
      #expect(throws: UsageError.self) { try ChildRequest(readingFrom: file) }
    }
    #expect(throws: UsageError.self) { try ChildRequest(readingFrom: 999) }
  }

  @Test("The children's command is refused where no parent started it")
  func stranger() throws {
    let outcome = try CommandLineTests.run(["child"])
    #expect(outcome.code == 2)
    #expect(outcome.errors == "pipeline: 'child' is for processes that this program starts itself\n")
  }

  @Test("A share whose process a stage ends early has not succeeded, whatever its exit code")
  func endedShare() throws {
    let unruly = try Unruly()
    try unruly.write("exit", "exit", at: 0, seconds: 0.1)
    let outcome = try unruly.run([
      "run", "exit.json", "--share", "0/1", "--cache-only", "--tries", "2", "--no-isolate", "--cache", "store",
    ])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("share 0/1: ended the process with exit code 0"), "\(outcome.errors)")
  }

  @Test("Without the library of surroundings, check-stage says that it is missing")
  func missingLibrary() throws {
    let folder = try TemporaryFolder()
    let built = program.deletingLastPathComponent()
    let copy = folder.url.appendingPathComponent("pipeline")
    try FileManager.default.copyItem(at: program, to: copy)
    for name in try FileManager.default.contentsOfDirectory(atPath: built.path)
    where name.hasSuffix("Stage.so") || name == "libStageKit.so" {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appendingPathComponent(name), withDestinationURL: built.appendingPathComponent(name))
    }
    let outcome = try CommandLineTests.run(
      copy, ["check-stage", "shape", "--seconds", "0"], environment: environment(cache: folder.url))
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("there is no libCheckSurroundings.so in "), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
