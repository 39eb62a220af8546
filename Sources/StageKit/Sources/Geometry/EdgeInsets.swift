/// Distances inward from the sides of a rectangle.
@frozen
public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  public var right: Double
  public var bottom: Double
  public var left: Double

  /// In the units of the rectangle.
  @inlinable
  public init(top: Double, right: Double, bottom: Double, left: Double) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// None at any side.
  public static let zero = EdgeInsets(top: 0, right: 0, bottom: 0, left: 0)

  /// The larger of both at each side.
  @inlinable
  public func union(_ other: EdgeInsets) -> EdgeInsets {
    EdgeInsets(
      top: max(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom),
      left: max(left, other.left))
  }
}

extension Rect {
  /// The rectangle within insets; empty, at the middle of their overlap, if they overlap.
  @inlinable
  public func inset(by insets: EdgeInsets) -> Rect {
    let (width, height) = (width - insets.left - insets.right, height - insets.top - insets.bottom)
    return Rect(
      x: x + insets.left + min(0, width) / 2, y: y + insets.top + min(0, height) / 2, width: max(0, width),
      height: max(0, height))
  }
}
