import Coding

/// A position, or a displacement, in space: over a ground plane x grows to the east, y to the south and z upward.
///
/// ```swift
/// let up = SpacePoint(0, 0, 1)
/// let slope = up.dot(SpacePoint(box.center, 30).normalized)
/// frame.drawing.fill(.rect(box), Color.white.opacity(slope))
/// ```
@frozen
public struct SpacePoint: Hashable, Sendable, Digestible {
  public var x: Double
  public var y: Double
  public var z: Double

  /// A point with these coordinates.
  @inlinable
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Above a point of the plane.
  @inlinable public init(_ p: Point, _ z: Double) { self.init(p.x, p.y, z) }

  /// The origin.
  public static let zero = SpacePoint(0, 0, 0)

  /// Its projection onto the ground plane.
  @inlinable public var ground: Point { Point(x, y) }

  @inlinable public static func + (a: SpacePoint, b: SpacePoint) -> SpacePoint {
    SpacePoint(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  @inlinable public static func - (a: SpacePoint, b: SpacePoint) -> SpacePoint {
    SpacePoint(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  @inlinable public static func * (a: SpacePoint, k: Double) -> SpacePoint { SpacePoint(a.x * k, a.y * k, a.z * k) }

  /// The scalar product.
  @inlinable public func dot(_ other: SpacePoint) -> Double { x * other.x + y * other.y + z * other.z }

  /// The vector product of the three parts, whatever hand they make.
  @inlinable public func cross(_ other: SpacePoint) -> SpacePoint {
    SpacePoint(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The distance from the origin.
  @inlinable public var length: Double { dot(self).squareRoot() }

  /// This displacement at length 1, or zero where it has no direction.
  @inlinable public var normalized: SpacePoint {
    let length = self.length
    return length > 0 ? self * (1 / length) : .zero
  }

  @inlinable
  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(x)
    hasher.combine(y)
    hasher.combine(z)
  }
}
