import CRasterKernels

/// Rounds columns of a row to RGBA bytes, and dithers those in its mask; x and y are the canvas's. `bytes` are those of the
/// whole row.
func quantize(_ row: PixelRow, columns: Range<Int>, y: Int, into bytes: UnsafeMutablePointer<UInt8>) {
  let x = columns.lowerBound
  if row.needsDither.pointee != 0 {
    raster_dither(
      row.components(x), row.ditherMask + x, columns.count, UInt32(truncatingIfNeeded: x),
      UInt32(truncatingIfNeeded: y), bytes + 4 * x)
  } else {
    raster_quantize(row.components(x), columns.count, bytes + 4 * x)
  }
}
