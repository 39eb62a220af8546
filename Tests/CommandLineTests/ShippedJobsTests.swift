import Foundation
import TestSupport
import Testing
import Video

@Suite("What ships", .waitsForProcesses)
struct ShippedJobsTests {
  static let jobs =
    ((try? FileManager.default.contentsOfDirectory(atPath: projectFolder.appendingPathComponent("jobs").path)) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  @Test("All variants of the campaign are valid, and nothing in them is cut, hidden or hard to read")
  func campaign() throws {
    let outcome = try run(["validate", "jobs/campaign"], in: projectFolder)
    #expect(!outcome.errors.contains("warning") && !outcome.errors.contains("error"), "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("jobs/campaign/offers.json: fine, 72 variants"))
    #expect(outcome.code == 0)
  }

  @Test("Every shipped job is valid and points to the schema", arguments: jobs)
  func jobsAreValid(_ name: String) throws {
    let outcome = try run(["validate", "jobs/\(name)"], in: projectFolder)
    // Nothing but, on a slow machine, what is prepared.
    #expect(
      outcome.errors.split(separator: "\n").allSatisfy { line in
        [": reading", ": preparing stage '", ": comparing its end", ": looking over its layout"]
          .contains { step in line.contains(step) }
          // Footage in HDR is told of.
          || name == "footage.json" && line.contains("is HDR (HLG), tone-mapped")
      }, "\(outcome.errors)")
    #expect(outcome.code == 0)
    let text = try String(contentsOf: projectFolder.appendingPathComponent("jobs/\(name)"), encoding: .utf8)
    #expect(text.contains(#""$schema": "../Documentation/job.schema.json""#))
  }

  @Test("The schema in the documentation is the one that the program writes")
  func schemaIsCurrent() throws {
    let written = try run(["schema"]).output
    let kept = try String(
      contentsOf: projectFolder.appendingPathComponent("Documentation/job.schema.json"), encoding: .utf8)
    #expect(written == kept, "Write it anew: ./Scripts/generate")
  }

  @Test("The reference of job files is the one that the program writes")
  func jobReferenceIsCurrent() throws {
    let written = try run(["schema", "--markdown"]).output
    let kept = try String(contentsOf: projectFolder.appendingPathComponent("Documentation/Job.md"), encoding: .utf8)
    #expect(written == kept, "Write it anew: ./Scripts/generate")
  }

  @Test("The language of jobs on one page is the one that the program writes, in at most 12,000 words")
  func languageIsCurrent() throws {
    let written = try run(["schema", "--language"]).output
    let kept = try String(contentsOf: projectFolder.appendingPathComponent("Documentation/llms.txt"), encoding: .utf8)
    #expect(written == kept, "Write it anew: ./Scripts/generate")
    #expect(written.split { $0.isWhitespace }.count <= 12_000)
    #expect(try run(["schema", "--language", "--markdown"]).code == 2)
  }

  @Test("The reference of the stages is the one that the program writes")
  func referenceIsCurrent() throws {
    let folder = try TemporaryFolder()
    let kept = projectFolder.appendingPathComponent("Documentation/Stages")
    try FileManager.default.copyItem(
      at: kept.appendingPathComponent("pictures"), to: folder.url.appendingPathComponent("pictures"))
    #expect(try run(["stages", "--markdown", "-o", "."], in: folder.url).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: kept.path).sorted()
    #expect(names == folder.names, "Write it anew: ./Scripts/generate")
    for name in names where name != "pictures" {
      let written = try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
      let text = try String(contentsOf: kept.appendingPathComponent(name), encoding: .utf8)
      #expect(written == text, "\(name): write it anew: ./Scripts/generate")
    }
  }
}

@Suite("Looking at jobs", .waitsForProcesses)
struct InspectionTests {
  static let job = """
    {"name": "j", "canvas": {"size": [32, 32], "fps": 10, "duration": 1},
     "stages": [{"id": "camera", "stage": "camera-rotation", "parameters": {"map": {"none": {}},
       "moves": [{"to": {"distance": 6000, "pitch": 60}, "duration": 1, "curve": "ease-in-out"}]}},
      {"id": "halo", "stage": "halo-pulse", "inputs": {"camera": "camera.camera"}}]}
    """

  @Test("A spring's duration is in seconds, and traces and stages show when it settles")
  func springs() throws {
    let folder = try TemporaryFolder()
    // Without bounce, e^(−x)·(1 + x) is 0.001 at x = 9.2334.
    for (duration, settled) in [(0.2, "0.29"), (5, "7.35")] {
      try folder.write(
        """
        { "canvas": { "size": [64, 64], "fps": 10, "duration": 2 },
          "stages": [{ "id": "dot", "stage": "shape", "parameters": {
            "circle": { "radius": 5 }, "fill": "white", "position": { "keyframes": [
              { "at": 0, "value": [0, 0], "curve": { "spring": { "duration": \(duration) } } },
              { "at": 2, "value": [1, 0] }] } } }],
          "outputs": [{ "file": "j.mp4" }] }
        """, to: "j.json")
      let outcome = try run(["trace", "j.json"], in: folder.url)
      #expect(outcome.code == 0)
      let lines = outcome.output.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let column = try #require(lines[0].firstIndex(of: "dot.position.x"))
      for frame in 1...18 {
        let x = 2 * Double.pi / duration * Double(frame) / 10
        #expect(abs(try #require(Double(lines[frame + 1][column])) - (1 - exp(-x) * (1 + x))) < 1e-9)
      }
      #expect(
        outcome.errors.contains(
          "stage 'dot': position.keyframes[0].curve: the spring settles after \(settled) s; the next keyframe is 2.00 s later"
        ))
    }
    // The page breaks its lines between words.
    let page = try run(["stages", "passport-flip"], in: folder.url).output
    #expect(page.split { $0.isWhitespace }.joined(separator: " ").contains("settles after 1.00 s"))
  }

  @Test("A trace has a row for every frame, and an eased move follows its closed form to 1e-6")
  func trace() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "j.json")
    let outcome = try run(["trace", "j.json"], in: folder.url)
    #expect(outcome.code == 0)
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.count == 11)
    let distance = try #require(rows[0].firstIndex(of: "camera.distance"))
    let pitch = try #require(rows[0].firstIndex(of: "camera.pitch"))
    for (frame, row) in rows.dropFirst().enumerated() {
      let eased = Self.easeInOut(Double(frame) / 10)
      #expect(abs(try #require(Double(row[distance])) - (1000 + 5000 * eased)) < 1e-6)
      #expect(abs(try #require(Double(row[pitch])) - 60 * eased) < 1e-6)
    }
  }

  /// cubic-bezier(0.42, 0, 0.58, 1) by bisection.
  private static func easeInOut(_ x: Double) -> Double {
    func bezier(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if bezier(0.42, 0.58, middle) < x { low = middle } else { high = middle }
    }
    return bezier(0, 1, low)
  }

  @Test("Traces as JSON have an object a frame")
  func jsonTrace() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "j.json")
    let outcome = try run(["trace", "j.json", "--format", "json", "--frames", "2..4"], in: folder.url)
    let objects = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.compactMap { $0["frame"] as? Int } == [2, 3, 4])
  }

  @Test("A still keeps the clear background, a sheet and a graph are written")
  func stillSheetGraph() throws {
    let folder = try TemporaryFolder()
    let job = Self.job.replacing("[32, 32]", with: "[256, 256]").replacing(
      #""fps": 10"#, with: #""fps": 10, "background": "clear""#)
    try folder.write(job, to: "j.json")
    #expect(try run(["still", "j.json", "--at", "0.5", "-o", "s.png"], in: folder.url).code == 0)
    #expect(try run(["sheet", "j.json", "-o", "c.png", "--count", "3"], in: folder.url).code == 0)
    let image = try readPicture(at: folder.url.path + "/s.png")
    #expect(image.width == 256 && image.pixels[3] == 0)
    #expect(try readPicture(at: folder.url.path + "/c.png").width > 256)
    #expect(try run(["graph", "j.json"], in: folder.url).output.contains("camera ← camera.camera"))
  }

  @Test("Progress as JSON is one object a line, from the start to the end")
  func jsonProgress() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "j.json")
    let outcome = try run(["run", "j.json", "--progress", "json"], in: folder.url)
    let events = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])["event"] as? String
    }
    #expect(events.first == "preparing")
    #expect(events.first { $0 != "preparing" } == "started")
    #expect(events.suffix(2) == ["finished", "done"])
  }

  @Test("A dry run writes nothing")
  func dryRun() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "j.json")
    let outcome = try run(["run", "j.json", "--dry-run"], in: folder.url)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("32x32, 10 fps, 10 frames"))
    #expect(folder.names == ["j.json"])
  }
}
