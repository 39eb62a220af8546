import Coding

/// A projective map from space to the plane: a 3×4 matrix, by columns, on (x, y, z, 1). What it gives is divided by its
/// last part, the depth.
@frozen
public struct SpaceTransform: Hashable, Sendable, Digestible {
  /// The image of a step of 1 along each axis, and of the origin.
  public var x, y, z, origin: SpacePoint

  /// A map with these columns.
  @inlinable
  public init(x: SpacePoint, y: SpacePoint, z: SpacePoint, origin: SpacePoint) {
    (self.x, self.y, self.z, self.origin) = (x, y, z, origin)
  }

  /// A map of the plane in which z is 0, with what a step upward adds.
  public init(_ ground: Transform, z: SpacePoint) {
    self.init(
      x: SpacePoint(ground.m11, ground.m21, ground.m31), y: SpacePoint(ground.m12, ground.m22, ground.m32), z: z,
      origin: SpacePoint(ground.m13, ground.m23, ground.m33))
  }

  /// Before the division.
  @inlinable
  public func homogeneous(_ p: SpacePoint) -> SpacePoint { x * p.x + y * p.y + z * p.z + origin }

  /// The image of `p`; meaningless where the depth is not above 0.
  @inlinable
  public func apply(_ p: SpacePoint) -> Point {
    let image = homogeneous(p)
    return Point(image.x / image.z, image.y / image.z)
  }

  /// The depth of `p`: what its image is divided by.
  @inlinable public func depth(of p: SpacePoint) -> Double { homogeneous(p).z }

  /// First the projection, then a map of the plane.
  @inlinable
  public static func * (a: Transform, b: SpaceTransform) -> SpaceTransform {
    func column(_ p: SpacePoint) -> SpacePoint {
      SpacePoint(
        a.m11 * p.x + a.m12 * p.y + a.m13 * p.z, a.m21 * p.x + a.m22 * p.y + a.m23 * p.z,
        a.m31 * p.x + a.m32 * p.y + a.m33 * p.z)
    }
    return SpaceTransform(x: column(b.x), y: column(b.y), z: column(b.z), origin: column(b.origin))
  }

  /// First a map of the ground, which leaves heights, then the projection.
  @inlinable
  public static func * (a: SpaceTransform, b: Transform) -> SpaceTransform {
    SpaceTransform(
      x: a.x * b.m11 + a.y * b.m21, y: a.x * b.m12 + a.y * b.m22, z: a.z,
      origin: a.x * b.m13 + a.y * b.m23 + a.origin)
  }

  /// The eye, and the line of sight for each place of the plane; nil for a map without an eye.
  public var sight: Sight? {
    let (a, b) = (y.cross(z), z.cross(x))
    let determinant = x.dot(a)
    guard determinant != 0, determinant.isFinite else { return nil }
    let k = 1 / determinant
    // The inverse's rows.
    let (first, second, third) = (a * k, b * k, x.cross(y) * k)
    func inverse(_ p: SpacePoint) -> SpacePoint { SpacePoint(first.dot(p), second.dot(p), third.dot(p)) }
    return Sight(
      eye: inverse(origin) * -1, forward: inverse(SpacePoint(0, 0, 1)), byX: inverse(SpacePoint(1, 0, 0)),
      byY: inverse(SpacePoint(0, 1, 0)))
  }

  /// The lines of sight from an eye: the point seen at (x, y) at a depth d is eye + (forward + byX x + byY y) d.
  public struct Sight: Hashable, Sendable {
    public let eye, forward, byX, byY: SpacePoint
  }

  public func digest(into hasher: inout DigestHasher) {
    x.digest(into: &hasher)
    y.digest(into: &hasher)
    z.digest(into: &hasher)
    origin.digest(into: &hasher)
  }
}
