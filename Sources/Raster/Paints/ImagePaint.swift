import CRasterKernels
import Geometry
import Graphics

/// An image on the canvas, resampled by Lanczos' kernel with three lobes.
///
/// An image that is not turned is resampled exactly from rows and columns; else each pixel takes the texels around its
/// center, with weights along the image's axes for the texels that it spans. If pixels span many texels, a smaller
/// level is used.
struct ImagePaint {
  private let levels: [MipLevel]
  /// The same as the kernel takes them; empty where it is not turned.
  private let kernelLevels: [raster_level]
  private let spread: Spread
  /// In 1/65536.
  private let opacity: UInt32
  /// Maps pixels of the canvas to texels.
  private let toImage: Transform
  /// The resampler of an image that is not turned.
  private let resampler: ImageResampler?

  /// `transform` takes texels to pixels of the canvas.
  static func source(
    _ image: Image, transform: Transform, spread: Spread, opacity: Double, cache: ResourceCache
  ) -> PaintSource {
    let clamped = opacity > 0 ? min(opacity, 1) : 0
    guard clamped > 0, let inverse = transform.inverse, inverse.isFinite else { return .solid(.zero) }
    return .image(
      ImagePaint(image, spread: spread, opacity: UInt32((clamped * 65_536).rounded()), toImage: inverse, cache))
  }

  private init(_ image: Image, spread: Spread, opacity: UInt32, toImage t: Transform, _ cache: ResourceCache) {
    self.spread = spread
    self.opacity = opacity
    toImage = t
    guard t.isAffine else {
      levels = cache.mipLevels(image, count: .max)
      kernelLevels = Self.kernelLevels(levels)
      resampler = nil
      return
    }
    // Level i is for pixels that span 2^i texels squared.
    func level(_ dx: Double, _ dy: Double) -> Int { Int(min(max(dx * dx + dy * dy, 1), 0x1p100).exponent) }
    let axes = [level(t.m11, t.m12), level(t.m21, t.m22)].sorted()
    let (low, high) = (axes[0], axes[1])
    guard abs(t.m12) < 1e-7 && abs(t.m21) < 1e-7 else {
      levels = cache.mipLevels(image, count: 1 + max(low, high - 5, 0))
      kernelLevels = Self.kernelLevels(levels)
      resampler = nil
      return
    }
    // If a pixel still spans two texels of a level, the way in which the level was made is not visible.
    let level = cache.mipLevel(image, max(low - 2, high - 7, 0))
    levels = [level]
    kernelLevels = []
    let (x, y) = (Double(level.width) / Double(image.width), Double(level.height) / Double(image.height))
    resampler = ImageResampler(level, spread: spread, toLevel: (t.m11 * x, t.m13 * x, t.m22 * y, t.m23 * y))
  }

  private static func kernelLevels(_ levels: [MipLevel]) -> [raster_level] {
    levels.map { raster_level($0, of: levels[0]) }
  }

  /// Makes ready for columns that will be shaded in many rows.
  func prepare(_ columns: Range<Int>) { resampler?.prepare(columns) }

  /// Colors for `columns` of row `y`, none of them varied; the pointers are those of the first column.
  func shade(
    columns: Range<Int>, y: Int, into colors: UnsafeMutablePointer<Pixel>, _ ditherMask: UnsafeMutablePointer<UInt8>,
    _ scratch: ImageScratch
  ) {
    ditherMask.update(repeating: 0, count: columns.count)
    if let resampler {
      resampler.shade(columns: columns, y: y, opacity: opacity, into: colors, scratch)
      return
    }
    let t = toImage
    kernelLevels.withUnsafeBufferPointer { all in
      var image = raster_image_levels(
        levels: all.baseAddress, count: Int64(all.count), kernels: ImageKernels.shared.kernels,
        spread: spread.kernelSpread)
      withUnsafeBytes(of: (t.m11, t.m12, t.m13, t.m21, t.m22, t.m23, t.m31, t.m32, t.m33)) { t in
        raster_image(
          t.baseAddress?.assumingMemoryBound(to: Double.self), Double(columns.lowerBound) + 0.5, Double(y) + 0.5,
          columns.count, &image, opacity, colors.components)
      }
    }
  }
}

extension raster_level {
  /// A level as the kernel takes it; the level stays the owner of its texels.
  init(_ level: MipLevel, of first: MipLevel) {
    self.init(
      width: Int64(level.width), height: Int64(level.height), size: Int64(level.size),
      texels: level.texels.assumingMemoryBound(to: UInt8.self),
      scale_x: Double(level.width) / Double(first.width), scale_y: Double(level.height) / Double(first.height))
  }
}
