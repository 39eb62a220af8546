import Reporting
import StageKit

/// The place that a stage is moved to: a point of its box is put on a point of another box.
public struct StagePlace: Hashable, Sendable {
  /// The other box.
  public enum Reference: Hashable, Sendable {
    case canvas
    /// The composition's safe area.
    case safeArea
    /// The box of a stage with an id, which may not exist.
    case stage(String, position: SourcePosition, path: String)
  }

  public var reference: Reference
  /// The point of the stage's box, in fractions of it.
  public var anchor: Point
  /// The point of the other box where the anchor goes, in fractions of it.
  public var target: Point
  /// The distance from that point, in points.
  public var offset: Point
  /// True if its sides are start and end, which change sides where text is written from the right.
  public var isLogical: Bool
  public var position: SourcePosition
  /// Such as `stages[2].place`.
  public var path: String

  /// The id of the stage that it is placed by.
  public var stage: String? {
    if case .stage(let id, _, _) = reference { id } else { nil }
  }

  /// On the other side: left is right.
  public var mirrored: StagePlace {
    var result = self
    result.anchor.x = 1 - anchor.x
    result.target.x = 1 - target.x
    result.offset.x = -offset.x
    return result
  }

  /// The distance that a box is moved.
  public func move(of box: Rect, by other: Rect) -> Point {
    Point(
      other.x + other.width * target.x + offset.x - box.x - box.width * anchor.x,
      other.y + other.height * target.y + offset.y - box.y - box.height * anchor.y)
  }
}
