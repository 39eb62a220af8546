import CRasterKernels

/// Which loops over pixels this processor runs; all give the same bits.
enum Kernels {
  /// Whether those in C, for processors with AVX2, are used; else those in Swift.
  static let areFast = raster_has_avx2()
  /// Whether those for AVX-512 are, too, where there are any.
  static let areWide = raster_has_avx512()
}
