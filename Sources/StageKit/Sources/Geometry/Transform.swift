import Coding

#if canImport(Glibc)
  import Glibc
#endif

/// A projective map of the plane: a 3×3 matrix, row by row, on column vectors (x, y, 1).
///
/// Affine maps are those whose last row is (0, 0, 1). A point with w ≤ 0 lies behind the eye and has no image; paths
/// are cut at the near plane before they are divided by w.
@frozen
public struct Transform: Hashable, Sendable, Digestible {
  /// The first row, which gives x; m13 moves it.
  public var m11, m12, m13: Double
  /// The second row, which gives y; m23 moves it.
  public var m21, m22, m23: Double
  /// The third row, which gives what x and y are divided by; (0, 0, 1) for an affine transform.
  public var m31, m32, m33: Double

  /// A map with these rows; the last one is (0, 0, 1) for affine maps.
  @inlinable
  public init(
    _ m11: Double, _ m12: Double, _ m13: Double,
    _ m21: Double, _ m22: Double, _ m23: Double,
    _ m31: Double = 0, _ m32: Double = 0, _ m33: Double = 1
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }

  /// Leaves everything where it is.
  public static let identity = Transform(1, 0, 0, 0, 1, 0)

  /// Moves by x and y.
  public static func translation(_ x: Double, _ y: Double) -> Transform { Transform(1, 0, x, 0, 1, y) }

  /// Moves by a displacement.
  public static func translation(_ by: Point) -> Transform { translation(by.x, by.y) }

  /// Scales x and y about the origin.
  public static func scale(_ x: Double, _ y: Double) -> Transform { Transform(x, 0, 0, 0, y, 0) }

  /// Scales both ways alike about the origin.
  public static func scale(_ k: Double) -> Transform { scale(k, k) }

  /// Scaled about `center`.
  public static func scale(_ k: Double, about center: Point) -> Transform {
    Transform(k, 0, center.x * (1 - k), 0, k, center.y * (1 - k))
  }

  /// Turned by `degrees`, clockwise on a canvas, about `center`.
  public static func rotation(degrees: Double, about center: Point = .zero) -> Transform {
    let (s, c) = sineAndCosine(degrees: degrees)
    return Transform(
      c, -s, center.x - c * center.x + s * center.y, s, c, center.y - s * center.x - c * center.y)
  }

  /// True if straight division by w can be left out.
  @inlinable public var isAffine: Bool { m31 == 0 && m32 == 0 && m33 == 1 }

  /// First `other`, then this.
  @inlinable
  public static func * (a: Transform, b: Transform) -> Transform {
    Transform(
      a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31, a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32,
      a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33,
      a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31, a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32,
      a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33,
      a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31, a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32,
      a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33)
  }

  /// This, then `next`.
  @inlinable public func then(_ next: Transform) -> Transform { next * self }

  /// The w of `p`: its depth along the view, in the matrix's units; 1 everywhere for an affine map.
  @inlinable public func depth(of p: Point) -> Double { m31 * p.x + m32 * p.y + m33 }

  /// The image of `p`; meaningless where `depth(of:)` is not above 0.
  @inlinable
  public func apply(_ p: Point) -> Point {
    let x = m11 * p.x + m12 * p.y + m13
    let y = m21 * p.x + m22 * p.y + m23
    if isAffine { return Point(x, y) }
    let w = depth(of: p)
    return Point(x / w, y / w)
  }

  /// The image of the displacement `d` under the linear part; for affine maps.
  @inlinable
  public func applyLinear(_ d: Point) -> Point { Point(m11 * d.x + m12 * d.y, m21 * d.x + m22 * d.y) }

  /// The determinant of all nine elements; 0 where there is no inverse.
  public var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
  }

  /// The inverse up to scale for projective maps, exactly scaled for affine ones; nil where the map is singular or
  /// not finite.
  public var inverse: Transform? {
    let d = determinant
    guard d != 0, d.isFinite else { return nil }
    let k = 1 / d
    guard k.isFinite else { return nil }
    var r = Transform(
      (m22 * m33 - m23 * m32) * k, (m13 * m32 - m12 * m33) * k, (m12 * m23 - m13 * m22) * k,
      (m23 * m31 - m21 * m33) * k, (m11 * m33 - m13 * m31) * k, (m13 * m21 - m11 * m23) * k,
      (m21 * m32 - m22 * m31) * k, (m12 * m31 - m11 * m32) * k, (m11 * m22 - m12 * m21) * k)
    if isAffine { (r.m31, r.m32, r.m33) = (0, 0, 1) }
    return r
  }

  /// The factor by which lengths grow near `p`: the square root of the local change of area.
  public func scale(near p: Point = .zero) -> Double {
    let w = depth(of: p)
    return (abs(determinant) / abs(w * w * w)).squareRoot()
  }

  /// The projective map that takes the corners of `rect`, clockwise from its least one, to four points; nil where
  /// three of them lie on a line. Source: Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.3.
  public init?(mapping rect: Rect, to q: [Point]) {
    guard q.count == 4, !rect.isEmpty else { return nil }
    let d1 = q[1] - q[2]
    let d2 = q[3] - q[2]
    let s = q[0] - q[1] + q[2] - q[3]
    let det = d1.cross(d2)
    guard det != 0 else { return nil }
    let g = s.cross(d2) / det
    let h = d1.cross(s) / det
    let square = Transform(
      q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,
      q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y, g, h, 1)
    let toUnit =
      Transform.scale(1 / rect.width, 1 / rect.height) * Transform.translation(-rect.x, -rect.y)
    self = square * toUnit
  }

  /// True if all nine elements are finite.
  @inlinable public var isFinite: Bool {
    let sum = m11 + m12 + m13 + m21 + m22 + m23 + m31 + m32 + m33
    return (sum - sum) == 0
  }

  public func digest(into hasher: inout DigestHasher) {
    for value in [m11, m12, m13, m21, m22, m23, m31, m32, m33] { hasher.combine(value) }
  }
}

/// Sine and cosine of an angle in degrees, exact at multiples of 90.
public func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let turned = degrees.remainder(dividingBy: 360)
  switch turned {
  case 0: return (0, 1)
  case 90: return (1, 0)
  case -90: return (-1, 0)
  case 180, -180: return (0, -1)
  default:
    let radians = turned * .pi / 180
    return (sin(radians), cos(radians))
  }
}
