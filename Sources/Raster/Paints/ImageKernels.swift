import CRasterKernels

/// The weights by which `raster_image` samples, for all spans of pixels in texels and positions between these.
///
/// Immutable after init.
final class ImageKernels: @unchecked Sendable {
  static let shared = ImageKernels(.three)
  static let ground = ImageKernels(.ground)

  let kernels: UnsafePointer<raster_kernel>

  private init(_ kernel: LanczosKernel) {
    let count = Int(RASTER_KERNEL_COUNT)
    let kernels = UnsafeMutablePointer<raster_kernel>.allocate(capacity: count)
    for i in 0..<count {
      // In the middle of the squares that this kernel is for; the first is also for all below.
      let square = i == 0 ? 1 : Double(1 << (i / 32)) * (1 + (Double(i % 32) + 0.5) / 32)
      let span = square.squareRoot()
      let taps = kernel.taps(span: span)
      let stride = (taps + 3) & ~3
      let weights = UnsafeMutablePointer<Int16>.allocate(capacity: 128 * stride)
      weights.initialize(repeating: 0, count: 128 * stride)
      for part in 0..<128 {
        kernel.weigh(
          part: Double(part) / 128, span: span, taps: taps, into: weights + part * stride)
      }
      (kernels + i).initialize(to: raster_kernel(weights: weights, taps: Int64(taps), stride: Int64(stride)))
    }
    self.kernels = UnsafePointer(kernels)
  }
}
