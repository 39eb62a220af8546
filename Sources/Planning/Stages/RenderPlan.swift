import JobFile
import StageKit

/// A job ready to be rendered: its stages, in dependency order, with absolute times.
public struct RenderPlan: Sendable {
  public let job: Job
  /// Each after the stages it needs.
  public let stages: [PlannedStage]
  /// Indexes into `stages` of those that no other holds, from the bottom of the picture to its top.
  public let drawingOrder: [Int]
  /// In the order of the file, then those of jobs that stages show.
  public let sounds: [PlannedSound]
  /// The stages that are drawn at several instants of each frame.
  let exposures: [StageExposure]
  /// The screens that no other screen shows.
  let screens: [Int]
  /// Called with each stage before it is asked for a frame, and with nil after the last one; for those who watch for
  /// crashes.
  public var watch: (@Sendable (_ entry: StageEntry?, _ frame: Int) -> Void)?

  init(job: Job, stages: [PlannedStage], drawingOrder: [Int], sounds: [PlannedSound]) {
    self.job = job
    self.stages = stages
    self.drawingOrder = drawingOrder
    self.sounds = sounds
    exposures = StageExposure.all(stages, drawingOrder: drawingOrder, job)
    let shown = StageExposure.needed(by: Set(drawingOrder), among: stages)
    screens = StageExposure.screens(in: shown, of: stages)
  }

  /// The time of a frame in seconds: frame ÷ frame rate.
  public func seconds(ofFrame frame: Int) -> Double {
    job.frameRate.seconds(ofFrame: frame)
  }

  /// The frame that is shown at an instant in seconds.
  public func frame(at seconds: Double) -> Int {
    Int((seconds * job.frameRate.framesPerSecond + 1e-6).rounded(.down))
  }
}
