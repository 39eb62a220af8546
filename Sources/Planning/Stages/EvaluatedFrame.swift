import JobFile
import StageKit

/// The values and drawings of all stages at one time.
public struct EvaluatedFrame: Sendable {
  /// For each of the plan's stages its published values; nil if a required input was missing.
  public let values: [[String: PortValue]?]
  /// For each of the plan's stages what it draws, in the space of the stage that holds it; nil if it is not shown.
  public let drawings: [DisplayList?]
  /// For each of the plan's stages the letters to be read in what it draws, in the space of the stage that holds it; empty
  /// if it is not shown.
  public let texts: [DisplayList]
  /// For each of the plan's stages the room that it takes up, in the space of the stage that holds it; nil where it does
  /// not say.
  public let boxes: [Rect?]
  /// The frames of shown jobs, by the indexes of the stages that show them; stages that are not shown have none.
  public let nested: [Int: EvaluatedFrame]
  /// All drawings, from the bottom of the picture to its top.
  public let picture: DisplayList
}

/// A stage that failed at a time.
public struct StageFailure: Error, Sendable, CustomStringConvertible {
  public let stage: String
  public let definition: String
  public let seconds: Double
  /// The frame shown at that time.
  public let frame: Int
  public let reason: StageError

  public var description: String {
    "stage '\(stage)' (\(definition)) failed at frame \(frame) (\(seconds) s): \(reason)"
  }
}
