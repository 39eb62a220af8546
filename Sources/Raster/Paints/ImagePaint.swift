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
    let reduction = image.reduced(halvings: spread == .pad ? halvings(of: image, transform, inverse) : 0)
    let toImage = reduction.placement.inverse.map { $0 * inverse } ?? inverse
    return .image(
      ImagePaint(
        reduction.image, spread: spread, opacity: UInt32((clamped * 65_536).rounded()), toImage: toImage, cache))
  }

  private init(_ image: Image, spread: Spread, opacity: UInt32, toImage t: Transform, _ cache: ResourceCache) {
    self.spread = spread
    self.opacity = opacity
    toImage = t
    guard t.isAffine else {
      levels = cache.mipLevels(image, 0..<Int.max)
      kernelLevels = Self.kernelLevels(levels, from: 0, of: image)
      resampler = nil
      return
    }
    let squares = Self.squares(t).sorted()
    let (low, high) = (Self.level(squares[0]), Self.level(squares[1]))
    guard abs(t.m12) < 1e-7 && abs(t.m21) < 1e-7 else {
      let last = min(max(low, high - 5, 0), MipLevel.sizes(image).count - 1)
      // The kernel takes the same level for all pixels, and rounds its choice in its own way.
      let first = min(max(Self.kernelLevel(squares) - 1, 0), last)
      levels = cache.mipLevels(image, first..<last + 1)
      kernelLevels = Self.kernelLevels(levels, from: first, of: image)
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

  /// Levels as the kernel takes them, with the first one also for those before it.
  private static func kernelLevels(_ levels: [MipLevel], from first: Int, of image: Image) -> [raster_level] {
    guard let finest = levels.first else { return [] }
    return (Array(repeating: finest, count: first) + levels).map { raster_level($0, of: (image.width, image.height)) }
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
  /// A level of an image of a size as the kernel takes it; the level stays the owner of its texels.
  init(_ level: MipLevel, of whole: (width: Int, height: Int)) {
    self.init(
      width: Int64(level.width), height: Int64(level.height), size: Int64(level.size),
      texels: level.texels.assumingMemoryBound(to: UInt8.self),
      scale_x: Double(level.width) / Double(whole.width), scale_y: Double(level.height) / Double(whole.height))
  }
}
