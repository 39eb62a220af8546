import Coding

/// A width and a height, in the units of their context.
///
/// ```swift
/// let size = Size(320, 180)
/// frame.drawing.fill(.rect(Rect(x: 0, y: 0, width: size.width, height: size.height)), .white)
/// ```
@frozen
public struct Size: Hashable, Sendable, Digestible {
  public var width: Double
  public var height: Double

  /// A size of a width and a height.
  @inlinable
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable
  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(width)
    hasher.combine(height)
  }
}

/// An axis-aligned rectangle, from its least corner; empty where a side is not above 0.
@frozen
public struct Rect: Hashable, Sendable, Digestible {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  /// A rectangle with its least corner, the top left one on a canvas, and its sides.
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle by its middle.
  @inlinable
  public init(center: Point, size: Size) {
    self.init(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  /// Around a center, with sides along x and y; those below 0 count as 0.
  public init(center: Point, sides: Point) {
    self.init(center: center, size: Size(max(0, sides.x), max(0, sides.y)))
  }

  /// Between its least and its greatest corner.
  @inlinable
  public init(from a: Point, to b: Point) {
    self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  /// The least rectangle around all points, or nil where there is none.
  @inlinable public init?(around points: some Sequence<Point>) {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for p in points {
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    guard low.x <= high.x else { return nil }
    self.init(from: low, to: high)
  }

  /// Without extent, at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  @inlinable public var minX: Double { x }
  @inlinable public var minY: Double { y }
  @inlinable public var maxX: Double { x + width }
  @inlinable public var maxY: Double { y + height }
  @inlinable public var center: Point { Point(x + width / 2, y + height / 2) }
  @inlinable public var size: Size { Size(width, height) }
  @inlinable public var origin: Point { Point(x, y) }
  /// True if a side is not above 0; NaN is not.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Clockwise on a canvas, from the least corner.
  public var corners: [Point] { [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)] }

  /// Shrunk by `amount` on every side; a negative amount grows it.
  @inlinable
  public func inset(by amount: Double) -> Rect {
    Rect(x: x + amount, y: y + amount, width: width - 2 * amount, height: height - 2 * amount)
  }

  /// The least rectangle around both, counting empty ones as points.
  @inlinable
  public func union(_ other: Rect) -> Rect {
    Rect(
      from: Point(min(minX, other.minX), min(minY, other.minY)),
      to: Point(max(maxX, other.maxX), max(maxY, other.maxY)))
  }

  /// The common part, or nil where they do not overlap.
  @inlinable
  public func intersection(_ other: Rect) -> Rect? {
    let low = Point(max(minX, other.minX), max(minY, other.minY))
    let high = Point(min(maxX, other.maxX), min(maxY, other.maxY))
    return low.x < high.x && low.y < high.y ? Rect(from: low, to: high) : nil
  }

  /// True if `p` lies inside or on the edge.
  @inlinable
  public func contains(_ p: Point) -> Bool { p.x >= minX && p.x <= maxX && p.y >= minY && p.y <= maxY }

  @inlinable
  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(x)
    hasher.combine(y)
    hasher.combine(width)
    hasher.combine(height)
  }
}
