import Files
import Formats
import Foundation
import JobFile
import TestSupport
import Testing
import Video

@Suite("What jobs may read and write", .waitsForProcesses)
struct TrustTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["jobs", "else"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try folder.write(#"{"type": "LineString", "coordinates": [[0, 0], [0.01, 0.01]]}"#, to: "else/r.geojson")
  }

  private var path: String { folder.url.path }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// A job that follows a route, or that draws nothing.
  private func write(_ name: String, route: String? = nil, output: String = "a.mp4") throws {
    let stages = route.map { route in
      """
      {"id": "c", "stage": "camera-rotation", "parameters": {"map": {"none": {}}}},
      {"id": "r", "stage": "polyline-sweep", "inputs": {"camera": "c.camera"}, "parameters": {"route": "\(route)"}}
      """
    }
    try folder.write(
      #"{"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2}, "stages": [\#(stages ?? "")],"#
        + "\n" + #""outputs": [{"file": "\#(output)", "preset": "ultrafast"}]}"#, to: name)
  }

  @Test(
    "A file outside of the job's folder is read only below folders that are allowed",
    arguments: ["../else/r.geojson", "ABSOLUTE/else/r.geojson", "file-link.geojson", "folder-link/r.geojson"])
  func reading(_ route: String) throws {
    let route = route.replacing("ABSOLUTE", with: path)
    try link("jobs/file-link.geojson", to: "../else/r.geojson")
    try link("jobs/folder-link", to: path + "/else")
    try write("jobs/a.json", route: route)
    let refused = try run(["run", "jobs"], in: folder.url)
    #expect(refused.code == 2)
    let real = try #require(RealPath.of(path))
    #expect(
      refused.errors.contains(
        "' leads out of the job's folder, to '\(real)/else/r.geojson'."))
    #expect(refused.errors.contains(": stages[1].parameters.route: '"))
    #expect(refused.errors.contains("--allow-read '\(real)/else'"))
    for command in [["validate", "jobs"], ["trace", "jobs/a.json"], ["graph", "jobs/a.json"], ["run", "jobs"]] {
      #expect(try run(command + ["--allow-read", "else"], in: folder.url).code == 0)
      #expect(try run(command + ["--allow-read", "jobs"], in: folder.url).code == 2)
    }
  }

  @Test("A link within the job's folder, and a folder reached through a link, are the job's own")
  func ownFolder() throws {
    try folder.write(#"{"type": "LineString", "coordinates": [[0, 0], [0.01, 0.01]]}"#, to: "jobs/own.geojson")
    try link("jobs/link.geojson", to: "own.geojson")
    try link("other", to: "jobs")
    try write("jobs/a.json", route: "link.geojson")
    #expect(try run(["run", "other"], in: folder.url).code == 0)
  }

  @Test(
    "Outputs stay below the output folder and are seen",
    arguments: [
      ("/tmp/a.mp4", "is an absolute path"), ("../a.mp4", "leads out through '..'"), (".a/a.mp4", "would be hidden"),
      ("\(String(repeating: "a", count: 252)).mp4", "has a name of 256 bytes"),
    ])
  func outputNames(_ name: String, _ message: String) throws {
    try write("jobs/a.json", output: name)
    let outcome = try run(["run", "jobs"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message))
    #expect(folder.names == ["else", "jobs"])
  }

  @Test("A symbolic link does not lead an output out of its folder; one that stays within does no harm")
  func outputLinks() throws {
    try write("jobs/bad.json", output: "out-link/a.mp4")
    try write("jobs/good.json", output: "in-link/a.mp4")
    try FileManager.default.createDirectory(atPath: path + "/out/real", withIntermediateDirectories: true)
    try link("out/out-link", to: "../else")
    try link("out/in-link", to: "real")
    let outcome = try run(["run", "jobs"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("bad.json:2:13: outputs[0]: 'out-link/a.mp4' leads out of 'out', to "))
    #expect(folder.names(below: "else") == ["r.geojson"])
    #expect(folder.names(below: "out/real") == ["a.mp4"])
  }

  @Test("What this program did not make is replaced only with --force, what it made always")
  func foreignFiles() throws {
    try write("jobs/a.json")
    try FileManager.default.createDirectory(atPath: path + "/out", withIntermediateDirectories: true)
    try folder.write("mine", to: "out/a.mp4")
    for command in [["run", "jobs"], ["run", "jobs", "--dry-run"]] {
      let refused = try run(command, in: folder.url)
      #expect(refused.code == 2)
      #expect(refused.errors.contains("'out/a.mp4' already exists and was not made by this program"))
    }
    #expect(try String(contentsOfFile: path + "/out/a.mp4", encoding: .utf8) == "mine")
    #expect(try run(["run", "jobs", "--force"], in: folder.url).code == 0)
    #expect(FileSignature.isOwn(path + "/out/a.mp4", .mp4))
    #expect(try run(["run", "jobs"], in: folder.url).code == 0)
  }

  @Test("A link under an output's name is not followed: with --force a file takes its place")
  func linkInPlace() throws {
    try write("jobs/a.json")
    try FileManager.default.createDirectory(atPath: path + "/out", withIntermediateDirectories: true)
    try link("out/a.mp4", to: "../else/r.geojson")
    let before = try Data(contentsOf: folder.url.appendingPathComponent("else/r.geojson"))
    #expect(try run(["run", "jobs"], in: folder.url).code == 2)
    #expect(try run(["run", "jobs", "--force"], in: folder.url).code == 0)
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("else/r.geojson")) == before)
    #expect(FileSignature.isOwn(path + "/out/a.mp4", .mp4))
  }

  @Test(
    "Outputs that would be one file are found before anything is rendered",
    arguments: [("a.mp4", "A.mp4"), ("e\u{301}.mp4", "\u{E9}.mp4"), ("x/a.mp4", "y/a.mp4"), ("a.mp4", "a.mp4/b.mp4")])
  func collisions(_ first: String, _ second: String) throws {
    try write("jobs/1.json", output: first)
    try write("jobs/2.json", output: second)
    try FileManager.default.createDirectory(atPath: path + "/out/x", withIntermediateDirectories: true)
    try link("out/y", to: "x")
    let outcome = try run(["run", "jobs", "--progress", "none"], in: folder.url)
    #expect(outcome.code == 2)
    let errors = outcome.errors.split(separator: "\n").filter { !$0.contains("warning") }
    #expect(errors == ["jobs/2.json:2:13: outputs[0]: '\(second)' is also written by jobs/1.json"])
  }

  @Test("An output that needs a folder with the name of another's file is no job that is named twice")
  func fileAndFolder() throws {
    try folder.write(
      """
      {"canvas": {"size": [32, 32], "fps": 10, "duration": 0.2}, "stages": [],
       "outputs": [{"file": "a.mp4"}, {"file": "a.mp4/b.mp4"}]}
      """, to: "jobs/1.json")
    let outcome = try run(["run", "jobs"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("another output. A file and a folder cannot have one name."))
    let twice = try run(["run", "jobs/1.json", "./jobs/1.json"], in: folder.url)
    #expect(twice.code == 2)
  }

  @Test("Hard links share nothing once a video takes one's place")
  func hardLinks() throws {
    try write("jobs/1.json", output: "1.mp4")
    #expect(try run(["run", "jobs"], in: folder.url).code == 0)
    let first = try Data(contentsOf: folder.url.appendingPathComponent("out/1.mp4"))
    try FileManager.default.linkItem(atPath: path + "/out/1.mp4", toPath: path + "/out/2.mp4")
    try folder.write(
      #"{"canvas": {"size": [32, 32], "fps": 10, "duration": 0.2}, "stages": [], "outputs": [{"file": "2.mp4"}]}"#,
      to: "jobs/2.json")
    #expect(try run(["run", "jobs"], in: folder.url).code == 0)
    #expect(try Data(contentsOf: folder.url.appendingPathComponent("out/1.mp4")) == first)
    #expect(try MovieReader(path: path + "/out/2.mp4").info.width == 32)
  }

  @Test("Text of jobs steers no terminal and begins no line of its own, in messages and in events")
  func escapes() throws {
    let name = #"evil\u001b[31m\u202e\nerror: fake\u0085"#
    try folder.write(
      #"{"canvas": {"size": [16, 16], "fps": 10, "duration": 0.2}, "stages": [{"id": "a", "stage": "\#(name)"}]}"#,
      to: "jobs/a.json")
    let plain = try run(["run", "jobs"], in: folder.url)
    #expect(plain.errors.split(separator: "\n").count == 1)
    #expect(plain.errors.contains(#"unknown stage 'evil\u{1B}[31m\u{202E}\u{A}error: fake\u{85}'"#))
    let json = try run(["run", "jobs", "--progress", "json"], in: folder.url)
    #expect(!json.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E || $0.value == 0x85 })
    for line in json.output.split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("Stills and sheets replace their own pictures, and others only with --force", arguments: ["still", "sheet"])
  func pictures(_ command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"canvas": {"size": [16, 16], "duration": 0.1}, "stages": []}"#, to: "a.json")
    let arguments = [command, "a.json", "-o", "a.png"]
    for _ in 1...2 { #expect(try run(arguments, in: folder.url).code == 0) }
    for kind in ["file", "link", "folder"] {
      let path = folder.url.appendingPathComponent("a.png").path
      try FileManager.default.removeItem(atPath: path)
      switch kind {
      case "file": try folder.write("mine", to: "a.png")
      case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
      default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      let outcome = try run(arguments, in: folder.url)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("'a.png' already exists and was not made by this program."))
      if kind != "folder" { #expect(try run(arguments + ["--force"], in: folder.url).code == 0) }
    }
    #expect(!folder.names.contains("nowhere"))
  }
}
