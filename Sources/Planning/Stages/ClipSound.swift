import JobFile
import StageKit

/// The sound of a clip that a stage shows, which is heard with its time.
public struct ClipSound: Sendable {
  public let file: FileReference
  /// The duration of the video, in seconds.
  public let outerDuration: Double
  private let stage: PlannedStage

  init?(_ stage: PlannedStage, in job: Job) {
    guard let file = stage.entry.heardFile else { return nil }
    (self.stage, self.file) = (stage, file)
    outerDuration = job.composition.duration
  }

  /// The instant of the file that is heard at one of the video, in seconds; nil where the stage is not shown.
  public func contentTime(at seconds: Double) -> Double? {
    guard stage.isShown(at: seconds) else { return nil }
    let own = stage.time(at: seconds).seconds
    return stage.stage.timeRemap?.contentTime(at: own) ?? own
  }
}
