import CRasterKernels

/// The threshold, 0 to 255, at which a pixel's fraction rounds up: a low-discrepancy sequence of the pixel's place,
/// so that thresholds around any pixel are spread evenly.
///
/// Weights are the inverse powers of the plastic number, in 1/65536. Over all pixels thresholds are uniform, so what
/// is added is zero in the mean, and whole 8-bit values never change.
@inline(__always)
func ditherThreshold(x: Int, y: Int) -> UInt16 {
  UInt16(truncatingIfNeeded: ((x &* 49_471 &+ y &* 37_345) & 0xFFFF) >> 8)
}

/// Rounds columns of a row to RGBA bytes, and dithers where paints vary; x and y are the canvas's. `bytes` are those of
/// the whole row.
func quantize(
  _ row: PixelRow, columns: Range<Int>, y: Int, into bytes: UnsafeMutablePointer<UInt8>, isFast: Bool = Kernels.areFast
) {
  let hasVaried = row.hasVaried.pointee != 0
  if isFast {
    let x = columns.lowerBound
    if hasVaried {
      raster_dither_avx2(
        row.components(x), row.varied + x, columns.count, UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y),
        bytes + 4 * x)
    } else {
      raster_quantize_avx2(row.components(x), columns.count, bytes + 4 * x)
    }
    return
  }
  for x in columns {
    let bias = hasVaried && row.varied[x] != 0 ? ditherThreshold(x: x, y: y) : 128
    // Rounding in source-over may have gone a step beyond 1.
    let p = (pointwiseMin(row.pixels[x], Pixel(repeating: UInt16(unit))) &+ bias) &>> 8
    let packed = SIMD4<UInt8>(truncatingIfNeeded: p)
    UnsafeMutableRawPointer(bytes + 4 * x).storeBytes(of: unsafeBitCast(packed, to: UInt32.self), as: UInt32.self)
  }
}
