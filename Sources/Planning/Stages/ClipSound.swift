import JobFile
import Reporting
import StageKit

/// The sound of a clip, or of an animation, that a stage shows; it is heard with its time.
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

  /// The place of the stage in the job.
  public var position: SourcePosition { stage.entry.position }
  public var path: String { stage.entry.path }

  /// True for a Lottie animation, whose layers may have sounds.
  public var isAnimation: Bool {
    StageEntry.animationEndings.contains(file.literal.split(separator: ".").last?.lowercased() ?? "")
  }

  /// The stage's parameter of a name, where it is a text.
  public func text(of parameter: String) -> String? {
    for entry in stage.entry.parameters.entries where entry.name == parameter {
      if case .text(let text) = entry.value { return text }
    }
    return nil
  }

  /// The instant of the file that is heard at one of the video, in seconds; nil where the stage is not shown.
  public func contentTime(at seconds: Double) -> Double? {
    guard stage.isShown(at: seconds) else { return nil }
    let own = stage.time(atLocal: stage.soundTime(at: seconds)).seconds
    return stage.stage.timeRemap?.soundTime(at: own) ?? own
  }
}
