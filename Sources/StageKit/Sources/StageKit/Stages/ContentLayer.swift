import Geometry
import Graphics

/// What a stage holds besides its own parameters, which the host draws and hands over with its inputs.
public enum StageContent: Hashable, Sendable {
  case none
  /// Stages that a job lists in it, under the key `stages`.
  case stages
  /// Another job, which its parameter `JobReference.parameter` names.
  case job
}

/// What a stage that holds others is given of one of them in a frame.
///
/// ```swift
/// // Of a stage whose definition says content: .stages
/// for layer in inputs.layers { frame.drawing.append(layer.drawing) }
/// ```
public struct ContentLayer: Hashable, Sendable {
  /// The id of the stage; the name of the job for a job.
  public var id: String
  /// In the space of the content; empty where nothing is shown.
  public var drawing: DisplayList
  /// The room that it takes up in the space of the content, shown or not: what it says itself, or else the bounds of what
  /// it draws; nil where there is neither.
  public var box: Rect?

  /// A layer in the space of the content.
  public init(id: String, drawing: DisplayList, box: Rect?) {
    self.id = id
    self.drawing = drawing
    self.box = box
  }
}
