import Foundation
import JobFile
import Rendering
import Reporting

/// A job's processor time by phase, as a table and as an event.
enum TimingsTable {
  static func text(_ summary: JobSummary, _ timings: JobTimings) -> String {
    let rows = phases(timings).map { row in
      let share = timings.total > 0 ? String(format: "%.1f %%", row.seconds / timings.total * 100) : ""
      return [
        row.label, String(format: "%.3f s", row.seconds),
        row.isPerFrame ? milliseconds(row.seconds, over: timings.frames) : "", share,
      ]
    }
    let lines = TextTable.lines(
      [["", "total", "per frame", "share"]] + rows, alignment: [.left, .right, .right, .right])
    return (["\(summary.name): processor time of all workers"] + lines).joined(separator: "\n")
  }

  static func event(_ file: String, _ timings: JobTimings) -> JSONValue {
    let stages = timings.stages.map { stage -> JSONValue in
      ["id": .string(stage.id), "stage": .string(stage.definition), "seconds": .number(stage.seconds)]
    }
    return [
      "event": "timings", "job": .string(file), "frames": .number(Double(timings.frames)),
      "planning": .number(timings.planning), "comparing": .number(timings.comparing),
      "storing": .number(timings.storing), "stages": .array(stages), "drawing": .number(timings.drawing),
      "encoding": .number(timings.encoding), "sound": .number(timings.sound),
      "writing": .number(timings.writing), "total": .number(timings.total),
    ]
  }

  private struct Row {
    let label: String
    let seconds: Double
    var isPerFrame = true
  }

  private static func phases(_ timings: JobTimings) -> [Row] {
    let stages = timings.stages.reduce(0) { $0 + $1.seconds }
    return [
      Row(label: "planning", seconds: timings.planning, isPerFrame: false),
      Row(label: "finding repeats", seconds: timings.comparing, isPerFrame: false),
      Row(label: "stages", seconds: stages),
    ]
      + timings.stages.map { Row(label: "  \(Terminal.escaped($0.id)) (\($0.definition))", seconds: $0.seconds) }
      + [
        Row(label: "drawing", seconds: timings.drawing), Row(label: "encoding", seconds: timings.encoding),
        Row(label: "sound", seconds: timings.sound, isPerFrame: false),
        Row(label: "the cache", seconds: timings.storing, isPerFrame: false),
        Row(label: "writing and checking", seconds: timings.writing, isPerFrame: false),
        Row(label: "all", seconds: timings.total),
      ]
  }

  /// In milliseconds; in microseconds below a tenth of one.
  private static func milliseconds(_ seconds: Double, over frames: Int) -> String {
    let each = seconds / Double(max(1, frames))
    return each < 1e-4 ? String(format: "%.1f µs", each * 1e6) : String(format: "%.2f ms", each * 1e3)
  }
}
