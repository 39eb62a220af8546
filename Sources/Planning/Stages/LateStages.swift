import JobFile
import Reporting
import StageKit

/// Finds stages that begin only after the video's end, and are therefore never drawn, and emphases after a stage's end.
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
          at: entry.startPosition ?? entry.position,
          path: entry.startPosition == nil ? entry.path : "\(entry.path).start",
          "stage '\(entry.id)' begins at \(Self.text(planned.videoStart ?? 0)) s, but the video ends at "
            + "\(Self.text(job.composition.duration)) s",
          hint: "Let it begin earlier, or give the canvas a longer duration."))
    }
    for planned in stages where !late.contains(planned.entry.id) && isEmphasisUnseen(planned) {
      let entry = planned.entry
      list.add(
        .warning,
        job.diagnostic(
          at: entry.position, path: "\(entry.path).emphasis",
          "is never seen: stage '\(entry.id)' is there for \(Self.text(planned.shownDuration)) s",
          hint: "Let it begin earlier, by a smaller 'at'."))
    }
  }

  /// True for an emphasis that changes no frame.
  private func isEmphasisUnseen(_ planned: PlannedStage) -> Bool {
    guard planned.entry.motion.emphasis != nil else { return false }
    func motion(_ names: Set<String>) -> LayerMotion? {
      let values = planned.entry.motionValues.entries.filter { names.contains($0.name) }
      return try? LayerMotion(ParameterValues(values.map { ($0.name, $0.value) }))
    }
    guard let whole = motion(["enter", "emphasis"]), let plain = motion(["enter"]) else { return false }
    let rate = job.composition.framesPerSecond
    return (0...Int(min(max(planned.shownDuration * rate, 0), 1e6))).allSatisfy { frame in
      let seconds = Double(frame) / rate
      return whole.pose(at: seconds, remaining: .infinity) == plain.pose(at: seconds, remaining: .infinity)
    }
  }

  private func isLate(_ planned: PlannedStage) -> Bool {
    let isStartedLate = planned.videoStart.map { $0 >= job.composition.duration - Planner.timeTolerance } ?? false
    guard isStartedLate, planned.clocks.contains(where: { $0.remap != nil }) else { return isStartedLate }
    // Reversed content is seen before its time comes to its start.
    let rate = job.composition.framesPerSecond
    return !(0..<job.frameCount).contains { planned.isShown(at: Double($0) / rate) }
  }

  private static func text(_ seconds: Double) -> String { JSONValue.numberText((seconds * 1000).rounded() / 1000) }
}
