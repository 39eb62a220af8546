import JobFile
import Reporting
import StageKit

/// Finds stages that begin only after the video's end, and are therefore never drawn.
struct LateStages {
  let job: Job
  let stages: [PlannedStage]

  /// Warns of each such stage, but not of those that it holds.
  func report(to list: inout DiagnosticList) {
    let late = Set(stages.filter(isLate).map(\.entry.id))
    for planned in stages where late.contains(planned.entry.id) {
      let entry = planned.entry
      if let parent = entry.parent, late.contains(job.stages[parent].id) { continue }
      list.add(
        .warning,
        job.diagnostic(
          .warning, at: entry.startPosition ?? entry.position,
          path: entry.startPosition == nil ? entry.path : "\(entry.path).start",
          "stage '\(entry.id)' begins at \(Self.text(planned.videoStart ?? 0)) s, but the video ends at "
            + "\(Self.text(job.composition.duration)) s",
          hint: "Let it begin earlier, or give the canvas a longer duration."))
    }
  }

  private func isLate(_ planned: PlannedStage) -> Bool {
    planned.videoStart.map { $0 >= job.composition.duration - Planner.timeTolerance } ?? false
  }

  private static func text(_ seconds: Double) -> String { JSONValue.numberText((seconds * 1000).rounded() / 1000) }
}
