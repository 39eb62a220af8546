import Foundation
import TestSupport
import Testing

@Suite("Where commands read and write", .waitsForProcesses)
struct PlacesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] { try folder.write(Self.job(), to: "jobs/\(name).json") }
    try folder.write("mine", to: "FILE")
    try link("nowhere", to: "gone")
    try link("circle", to: "circle")
  }

  private static func job(
    stages: String = #"{"id": "s", "stage": "backdrop", "parameters": {"paint": "red"}}"#, more: String = ""
  ) -> String {
    """
    {"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2},
     "stages": [\(stages)]\(more)}
    """
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: target)
  }

  /// Its text, checked for words that are not the project's own.
  private func reports(_ outcome: Outcome) -> [String] {
    for foreign in ["Cocoa", "NSPOSIX", "Error Domain", "operation could not be completed"] {
      #expect(!outcome.errors.contains(foreign), "\(outcome.errors)")
    }
    return outcome.errors.split(separator: "\n").map(String.init)
  }

  @Test(
    "A wrong path for what a command writes is reported once, before anything is rendered",
    arguments: [
      "run jobs -o", "run jobs --dry-run -o", "regress jobs -o", "regress jobs --record --baseline",
      "stages --markdown -o", "new-stage a-new-one --package",
    ])
  func folders(_ command: String) throws {
    for (place, reason) in [
      ("FILE", "'FILE' is a file, not a folder."), ("FILE/below", "'FILE' is a file, not a folder."),
      ("nowhere", "'nowhere' is a link to 'gone', which does not exist"),
      ("circle", "'circle' is a link in a cycle of links"),
      (String(repeating: "x", count: 256), "' has a name of 256 bytes, more than 255."),
      ("", "needs a value"),
    ] {
      let outcome = try run(command.split(separator: " ").map(String.init) + [place], in: folder.url)
      #expect(outcome.code == 2, "\(place)")
      #expect(reports(outcome).count == 1 && outcome.errors.hasPrefix("pipeline: --"), "\(outcome.errors)")
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(folder.names == ["FILE", "circle", "jobs", "nowhere"])
    }
  }

  @Test(
    "A wrong path of a file is reported once, before anything is drawn",
    arguments: ["still jobs/a.json --force -o", "sheet jobs/a.json --force -o", "schema -o"])
  func files(_ command: String) throws {
    for (place, reason) in [
      ("FILE/a.png", "'FILE' is a file, not a folder"), ("new/a.png", "there is no folder 'new'. Create it first."),
      ("nowhere/a.png", "'nowhere' is a link to 'gone', which does not exist"),
      ("jobs.png", "'jobs.png' is a folder, not a file"), ("", "needs a value"),
      (String(repeating: "x", count: 252) + ".png", "has a name of 256 bytes"),
    ] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("jobs.png"), withIntermediateDirectories: true)
      let outcome = try run(command.split(separator: " ").map(String.init) + [place], in: folder.url)
      #expect(outcome.code == 2, "\(place)")
      #expect(reports(outcome).count == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }

  @Test("A history that is a folder, and a baseline that is a file, are reported before anything is rendered")
  func regress() throws {
    for (option, place) in [("--history", "jobs"), ("--history", "FILE/h"), ("--baseline", "FILE")] {
      let outcome = try run(["regress", "jobs", option, place], in: folder.url)
      #expect(outcome.code == 2)
      #expect(reports(outcome).count == 1 && outcome.errors.hasPrefix("pipeline: \(option) "), "\(outcome.errors)")
      #expect(!folder.names.contains("regress"))
    }
  }

  @Test("A name that is too long, or a folder that cannot be made, is reported with its position; other jobs continue")
  func outputs() throws {
    let deep = String(repeating: "y/", count: 2100)
    for (name, output, reason) in [
      ("1", deep + "a.mp4", " bytes as an absolute path, more than 4095."),
      ("2", "file/a.mp4", "'out/file' is a file, not a folder."),
      ("3", "taken.mp4", "'out/taken.mp4' is a folder, not a file."),
    ] {
      try folder.write(
        Self.job(more: #","outputs": [{"file": "\#(output)"}]"#), to: "jobs/\(name).json")
      try folder.write("mine", to: "out/file")
      try folder.write("mine", to: "out/taken.mp4/mine")
      let outcome = try run(["run", "jobs", "--progress", "none", "--force"], in: folder.url)
      #expect(outcome.code == 2)
      let lines = reports(outcome)
      #expect(lines.count == 1, "\(lines)")
      #expect(lines.first?.hasPrefix("jobs/\(name).json:2:91: outputs[0]: '") == true, "\(lines)")
      #expect(lines.first?.contains(reason) == true && (lines.first?.count ?? 0) < 700, "\(lines)")
      #expect(folder.names(below: "out") == ["a.mp4", "b.mp4", "file", "taken.mp4"])
      for file in ["jobs/\(name).json", "out/a.mp4", "out/b.mp4"] {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(file))
      }
    }
  }

  @Test(
    "Where the cache cannot be written, a run says so once, with a remedy, and continues",
    arguments: ["FILE", "nowhere", "circle/below", "/dev/null/below"])
  func store(_ place: String) throws {
    let outcome = try run(["run", "jobs", "--progress", "none", "--cache", place], in: folder.url)
    #expect(outcome.code == 0)
    let lines = reports(outcome)
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.hasPrefix("warning: the cache '\(place)' cannot be written: '") == true)
    #expect(
      lines.first?.hasSuffix(
        " The run continues without storing more. Choose another folder with --cache DIR, or --no-cache.") == true)
    #expect(folder.names(below: "out") == ["a.mp4", "b.mp4"])
    if place == "FILE" {
      for action in ["status", "clear"] {
        let outcome = try run(["cache", action, "--cache", place], in: folder.url)
        #expect(outcome.code == 2)
        #expect(reports(outcome) == ["pipeline: --cache FILE: 'FILE' is a file, not a folder"])
      }
    }
  }

  @Test("Without a home folder the cache is reported as any other that cannot be written")
  func home() throws {
    let environment = ["HOME": "/dev/null", "XDG_CACHE_HOME": ""]
    let outcome = try run(["run", "jobs", "--progress", "none"], in: folder.url, environment: environment)
    #expect(outcome.code == 0)
    #expect(reports(outcome).count == 1)
    #expect(
      outcome.errors.contains(
        "the cache '/dev/null/.cache/pipeline' cannot be written: '/dev/null' is a device, not a folder."))
  }

  @Test("An error about a job far down keeps its position, isolated or not", arguments: [[], ["--isolate"]])
  func farDown(_ options: [String]) throws {
    let name = String(repeating: "l", count: 240)
    let stage = #"{"id": "s", "stage": "polyline-sweep", "parameters": {"route": "r.geojson"}}"#
    try folder.write(Self.job(stages: stage), to: "\(name)/\(name)/a.json")
    try folder.write("{", to: "\(name)/\(name)/r.geojson")
    let outcome = try run(["run", "\(name)/\(name)", "--progress", "none"] + options, in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("lll/a.json:2:76: stages[0].parameters.route: r.geojson:"), "\(outcome.errors)")
    #expect(outcome.errors.utf8.count < 500)
  }

  @Test("A full standard output is reported, with an exit code")
  func fullOutput() throws {
    let script = "\"$0\" trace jobs/a.json >/dev/full 2>errors; code=$?; cat errors; exit $code"
    let outcome = try run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", script, program.path], in: folder.url,
      environment: environment(cache: folder.url))
    #expect(outcome.code == 1)
    #expect(outcome.output == "pipeline: standard output cannot be written: No space left on device\n")
  }

  @Test("What a job names and is not a file is reported as what it is", arguments: ["geojson", "png", "ttf"])
  func inputs(_ kind: String) throws {
    let stages = [
      "geojson": #"{"id": "s", "stage": "polyline-sweep", "parameters": {"route": "NAME"}}"#,
      "png": #"{"id": "s", "stage": "picture", "parameters": {"file": "NAME", "width": 10, "height": 10}}"#,
      "ttf": #"{"id": "s", "stage": "caption", "parameters": {"text": "x", "font": "NAME", "position": [8, 8]}}"#,
    ]
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("jobs/folder.\(kind)"), withIntermediateDirectories: true)
    try link("jobs/circle.\(kind)", to: "circle.\(kind)")
    try link("jobs/nowhere.\(kind)", to: "gone.\(kind)")
    #expect(mkfifo(folder.url.path + "/jobs/pipe.\(kind)", 0o600) == 0)
    for (name, reason) in [
      ("folder", "is a folder, not a file"), ("circle", "is a link in a cycle of links"),
      ("nowhere", "is a link to 'gone.\(kind)', which does not exist"), ("pipe", "is a pipe, not a file"),
    ] {
      let stage = try #require(stages[kind]).replacing("NAME", with: "\(name).\(kind)")
      try folder.write(Self.job(stages: stage), to: "jobs/c.json")
      let outcome = try run(["validate", "jobs/c.json"], in: folder.url)
      #expect(outcome.code == 2)
      let lines = reports(outcome).filter { !$0.contains("'camera' is missing") }
      #expect(lines.count == 1 && lines.first?.hasPrefix("jobs/c.json:2:") == true, "\(lines)")
      #expect(lines.first?.hasSuffix(": 'jobs/\(name).\(kind)' \(reason)") == true, "\(lines)")
    }
  }

  /// True if this process may run the program as somebody else.
  private static let mayChangeUser: Bool = {
    let outcome = try? CommandLineTests.run(
      URL(fileURLWithPath: "/usr/bin/setpriv"), Self.nobody + [program.path, "--version"],
      environment: ["HOME": "/nonexistent"])
    return outcome?.code == 0
  }()

  private static let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]

  @Test("What another user may not read or write is reported with the system's reason", .enabled(if: mayChangeUser))
  func permissions() throws {
    try folder.write("{}", to: "jobs/secret.json")
    #expect(chmod(folder.url.path + "/jobs/secret.json", 0) == 0)
    for name in ["open", "cache"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    #expect(chmod(folder.url.path + "/open", 0o777) == 0)
    let environment = environment(cache: folder.url.appendingPathComponent("cache"))
    func asNobody(_ arguments: String) throws -> Outcome {
      try run(
        URL(fileURLWithPath: "/usr/bin/setpriv"),
        Self.nobody + [program.path] + arguments.split(separator: " ").map(String.init), in: folder.url,
        environment: environment)
    }
    let closed = try asNobody("run jobs")
    #expect(closed.code == 2)
    #expect(
      reports(closed) == [
        "jobs/secret.json: 'jobs/secret.json' cannot be read: Permission denied",
        "pipeline: --output out: '.' is not writable: Permission denied. Choose another folder, or change its "
          + "permissions.",
      ])
    let open = try asNobody("run jobs/a.json -o open --progress none")
    #expect(open.code == 0)
    #expect(
      reports(open).first?.hasPrefix(
        "warning: the cache '\(folder.url.path)/cache/pipeline' cannot be written: '\(folder.url.path)/cache' is "
          + "not writable: Permission denied. The run continues") == true, "\(open.errors)")
    #expect(folder.names(below: "open") == ["a.mp4"])
  }
}
