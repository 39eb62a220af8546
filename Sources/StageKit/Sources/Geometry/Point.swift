import Coding

/// A position, or a displacement, in the plane. On a canvas x grows to the right and y downward.
@frozen
public struct Point: Hashable, Sendable, Digestible {
  public var x: Double
  public var y: Double

  /// A point at x, which grows rightward, and y, which grows downward.
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// A point at x, which grows rightward, and y, which grows downward.
  @inlinable
  public init(x: Double, y: Double) { self.init(x, y) }

  /// The origin: on a canvas its top left corner.
  public static let zero = Point(0, 0)

  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inlinable public static prefix func - (a: Point) -> Point { Point(-a.x, -a.y) }
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }
  @inlinable public static func * (k: Double, a: Point) -> Point { a * k }
  @inlinable public static func / (a: Point, k: Double) -> Point { Point(a.x / k, a.y / k) }

  /// The scalar product.
  @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }
  /// The third component of the vector product: positive where `other` is clockwise from this with y downward.
  @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
  /// The square of `length`, which spares a root.
  @inlinable public var lengthSquared: Double { x * x + y * y }
  /// The distance from the origin.
  @inlinable public var length: Double { lengthSquared.squareRoot() }
  /// In a straight line.
  @inlinable public func distance(to other: Point) -> Double { (self - other).length }

  /// This displacement at length 1, or zero where it has no direction.
  @inlinable
  public var normalized: Point {
    let length = self.length
    return length > 0 ? self / length : .zero
  }

  /// Turned by a quarter: (x, y) → (−y, x).
  @inlinable public var perpendicular: Point { Point(-y, x) }

  /// On the straight line to another point: this at 0, the other at 1, beyond them outside of 0…1.
  @inlinable public func interpolated(to other: Point, at t: Double) -> Point { self + (other - self) * t }
  /// True if neither part is infinite or NaN.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  @inlinable
  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(x)
    hasher.combine(y)
  }
}
