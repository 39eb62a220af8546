import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// An affine map of space, of which the picture shows x and y: for layers that are turned in depth.
struct SpaceMatrix: Hashable, Sendable {
  /// The columns: the images of the axes and of the origin.
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>
  var origin: SIMD3<Double>

  static let identity = SpaceMatrix(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], origin: .zero)

  /// A map of the plane, which leaves depths.
  init(_ plane: Transform) {
    self.init(
      x: [plane.m11, plane.m21, 0], y: [plane.m12, plane.m22, 0], z: [0, 0, 1], origin: [plane.m13, plane.m23, 0])
  }

  init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>, origin: SIMD3<Double>) {
    (self.x, self.y, self.z, self.origin) = (x, y, z, origin)
  }

  /// A displacement.
  static func translation(_ by: SIMD3<Double>) -> SpaceMatrix {
    SpaceMatrix(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], origin: by)
  }

  /// A turn about the x axis by degrees.
  static func rotationX(_ degrees: Double) -> SpaceMatrix {
    let (s, c) = sineAndCosine(degrees: degrees)
    return SpaceMatrix(x: [1, 0, 0], y: [0, c, -s], z: [0, s, c], origin: .zero)
  }

  /// A turn about the y axis by degrees.
  static func rotationY(_ degrees: Double) -> SpaceMatrix {
    let (s, c) = sineAndCosine(degrees: degrees)
    return SpaceMatrix(x: [c, 0, s], y: [0, 1, 0], z: [-s, 0, c], origin: .zero)
  }

  private func turned(_ p: SIMD3<Double>) -> SIMD3<Double> { x * p.x + y * p.y + z * p.z }

  /// First `other`, then this.
  static func * (a: SpaceMatrix, b: SpaceMatrix) -> SpaceMatrix {
    SpaceMatrix(x: a.turned(b.x), y: a.turned(b.y), z: a.turned(b.z), origin: a.turned(b.origin) + a.origin)
  }

  /// The map of the plane z = 0, seen along the z axis without perspective.
  var flattened: Transform { Transform(x.x, y.x, origin.x, x.y, y.y, origin.y) }
}
