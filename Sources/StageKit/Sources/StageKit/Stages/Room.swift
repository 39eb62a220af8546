import Geometry

/// The size that a stage gets in place of its own.
///
/// ```swift
/// let box = Rect(center: center, size: inputs.room?.size ?? Size(200, 120))
/// frame.drawing.fill(.roundedRect(box, radii: inputs.room?.corners ?? CornerRadii(12)), .white)
/// ```
public struct Room: Hashable, Sendable {
  /// In points, before the stage is scaled.
  public var size: Size
  /// The corners of its box; nil for its own.
  public var corners: CornerRadii?

  /// A size, with the stage's own corners unless others are given.
  public init(_ size: Size, corners: CornerRadii? = nil) { (self.size, self.corners) = (size, corners) }
}
