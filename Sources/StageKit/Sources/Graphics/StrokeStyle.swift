import Coding
import Geometry

/// The ends of open lines and dashes: at their end, or half a width beyond it, round or square.
///
/// ```swift
/// frame.drawing.stroke(path, .white, width: 8, cap: .round)
/// ```
public enum LineCap: UInt8, Hashable, Sendable, CaseIterable { case butt, round, square }
/// The corners of a stroke.
///
/// ```swift
/// frame.drawing.stroke(path, .white, StrokeStyle(width: 8, join: .bevel))
/// ```
public enum LineJoin: UInt8, Hashable, Sendable, CaseIterable { case miter, round, bevel }

/// The pen of a stroke; lengths are in the units of the space in which the outline is made.
///
/// ```swift
/// let dashed = StrokeStyle(width: 3, cap: .round, dashes: [12, 8], dashOffset: time.seconds * 20)
/// frame.drawing.stroke(path, .white, dashed)
/// ```
public struct StrokeStyle: Hashable, Sendable, Digestible {
  /// In which order a stroke is outlined and transformed.
  public enum Order: UInt8, Hashable, Sendable {
    /// The outline is part of the scene: a road's width in meters shrinks with distance.
    case outlineThenTransform
    /// The width is in points of the canvas, whatever the transform: a route's width does not shrink.
    case transformThenOutline
  }

  /// Across the line, in the units of the space that `order` strokes in.
  public var width: Double
  public var cap: LineCap
  public var join: LineJoin
  /// Above this ratio of miter length to width a miter join becomes a bevel.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn, repeated; an odd count runs through twice, as in SVG. Empty: solid.
  public var dashes: [Double]
  /// The offset into the dash pattern at which the line begins.
  public var dashOffset: Double
  public var order: Order

  /// A pen of a width, by default with flat ends and sharp corners and without dashes.
  public init(
    width: Double = 1, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 4, dashes: [Double] = [],
    dashOffset: Double = 0, order: Order = .outlineThenTransform
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashOffset = dashOffset
    self.order = order
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(width)
    hasher.combine(Int(cap.rawValue) | Int(join.rawValue) << 8 | Int(order.rawValue) << 16)
    hasher.combine(miterLimit)
    hasher.combine(dashes.count)
    for dash in dashes { hasher.combine(dash) }
    hasher.combine(dashOffset)
  }
}
