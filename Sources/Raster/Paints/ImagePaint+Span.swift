import CRasterKernels
import Geometry
import Graphics

/// The number of texels that pixels span, and what follows from it.
extension ImagePaint {
  /// The squares of the numbers of texels that a pixel spans along both axes of an image, for an affine map.
  static func squares(_ t: Transform) -> [Double] {
    [t.m11 * t.m11 + t.m12 * t.m12, t.m21 * t.m21 + t.m22 * t.m22]
  }

  /// The level for pixels that span the square root of so many texels: level i is for pixels that span 2^i texels squared.
  static func level(_ square: Double) -> Int { Int(min(max(square, 1), 0x1p100).exponent) }

  /// The level that the kernel takes for pixels of an affine map; `squares` in ascending order.
  static func kernelLevel(_ squares: [Double]) -> Int {
    let kernels = squares.map { Int(min(max($0, 1), 0x1p100).bitPattern >> 47) - 1023 << 5 }
    return max((kernels[0] - 24) >> 5, (kernels[1] - Int(RASTER_KERNEL_COUNT) + 32) >> 5, 0)
  }

  /// The number of times that an image may be halved so that pixels still span two texels of it, wherever it is drawn: the way
  /// in which it was made smaller does not show then. `t` maps pixels to texels, and `transform` the other way.
  static func halvings(of image: Image, _ transform: Transform, _ t: Transform) -> Int {
    let square =
      t.isAffine
      ? squares(t).min() ?? 1 : minSquare(Double(image.width), Double(image.height), transform, t)
    return halvings(spanning: square)
  }

  /// The same for pixels that span the square root of so many texels.
  static func halvings(spanning square: Double) -> Int { max(level(square) / 2 - 1, 0) }

  /// A lower bound for the square of the number of texels that pixels of an image in perspective span; 1 where part of it lies
  /// behind the eye.
  ///
  /// The gradient of u is (t₁₁ − u t₃₁, t₁₂ − u t₃₂) over the depth of the pixel, which is 1 over the depth of the texel.
  private static func minSquare(_ width: Double, _ height: Double, _ transform: Transform, _ t: Transform) -> Double {
    let depths = [Point(0, 0), Point(width, 0), Point(0, height), Point(width, height)].map { transform.depth(of: $0) }
    guard let depth = depths.min(), depth > 0 else { return 1 }
    func minSquare(_ a: Double, _ b: Double, _ end: Double) -> Double {
      let square = t.m31 * t.m31 + t.m32 * t.m32
      let at = square > 0 ? min(max((a * t.m31 + b * t.m32) / square, 0), end) : 0
      let (x, y) = (a - at * t.m31, b - at * t.m32)
      return x * x + y * y
    }
    return min(minSquare(t.m11, t.m12, width), minSquare(t.m21, t.m22, height)) * depth * depth
  }
}
