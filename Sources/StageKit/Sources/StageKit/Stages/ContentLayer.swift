import Geometry
import Graphics

/// The children of a stage, which the host draws and passes in with its inputs.
public enum StageContent: Hashable, Sendable {
  case none
  /// Stages that a job lists in it, under the key `stages`.
  case stages
  /// Another job, which its parameter `JobReference.parameter` names.
  case job
}

/// One child of a container stage, as drawn in a frame.
///
/// ```swift
/// // Part of a stage whose definition says content: .stages
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
  /// The size of its box without the room that the stage which holds it gives it; nil where it has none of its own.
  public var ownSize: Size?
  /// The time since its own start, in seconds; below 0 before it.
  public var seconds: Double
  /// The time from its start until it is gone, in seconds: by its own `duration`, or with what holds it, or at the video's end.
  public var duration: Double
  /// The copy that it is, from 0, of a stage that draws each of its copies by itself; nil where all are alike.
  public var copy: Int?

  /// A layer in the space of the content, which is there from the start on and stays, unless other times are given.
  public init(
    id: String, drawing: DisplayList, box: Rect?, ownSize: Size? = nil, seconds: Double = 0,
    duration: Double = .infinity, copy: Int? = nil
  ) {
    self.copy = copy
    self.ownSize = ownSize
    self.id = id
    self.drawing = drawing
    self.box = box
    self.seconds = seconds
    self.duration = duration
  }
}
