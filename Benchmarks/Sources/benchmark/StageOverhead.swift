import Foundation
import JobFile
import Rendering
import StageKit

/// What the host spends on a stage and frame beside the stage itself: of stages that do nothing, each with an input from
/// the one before.
enum StageOverhead {
  /// Where the stages stand.
  enum Place: String, CaseIterable, ParameterChoice {
    case job
    case group = "in a group at half the speed"
    case nested = "in a nested job at half the speed"
  }

  /// Microseconds of processor time for each stage and frame, the least of several rounds.
  static func measure(_ place: Place = .job, stages: Int = 50, frames: Int = 2000, rounds: Int = 5) throws -> Double {
    let entries = (0..<stages).map { index in
      let input = index == 0 ? "" : #", "inputs": {"number": "s\#(index - 1).number"}"#
      return #"{"id": "s\#(index)", "stage": "idle"\#(input)}"#
    }
    func job(_ stages: String) -> String { #"{"canvas": {"size": [64, 64], "duration": 60}, "stages": [\#(stages)]}"# }
    let list = entries.joined(separator: ", ")
    let registry = StageRegistry([Idle.self, Group.self, Nested.self])
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try job(list).write(to: folder.appendingPathComponent("inner.json"), atomically: true, encoding: .utf8)
    let time = #""time": {"speed": 0.5}"#
    let text =
      switch place {
      case .job: job(list)
      case .group: job(#"{"id": "g", "stage": "group", "parameters": {\#(time)}, "stages": [\#(list)]}"#)
      case .nested: job(#"{"id": "n", "stage": "nested", "parameters": {"file": "inner.json", \#(time)}}"#)
      }
    guard
      let job = JobReader.read(bytes: Array(text.utf8), file: folder.path + "/idle.json", registry: registry).job
    else {
      throw BenchmarkError("the job of idle stages cannot be read")
    }
    let plan = try PlannedJob(job, registry: registry).plan
    var least = Double.infinity
    for _ in 0..<rounds {
      let start = Clock.thread
      for frame in 0..<frames { _ = try plan.evaluate(at: plan.seconds(ofFrame: frame)) }
      least = min(least, Clock.thread - start)
    }
    return least * 1e6 / Double(stages * frames)
  }

  /// Passes a number on.
  private struct Idle: Stage, ParameterGroup {
    let input = Input<Double?>("Any.", name: "number")
    let output = Output<Double>("The same.", name: "number")
    static let definition = StageDefinition(Self.self, "idle", version: 1, "Nothing.")

    func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
      var frame = StageFrame()
      frame[output] = try inputs[input] ?? 1
      return frame
    }
  }
  /// Draws what it holds.
  private struct Group: Stage, ParameterGroup {
    static let definition = StageDefinition(Self.self, "group", version: 1, "A group.", content: .stages)

    @Parameter() var time: TimeParameters?
    private(set) var timeRemap: TimeRemap?

    mutating func prepare(_ context: any StageContext) throws { timeRemap = try time?.remap(duration: nil) }

    func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
  }

  /// Shows a job.
  private struct Nested: Stage, ParameterGroup {
    @Parameter("The job.", as: .job) var file: FileReference
    static let definition = StageDefinition(Self.self, "nested", version: 1, "A job.", content: .job)

    @Parameter() var time: TimeParameters?
    private(set) var timeRemap: TimeRemap?

    mutating func prepare(_ context: any StageContext) throws {
      timeRemap = try time?.remap(duration: context.contentComposition?.duration)
    }

    func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame { StageFrame() }
  }
}
