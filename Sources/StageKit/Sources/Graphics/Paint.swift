import Coding
import Geometry

/// A color at an offset of a gradient, which runs from 0 to 1.
///
/// ```swift
/// let fade = Paint.linear(
///   from: box.center, to: Point(box.maxX, box.center.y), stops: [GradientStop(0, .white), GradientStop(1, .clear)])
/// frame.drawing.fill(.rect(box), fade)
/// ```
public struct GradientStop: Hashable, Sendable, Digestible {
  public var offset: Double
  public var color: Color

  /// A color at an offset from 0 to 1.
  public init(_ offset: Double, _ color: Color) {
    self.offset = offset
    self.color = color
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(offset)
    color.digest(into: &hasher)
  }
}

/// The continuation of a gradient or an image outside its own extent.
///
/// ```swift
/// let stripes = Paint.linear(
///   from: Point(0, 0), to: Point(20, 0), stops: [GradientStop(0, .white), GradientStop(1, .black)], spread: .mirror)
/// frame.drawing.fill(.rect(box), stripes)
/// ```
public enum Spread: UInt8, Hashable, Sendable {
  /// The last color, or for an image its edge pixels, go on.
  case pad
  /// It starts again.
  case `repeat`
  /// It starts again, mirrored every other time.
  case mirror
  /// Nothing.
  case clear
}

/// The fill of an outline. Its coordinates are those of the outline it fills, before any transform.
///
/// Gradients mix premultiplied sRGB. Stops are in order of their offsets; two at one offset make a hard edge.
public enum Paint: Hashable, Sendable {
  case color(Color)
  /// Offset 0 at `from`, 1 at `to`, constant across.
  case linear(from: Point, to: Point, stops: [GradientStop], spread: Spread = .pad)
  /// Offset 0 at the center, 1 on the circle.
  case radial(center: Point, radius: Double, stops: [GradientStop], spread: Spread = .pad)
  /// Offset 0 on a circle around `focus`, 1 on the one around `center`, and along the circles between and beyond both; where
  /// none of these is, nothing.
  case conical(
    focus: Point, innerRadius: Double, center: Point, radius: Double, stops: [GradientStop], spread: Spread = .pad)
  /// Offset by angle, clockwise on a canvas from `startDegrees` (0 points along x), a full turn from 0 to 1.
  case conic(center: Point, startDegrees: Double, stops: [GradientStop])
  /// An image whose pixel grid, one unit a pixel, is placed by `placement`.
  case image(Image, placement: Transform, spread: Spread = .pad, opacity: Double = 1)
  /// Offset by arc length along a stroked path, from `start` (0) to `end` (1) in the path's own units, all subpaths
  /// counted in one; for strokes only, which take nothing beyond both ends. Where the path crosses or joins itself
  /// the more opaque part shows alone: nothing blends twice.
  case alongPath(start: Double, end: Double, stops: [GradientStop])
}

extension Paint {
  /// True if it surely lets nothing through: pictures may.
  public var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .linear(_, _, let stops, let spread), .radial(_, _, let stops, let spread):
      spread != .clear && stops.allSatisfy { $0.color.alpha >= 1 }
    case .conic(_, _, let stops): stops.allSatisfy { $0.color.alpha >= 1 }
    case .image, .alongPath, .conical: false
    }
  }
}

extension Paint: Digestible {
  public func digest(into hasher: inout DigestHasher) {
    switch self {
    case .color(let color):
      hasher.combine(0)
      color.digest(into: &hasher)
    case .linear(let from, let to, let stops, let spread):
      hasher.combine(1)
      from.digest(into: &hasher)
      to.digest(into: &hasher)
      hasher.combine(stops)
      hasher.combine(Int(spread.rawValue))
    case .radial(let center, let radius, let stops, let spread):
      hasher.combine(2)
      center.digest(into: &hasher)
      hasher.combine(radius)
      hasher.combine(stops)
      hasher.combine(Int(spread.rawValue))
    case .conic(let center, let startDegrees, let stops):
      hasher.combine(3)
      center.digest(into: &hasher)
      hasher.combine(startDegrees)
      hasher.combine(stops)
    case .image(let image, let placement, let spread, let opacity):
      hasher.combine(4)
      image.digest(into: &hasher)
      placement.digest(into: &hasher)
      hasher.combine(Int(spread.rawValue))
      hasher.combine(opacity)
    case .alongPath(let start, let end, let stops):
      hasher.combine(5)
      hasher.combine(start)
      hasher.combine(end)
      hasher.combine(stops)
    case .conical(let focus, let inner, let center, let radius, let stops, let spread):
      hasher.combine(6)
      focus.digest(into: &hasher)
      hasher.combine(inner)
      center.digest(into: &hasher)
      hasher.combine(radius)
      hasher.combine(stops)
      hasher.combine(Int(spread.rawValue))
    }
  }
}
