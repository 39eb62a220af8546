import JobFile
import StageKit

/// A job ready to be rendered: its stages, in dependency order, with absolute times.
public struct RenderPlan: Sendable {
  public let job: Job
  /// Each after the stages it needs.
  public let stages: [PlannedStage]
  /// Indexes into `stages`, from the bottom of the picture to its top.
  public let drawingOrder: [Int]
  /// In the order of the file.
  public let sounds: [PlannedSound]

  /// A plan for what asks for the job's times and names alone; it has no stages and must not be drawn. `soundStarts` are
  /// the times of the job's sounds, in seconds.
  public init(withoutStages job: Job, soundStarts: [[Double]] = []) {
    self.job = job
    stages = []
    drawingOrder = []
    sounds = zip(job.sounds, soundStarts).map { PlannedSound(entry: $0, starts: $1) }
  }

  init(job: Job, stages: [PlannedStage], drawingOrder: [Int], sounds: [PlannedSound]) {
    self.job = job
    self.stages = stages
    self.drawingOrder = drawingOrder
    self.sounds = sounds
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

/// A stage and when it is shown.
public struct PlannedStage: Sendable {
  public let entry: StageEntry
  public let stage: any Stage
  /// In seconds from the video's start.
  public let start: Double
  /// When it is no longer shown, in seconds from the video's start; nil if it stays.
  public let end: Double?
  public let sources: [Source]

  /// Where an input's value comes from.
  public struct Source: Sendable {
    public let input: String
    public let isOptional: Bool
    /// An index into the plan's stages.
    public let stage: Int
    public let output: String
  }
}
