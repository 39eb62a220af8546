import JobFile
import StageKit

/// A job made ready: its stages in dependency order, all times absolute, its frames cut into segments.
public struct RenderPlan: Sendable {
  public let job: Job
  /// Each after those it needs.
  public let stages: [PlannedStage]
  /// Indexes into `stages`, from the bottom of the picture to its top.
  public let drawingOrder: [Int]

  /// The instant of a frame in seconds from the video's start: frame ÷ frame rate.
  public func seconds(ofFrame frame: Int) -> Double {
    job.frameRate.seconds(ofFrame: frame)
  }
}

/// A stage with its place in time.
public struct PlannedStage: Sendable {
  public let entry: StageEntry
  public let stage: any Stage
  /// In seconds from the video's start.
  public let start: Double
  /// When it is no longer drawn, in seconds from the video's start; nil where it stays.
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
