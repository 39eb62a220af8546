import Foundation
import StageKit
import Synchronization
import TestSupport
import Testing
import Video

@testable import pipeline

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every stage that ships, by each command that takes jobs, on the example of its own page. `Scripts/nightly` checks every
/// stage with `check-stage`.
@Suite("Stages by commands", .waitsForProcesses)
struct StageTableTests {
  static let definitions = StageLoading.registry().definitions

  /// A folder with the example of each stage as a small job of two frames in `jobs`, and a job that shows them all in
  /// `shown`, for commands that take a second for each job.
  private static func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for place in ["jobs", "shown/jobs"] {
      try folder.addShippedFiles(to: place)
      for definition in definitions {
        let text = StageExample(definition).job
          .replacing("\"fps\": 30, \"duration\": 4", with: "\"scale\": 0.2, \"fps\": 5, \"duration\": 0.4")
          .replacing("\"loading-states.json\"", with: "\"shown/loading-states.json\"")
          .replacing(
            /"file": "[a-z-]+\.mp4" \}\]/,
            with: "\"file\": \"\(definition.name).mp4\", \"preset\": \"ultrafast\" }]")
        // A debug build takes seconds for the city's frames.
        let drawn =
          place == "jobs"
          ? text : text.replacing(/"city": \{[^}]*\}/, with: "\"geojson\": { \"file\": \"data/route-1.geojson\" }")
        try folder.write(drawn, to: "\(place)/\(definition.name).json")
      }
    }
    let cells = definitions.enumerated().map { index, definition in
      """
      { "id": "\(definition.name)", "stage": "job", "parameters": { "file": "jobs/\(definition.name).json", "width": 96,
        "height": 60, "position": [\(index % 6 * 96 + 48), \(index / 6 * 60 + 30)] } }
      """
    }
    try folder.write(
      """
      { "canvas": { "size": [576, \((definitions.count + 5) / 6 * 60)], "fps": 5, "duration": 0.4 },
        "stages": [\(cells.joined(separator: ",\n"))], "outputs": [{ "file": "all.mp4", "preset": "ultrafast" }] }
      """, to: "shown/all.json")
    return folder
  }

  /// The table: what a command says of a stage where it is not as it should be.
  private final class Table: Sendable {
    let folder: TemporaryFolder
    let names = definitions.map(\.name)
    private let faults = Mutex<[String]>([])

    init(_ folder: TemporaryFolder) { self.folder = folder }

    var all: [String] { faults.withLock { $0.sorted() } }

    func add(_ command: String, _ stage: String, _ fault: String) {
      faults.withLock { $0.append("\(command) \(stage): \(fault)") }
    }

    /// Runs a command once for each stage.
    func each(
      _ command: String, _ arguments: (String) -> [String],
      isFine: (String, Outcome) -> Bool = { _, _ in true }
    ) {
      for name in names { note(command, name, run(arguments(name)), isFine) }
    }

    /// Runs a command of all stages' jobs.
    func all(_ command: String, _ arguments: [String], isFine: (String, Outcome) -> Bool) {
      let outcome = run(arguments)
      for name in names { note(command, name, outcome, isFine) }
    }

    /// Runs a command of the job that shows all stages.
    func once(_ command: String, _ arguments: [String], isFine: (Outcome) -> Bool) {
      note(command, "of all", run(arguments)) { isFine($1) }
    }

    private func run(_ arguments: [String]) -> Outcome {
      let cache = folder.url.appendingPathComponent("cache")
      return (try? CommandLineTests.run(arguments, in: folder.url, cache: cache))
        ?? Outcome(code: -1, output: "", errors: "cannot be run")
    }

    private func note(_ command: String, _ name: String, _ outcome: Outcome, _ isFine: (String, Outcome) -> Bool) {
      if outcome.code != 0 || !isFine(name, outcome) {
        add(command, name, "\(outcome.code): \(outcome.output.suffix(300)) \(outcome.errors.suffix(600))")
      }
    }

    /// The size of a written picture that shows something; nil where there is none.
    func size(_ picture: String) -> [Int]? {
      guard let image = try? readPicture(at: folder.file(picture)), isDrawn(image.pixels) else { return nil }
      return [image.width, image.height]
    }
  }

  @Test("Each command takes the example of each stage")
  func commands() async throws {
    let folder = try Self.makeFolder()
    let table = Table(folder)
    let columns: [@Sendable () -> Void] = [
      {
        table.each("still") {
          ["still", "jobs/\($0).json", "--frame", "1", "-o", "still-\($0).png"]
        } isFine: { name, _ in
          table.size("still-\(name).png") == [96, 60]
        }
        table.all("run", ["run", "jobs", "--output", "out"]) { name, _ in folder.bytes("out/\(name).mp4") != nil }
      },
      {
        table.once("watch", ["watch", "shown", "--output", "watched", "--once", "--quiet", "0.05"]) { _ in
          folder.bytes("watched/all.mp4") != nil && folder.bytes("shown/all.errors.txt") == nil
        }
        table.once("regress", ["regress", "shown", "--record"]) { _ in
          folder.bytes("Baselines/all/record.json") != nil
        }
        table.once("regress", ["regress", "shown"]) { $0.errors.contains("shown/all.json: passed") }
      },
      {
        table.all("validate", ["validate", "jobs"]) { $1.output.contains("jobs/\($0).json: fine, 2 frames") }
        table.each("trace") {
          ["trace", "jobs/\($0).json"]
        } isFine: { _, outcome in
          outcome.output.split(separator: "\n").count == 3
        }
        table.each("sheet") { name in
          ["sheet", "jobs/\(name).json", "--count", "1", "--width", "48", "-o", "sheet-\(name).png"]
        } isFine: { name, _ in
          table.size("sheet-\(name).png") != nil
        }
      },
    ]
    await withTaskGroup { group in
      for column in columns {
        group.addTask {
          await withCheckedContinuation { done in
            // They wait for processes, which the pool's few threads should not.
            Thread.detachNewThread {
              column()
              done.resume()
            }
          }
        }
      }
    }
    try await Self.preview(table)
    #expect(table.all == [])
  }

  /// Asks the preview for a frame of each stage's job.
  private static func preview(_ table: Table) async throws {
    let process = TestProcess()
    process.arguments = ["preview", "jobs"]
    process.currentDirectoryURL = table.folder.url
    process.environment = environment(cache: table.folder.url.appendingPathComponent("cache"))
    let output = Pipe()
    process.standardOutput = output.fileHandleForWriting
    try process.run()
    defer {
      kill(process.processIdentifier, SIGTERM)
      process.waitUntilExit()
    }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(URLComponents(string: line.trimmingCharacters(in: .whitespacesAndNewlines)))
    for name in table.names {
      var frame = address
      frame.path = "/api/frame"
      frame.queryItems =
        (address.queryItems ?? []) + [
          .init(name: "file", value: "jobs/\(name).json"), .init(name: "frame", value: "1"),
          .init(name: "scale", value: "1"),
        ]
      let (data, response) = try await URLSession.shared.data(from: try #require(frame.url))
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      if status != 200 || data.count != 96 * 60 * 4 || !isDrawn(Array(data)) {
        table.add("preview", name, "\(status): \(String(decoding: data.prefix(300), as: UTF8.self))")
      }
    }
  }

  @Test("The parameters of a stage have names of their own", arguments: definitions.map(\.name))
  func names(stage: String) throws {
    let definition = try #require(Self.definitions.first { $0.name == stage })
    var seen: Set<String> = []
    #expect(definition.parameters.map(\.name).filter { !seen.insert($0).inserted } == [])
  }

  @Test("Each stage that ships has an example with it", arguments: definitions.map(\.name))
  func examples(_ name: String) throws {
    let definition = try #require(Self.definitions.first { $0.name == name })
    let example = try #require(definition.example)
    #expect(example.json.contains("\"stage\": \"\(name)\""))
    #expect((0..<4).contains(example.seconds))
  }
}

/// True if some pixel is not the first one's color, or all have another color than the examples' background.
private func isDrawn(_ pixels: [UInt8]) -> Bool {
  pixels[0..<3] != [0x12, 0x15, 0x1B]
    || stride(from: 0, to: pixels.count, by: 4).contains { pixels[$0..<$0 + 3] != pixels[0..<3] }
}

extension TemporaryFolder {
  /// Copies the files that shipped jobs name into a folder, and a job to show below it.
  func addShippedFiles(to name: String) throws {
    let jobs = projectFolder.appendingPathComponent("jobs")
    let place = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: place.appendingPathComponent("shown"), withIntermediateDirectories: true)
    for part in ["data", "media", "sounds"] {
      try FileManager.default.copyItem(at: jobs.appendingPathComponent(part), to: place.appendingPathComponent(part))
    }
    try FileManager.default.copyItem(
      at: jobs.appendingPathComponent("loading-states.json"),
      to: place.appendingPathComponent("shown/loading-states.json"))
  }
}
