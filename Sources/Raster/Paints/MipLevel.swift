import CRasterKernels
import Graphics

/// An image, or a smaller one made of it; each level has half the texels of the one before, and is made of the one before
/// that.
///
/// Immutable after init.
final class MipLevel: @unchecked Sendable {
  let width: Int
  let height: Int
  /// The bytes of a texel: 4, or 8 with signed components and 8160 for 1, since what overshoots must not be lost.
  let size: Int
  /// Red, green, blue, alpha, premultiplied.
  let texels: UnsafeRawPointer
  /// Those of an image, which are not copied; empty for a smaller level, which owns its texels.
  private let pixels: [UInt8]

  /// In bytes.
  var cost: Int { width * height * size }

  deinit { if pixels.isEmpty { texels.deallocate() } }

  init(_ image: Image) {
    (width, height, size) = (image.width, image.height, 4)
    let (pixels, count) = (image.pixels, image.width * image.height * 4)
    self.pixels = pixels.count == count ? pixels : [UInt8](repeating: 0, count: count)
    // The bytes of an array stay in place until it is changed. Images have at least one pixel.
    texels = self.pixels.withUnsafeBytes { $0.baseAddress.unsafelyUnwrapped }
  }

  /// A smaller one.
  init(_ level: MipLevel, width: Int, height: Int) {
    (self.width, self.height, size, pixels) = (width, height, 8, [])
    let copy = UnsafeMutableRawPointer.allocate(byteCount: width * height * 8, alignment: 64)
    texels = UnsafeRawPointer(copy)
    let components = copy.bindMemory(to: Int16.self, capacity: 4 * width * height)
    let resampler = ImageResampler(
      level, spread: .pad, toLevel: Self.map(from: level, width: width, height: height), kernel: .six)
    let scratch = ImageScratch()
    for y in 0..<height {
      resampler.shrink(columns: 0..<width, y: y, into: components + 4 * y * width, scratch)
    }
  }

  /// A smaller one of 4 bytes a texel, for pictures on the ground: their kernel overshoots nothing.
  init(shrinking level: MipLevel, width: Int, height: Int) {
    (self.width, self.height, size) = (width, height, 4)
    let resampler = ImageResampler(
      level, spread: .pad, toLevel: Self.map(from: level, width: width, height: height), kernel: .ground)
    let (scratch, row) = (ImageScratch(), Scratch<Pixel>(capacity: width))
    pixels = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { bytes, count in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<height {
        resampler.shade(columns: 0..<width, y: y, opacity: 65_536, into: row.base, scratch)
        raster_quantize(row.base.components, width, base + 4 * y * width)
      }
      count = 4 * width * height
    }
    texels = pixels.withUnsafeBytes { $0.baseAddress.unsafelyUnwrapped }
  }

  /// Takes texels of a smaller level to those of one that it is made of.
  private static func map(
    from level: MipLevel, width: Int, height: Int
  ) -> (xScale: Double, x: Double, yScale: Double, y: Double) {
    (Double(level.width) / Double(width), 0, Double(level.height) / Double(height), 0)
  }

  /// The sizes of all levels of an image, down to one texel.
  static func sizes(_ image: Image) -> [(width: Int, height: Int)] {
    var sizes = [(width: image.width, height: image.height)]
    while let last = sizes.last, last.width > 1 || last.height > 1 {
      func side(_ whole: Int) -> Int {
        let halved = Double(whole >> (sizes.count / 2))
        return max(Int((sizes.count % 2 == 0 ? halved : halved * 0.5.squareRoot()).rounded()), 1)
      }
      sizes.append((side(image.width), side(image.height)))
    }
    return sizes
  }
}

extension Spread {
  var kernelSpread: raster_spread {
    switch self {
    case .pad: RASTER_PAD
    case .repeat: RASTER_REPEAT
    case .mirror: RASTER_MIRROR
    case .clear: RASTER_CLEAR
    }
  }
}
