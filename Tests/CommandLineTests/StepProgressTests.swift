import Foundation
import Synchronization
import TestSupport
import Testing

/// A plugin whose stage takes its time to be made.
private let slow = """
  import Glibc
  import StageKit

  public struct Slow: Stage, ParameterGroup {
    public static let definition = StageDefinition(Self.self, "slow", version: 1, "A test.")
    public init() {}
    public mutating func prepare(_ context: any StageContext) { usleep(5_000_000) }
    public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
  }
  @_cdecl("pipeline_stages_Slow") public func stages() { StageModule.offer(Slow.self) }
  """

@Suite("Long steps are reported", .waitsForProcesses)
struct StepProgressTests {
  @Test("A command that waits for a stage to be made reports it, and its output is the same")
  func slowStage() throws {
    let (folder, libraries) = (try TemporaryFolder(), try Libraries())
    try libraries.addSwift("Slow", slow)
    let head = #"{"canvas": {"size": [64, 36], "fps": 10, "duration": 0.2}, "stages": [{"id": "it", "stage": "#
    try folder.write(head + #""slow"}]}"#, to: "slow.json")
    try folder.write(head + #""shape", "parameters": {"circle": {"radius": 3}, "fill": "red"}}]}"#, to: "quick.json")
    let cache = folder.url.appendingPathComponent("cache")
    @Sendable func outcome(_ arguments: [String]) throws -> Outcome {
      try run(arguments + ["--plugins", libraries.path], in: folder.url, cache: cache)
    }
    let outputs = [
      (["validate"], "fine, 2 frames, 0.20 s\n"), (["trace"], "frame,seconds\n0,0.0\n1,0.1\n"),
      (["still", "-o", "still.png"], "still.png\n"), (["sheet", "-o", "sheet.png"], "sheet.png\n"),
      (["run", "--dry-run", "--no-cache"], "slow.mp4 (h264, 64x36, 10 fps)\n"),
      (["run", "--no-isolate", "--no-cache"], ""),
      (["regress", "--record", "--baseline", "base", "--no-cache"], "base/slow: recorded\n"),
    ]
    // Each waits for the stage: together, they wait once.
    let reports = Mutex<[Int: Result<Outcome, any Error>]>([:])
    let done = DispatchGroup()
    for (index, (arguments, _)) in outputs.enumerated() {
      done.enter()
      Thread.detachNewThread {
        let report = Result { try outcome(arguments + ["slow.json"]) }
        reports.withLock { $0[index] = report }
        done.leave()
      }
    }
    done.wait()
    for (index, (arguments, output)) in outputs.enumerated() {
      let report = try #require(reports.withLock { $0[index] }).get()
      #expect(report.code == 0, "\(report.errors)")
      // A busy machine may report it a second later, with the seconds.
      #expect(
        report.errors.contains(/slow\.json: preparing stage 'it'(, \d s)?\n/), "\(arguments): \(report.errors)")
      #expect(report.output.hasSuffix(output), "\(report.output)")
      #expect(!report.output.contains("preparing"))
    }
    #expect(try outcome(["validate", "quick.json"]).output == "quick.json: fine, 2 frames, 0.20 s\n")
  }
}
