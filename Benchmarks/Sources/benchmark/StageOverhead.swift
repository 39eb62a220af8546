import Foundation
import JobFile
import Rendering
import StageKit

/// What the host spends on a stage and frame beside the stage itself: of stages that do nothing, each with an input from
/// the one before.
enum StageOverhead {
  /// Microseconds of processor time for each stage and frame, the least of several rounds.
  static func measure(stages: Int = 50, frames: Int = 2000, rounds: Int = 5) throws -> Double {
    let entries = (0..<stages).map { index in
      let input = index == 0 ? "" : #", "inputs": {"number": "s\#(index - 1).number"}"#
      return #"{"id": "s\#(index)", "stage": "idle"\#(input)}"#
    }
    let text = #"{"canvas": {"size": [64, 64], "duration": 60}, "stages": [\#(entries.joined(separator: ", "))]}"#
    let registry = StageRegistry([Idle.self])
    guard let job = JobReader.read(bytes: Array(text.utf8), file: "idle.json", registry: registry).job else {
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
  private struct Idle: Stage {
    static let input = Input<Double?>("number", "Any.")
    static let output = Output<Double>("number", "The same.")
    static let definition = StageDefinition(
      name: "idle", version: 1, summary: "Nothing.", inputs: [input], outputs: [output])

    init(_ parameters: Parameters, _ context: any StageContext) {}

    func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
      var frame = StageFrame()
      frame[Self.output] = try inputs[Self.input] ?? 1
      return frame
    }
  }
}
