import JobFile
import StageKit

/// The sounds of a job that a stage shows, which are heard with its time.
public struct NestedSound: Sendable {
  /// The job's own plan.
  public let plan: RenderPlan
  /// The path in the outer job, such as `stages[2].parameters.file`.
  public let path: String
  /// The duration of the outer video, in seconds.
  public let outerDuration: Double
  private let stage: PlannedStage

  init?(_ stage: PlannedStage, in outer: Job) {
    guard let plan = stage.nested, let nested = stage.entry.nested, !plan.sounds.isEmpty, stage.entry.isVisible != false
    else { return nil }
    (self.plan, self.stage, path) = (plan, stage, nested.path)
    outerDuration = outer.composition.duration
  }

  /// The instant of the job that is heard at one of the outer video, in seconds; nil where nothing is, since the stage is
  /// not shown or shows one instant for good.
  public func contentTime(at seconds: Double) -> Double? {
    guard stage.isShown(at: seconds) else { return nil }
    let own = stage.time(atLocal: stage.soundTime(at: seconds)).seconds
    let time = stage.stage.timeRemap?.soundTime(at: own) ?? own
    return time < plan.job.composition.duration ? time : nil
  }
}
