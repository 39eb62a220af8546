import Geometry
import Graphics

/// The difference between a layer in motion and the same layer at rest, at one instant.
///
/// It moves, scales and turns about the middle of the layer's box.
public struct LayerPose: Hashable, Sendable {
  /// The part of a layer that is seen.
  public enum Window: Hashable, Sendable {
    /// Fractions of its width and height, from the left and the top.
    case part(x: ClosedRange<Double>, y: ClosedRange<Double>)
    /// A circle around its middle, as a share of the one that shows all.
    case circle(Double)
  }

  /// In points.
  public var offset = Point.zero
  /// Across and down.
  public var scale = Point(1, 1)
  /// In degrees, clockwise.
  public var rotation = 0.0
  /// From 0 to 1.
  public var opacity = 1.0
  /// The standard deviation of a Gaussian, in points.
  public var blur = 0.0
  /// All of it for nil.
  public var window: Window?

  /// A layer at rest.
  public init() {}

  /// True if the layer is as it is without the pose.
  public var isAtRest: Bool { self == LayerPose() }

  /// Both at once.
  public func combined(with other: LayerPose) -> LayerPose {
    var result = self
    result.offset = offset + other.offset
    result.scale = Point(scale.x * other.scale.x, scale.y * other.scale.y)
    result.rotation += other.rotation
    result.opacity *= other.opacity
    result.blur = (blur * blur + other.blur * other.blur).squareRoot()
    result.window = window ?? other.window
    return result
  }

  /// Maps a layer at rest to the layer in motion, about the middle of its box.
  public func transform(in box: Rect) -> Transform {
    .translation(box.center + offset) * .rotation(degrees: rotation) * .scale(scale.x, scale.y)
      * .translation(Point.zero - box.center)
  }

  /// A drawing in this pose; nothing where it cannot be seen. Its parts blend among themselves alone, in motion and at rest, so
  /// that nothing changes at once where the motion ends.
  public func applied(to drawing: DisplayList, in box: Rect, on canvas: Rect) -> DisplayList {
    let isPlain = drawing.hasOnlyNormalBlends
    guard !isAtRest || !isPlain else { return drawing }
    let transform = transform(in: box)
    guard !drawing.isEmpty, opacity > 0, transform.isFinite, transform.determinant != 0 else { return DisplayList() }
    var group = Group(drawing, transform: transform, opacity: min(opacity, 1), isIsolated: !isPlain)
    if blur > 0 { group.effects = [.blur(sigma: blur)] }
    if let window {
      guard let bounds = drawing.visibleBounds else { return DisplayList() }
      // A map reaches far beyond the canvas; the window is of what can be seen, with shadows, so that none appears at once at its end.
      let whole = bounds.union(canvas) == bounds ? canvas : bounds.union(box)
      let middle = whole == canvas ? canvas.center : (drawing.bounds ?? box).union(box).center
      guard let clip = window.path(in: whole, about: middle) else { return DisplayList() }
      group.clip = Clip(clip)
    }
    return DisplayList([.group(group)])
  }
}

extension LayerPose.Window {
  /// Nil for an empty one; a circle has its middle where that of the layer is without its shadows.
  fileprivate func path(in whole: Rect, about middle: Point) -> Path? {
    switch self {
    case .part(let x, let y):
      let part = Rect(
        x: whole.x + whole.width * x.lowerBound, y: whole.y + whole.height * y.lowerBound,
        width: whole.width * (x.upperBound - x.lowerBound), height: whole.height * (y.upperBound - y.lowerBound))
      return part.width > 0 && part.height > 0 ? .rect(part) : nil
    case .circle(let share):
      let radius = (whole.corners.map { middle.distance(to: $0) }.max() ?? 0) * share
      return radius > 0 ? .circle(center: middle, radius: radius) : nil
    }
  }
}
