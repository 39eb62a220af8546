import Formats
import Foundation
import TestSupport
import Testing

@Suite("Usage")
struct UsageTests {
  @Test("Every command has its help, and help names every command")
  func help() throws {
    let all = try run(["--help"])
    #expect(all.code == 0)
    let names = [
      "run", "validate", "check", "still", "sheet", "stages", "schema", "graph", "trace", "cache", "identity",
      "new-stage",
      "check-stage", "doctor", "edit", "docs", "clean",
    ]
    for command in names {
      #expect(all.output.contains("\n  \(command) "))
      let own = try run([command, "--help"])
      #expect(own.code == 0)
      #expect(own.output.hasPrefix("usage: pipeline \(command)"))
    }
  }

  @Test(
    "Help lists every codec with its files and options", arguments: [["--help"], ["help", "run"], ["run", "--help"]])
  func formats(_ arguments: [String]) throws {
    let output = try run(arguments).output
    for codec in Codecs.all {
      #expect(output.contains("\n  \(codec.name), ."))
      for option in codec.options { #expect(output.contains(option.name)) }
    }
    for container in Containers.all { #expect(output.contains(".\(container.ending) (\(container.name))")) }
  }

  @Test(
    "A look over the machine names its formats, its stages and its cache, and fails where the cache cannot be written")
  func doctor() throws {
    let folder = try TemporaryFolder()
    let fine = try run(["doctor", "--cache", folder.file("cache")], in: folder.url)
    #expect(fine.code == 0, "\(fine.output)")
    for text in ["h264, hevc", "stages", "cache", "identity"] { #expect(fine.output.contains(text)) }
    let full = try run(["doctor", "--cache", "/proc/pipeline-cache"], in: folder.url)
    #expect(full.code == 1 && full.output.contains("It cannot be written."), "\(full.output)")
  }

  @Test("The version goes to standard output")
  func version() throws {
    let outcome = try run(["--version"])
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("pipeline "))
    #expect(outcome.output.hasSuffix("\nSPDX-License-Identifier: Apache-2.0\n"))
    #expect(outcome.errors.isEmpty)
  }

  @Test("The documentation is listed with a summary of each page, and every page is found by its name")
  func docs() throws {
    let list = try run(["docs"])
    #expect(list.code == 0)
    let folder = projectFolder.appendingPathComponent("Documentation").path
    #expect(list.output.hasPrefix("\(folder)\n"))
    for (folder, heading) in [("", "guides"), ("Stages/", "stages")] {
      #expect(list.output.contains("\n\(heading):\n"))
      let path = projectFolder.appendingPathComponent("Documentation/\(folder)").path
      for file in try FileManager.default.contentsOfDirectory(atPath: path)
      where file.hasSuffix(".md") && file != "README.md" {
        let name = file.dropLast(3)
        #expect(list.output.contains(try Regex("\n  \(name) +\\S")), "\(name)")
      }
    }
    #expect(list.output.contains("  StageKit             StageKit\n"))
    let page = try run(["docs", "maps"])
    #expect(page.output == "\(folder)/Maps.md\n")
    #expect(try run(["docs", "halo-pulse"]).output == "\(folder)/Stages/halo-pulse.md\n")
    #expect(try run(["docs", "drawingapicture"]).output.hasSuffix("/StageKit.docc/DrawingAPicture.md\n"))
  }

  @Test(
    "Bad usage is reported with a suggestion and exit code 2",
    arguments: [
      (["rnu", "x"], "unknown command 'rnu'. Did you mean 'run'?"),
      (["run", "--worker", "2", "x"], "unknown option '--worker'. Did you mean '--workers'?"),
      (["run", "--out=videos", "x"], "'--out' is called '--output' now"),
      (["regress", "--store-only", "x"], "'--store-only' is called '--cache-only' now"),
      (["cache", "--store-deadline", "9", "status"], "'--store-deadline' is called '--cache-deadline' now"),
      (["submit", "--out-file", "t", "openjd", "x"], "'--out-file' is called '--template' now"),
      (["run", "--workers", "none", "x"], "--workers none: expected a whole number from 1 to 1024"),
      (["run", "--workers"], "--workers needs a value: --workers N"),
      (["run", "--frames", "9..3", "x"], "--frames 9..3: expected a range of frames such as 0..59"),
      (["run", "--progress", "jsno", "x"], "Did you mean 'json'?"),
      (["run"], "expected: pipeline run PATH…"),
      (["run", "--dry-run=yes", "x"], "--dry-run takes no value"),
      (["stages", "--plugins", "/no/such"], "--plugins /no/such: expected an existing folder"),
      (["new-stage", "RadarSweep"], "expected lowercase words joined by hyphens, such as 'radar-sweep'"),
      (["new-stage", "halo-pulse"], "the stage 'halo-pulse' already exists"),
      (["check-stage", "halo-puls"], "unknown stage 'halo-puls'. Did you mean 'halo-pulse'?"),
      (["docs", "mpas"], "unknown page 'mpas'. Did you mean 'maps'?"),
      (["stages", "camera-rotatoin"], "unknown stage 'camera-rotatoin'. Did you mean 'camera-rotation'?"),
    ])
  func badUsage(_ arguments: [String], _ message: String) throws {
    let outcome = try run(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message))
    #expect(outcome.output.isEmpty)
  }

  @Test("No command at all shows help and is bad usage")
  func nothing() throws {
    let outcome = try run([])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("usage: pipeline COMMAND"))
  }

  @Test("Links that lead nowhere, or in a circle, say so")
  func deadLinks() throws {
    let folder = try TemporaryFolder()
    for (link, place) in [("circle.json", "circle.json"), ("nowhere.json", "gone.json")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appendingPathComponent(link).path, withDestinationPath: place)
    }
    let outcome = try run(["run", "circle.json", "nowhere.json"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("circle.json: 'circle.json' is a link in a cycle of links\n"))
    #expect(outcome.errors.contains("nowhere.json: 'nowhere.json' is a link to 'gone.json', which does not exist\n"))
  }

  @Test("Links in a folder of jobs lead where jobs may read")
  func links() throws {
    let folder = try TemporaryFolder()
    let text = #"{"canvas": {"size": [64, 64], "duration": 1}, "stages": []}"#
    try folder.write(text, to: "jobs/inner/a.json")
    try folder.write(text, to: "other/b.json")
    for (link, place) in [("a.json", "inner/a.json"), ("b.json", "../other/b.json")] {
      try FileManager.default.createSymbolicLink(atPath: folder.file("jobs/\(link)"), withDestinationPath: place)
    }
    let outcome = try run(["validate", "jobs"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("jobs/a.json: fine"))
    #expect(outcome.errors.contains("jobs/b.json: 'jobs/b.json' leads out of the job's folder, to '"))
    #expect(try run(["validate", "jobs", "--allow-read", "other"], in: folder.url).code == 0)
    #expect(try run(["validate", "jobs/b.json"], in: folder.url).code == 0)
  }

  @Test("Job files may have endings in capitals, and hidden ones of a folder are left alone")
  func endings() throws {
    let folder = try TemporaryFolder()
    for name in ["UP.JSON", ".x.json"] {
      try #"{"canvas": {"size": [64, 64], "duration": 1}, "stages": []}"#.write(
        toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
    let outcome = try run(["validate", "."], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("UP.JSON: fine") && !outcome.output.contains(".x.json"))
  }

  @Test("A hidden job file is refused by its name")
  func hiddenJob() throws {
    let folder = try TemporaryFolder()
    try "{}".write(toFile: folder.file(".x.json"), atomically: true, encoding: .utf8)
    let outcome = try run(["validate", ".x.json"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(".x.json: the name begins with a dot"))
  }

  @Test("A file or folder that does not exist is reported")
  func missingPath() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(["run", "nothing.json", "."], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("nothing.json: there is no file or folder 'nothing.json'"))
    #expect(outcome.errors.contains(".: the folder has no job files. Job files are named *.json."))
  }
}
