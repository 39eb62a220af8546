import CRasterKernels
import Formats

/// Opaque pixels to Y′CbCr as ITU-R BT.709 defines it, in limited range, of 8 or 10 bits, in integers.
///
/// Each plane is computed from 16-bit pixels and rounded at its own depth, with dither where pixels are flagged; alpha is
/// ignored. Chroma is the mean of the pixels that it covers, so it lies in their middle. The coefficients are in
/// `CRasterKernels/conversion.c`.
struct YUVConverter: StripConverter {
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    guard !strip.columns.isEmpty else { return }
    let target = SampleRows(planes, columns: strip.columns)
    let chroma = planes.format.planes[1]
    let isCommon = planes.format == .yuv420p8
    planes.withUnsafeMutableBytes { base in
      for y in strip.rows {
        let row = strip.layer.row(y)
        if isCommon {
          if y & 1 == 0 { target.writeBlocks(row, strip.layer.row(y + 1), y: y, to: base) }
          continue
        }
        target.writeLuma(row.components(target.x), mask: row.mask(target.x), y: y, to: base)
        if chroma.xShift == 0 {
          target.writeFullChroma(row.components(target.x), mask: row.mask(target.x), y: y, to: base)
        } else if chroma.yShift == 0 {
          target.writeChroma(row, row, y: y, to: base)
        } else if y & 1 == 0 {
          target.writeChroma(row, strip.layer.row(y + 1), y: y / 2, to: base)
        }
      }
    }
  }
}

/// Writes rows of samples of Y′CbCr into planes, from columns that begin at `x`.
struct SampleRows {
  let format: PixelFormat
  let x: Int
  let count: Int
  private let starts: [Int]
  private let rowBytes: [Int]

  init(_ planes: FramePlanes, columns: Range<Int>) {
    format = planes.format
    x = columns.lowerBound
    count = columns.count
    starts = format.planes.indices.map { planes.range(ofPlane: $0).lowerBound }
    rowBytes = format.planes.indices.map { planes.rowBytes(ofPlane: $0) }
  }

  /// The address in row `y` of a plane for the sample of column `x`.
  private func address(_ plane: Int, _ y: Int, _ base: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    base + starts[plane] + y * rowBytes[plane] + (x >> format.planes[plane].xShift) * format.bytesPerSample
  }

  func writeLuma(
    _ pixels: UnsafePointer<UInt16>, mask: UnsafePointer<UInt8>?, y: Int, to base: UnsafeMutablePointer<UInt8>
  ) {
    raster_luma(
      pixels, mask, count, UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y), Int32(format.depth),
      address(0, y, base))
  }

  /// Chroma of pixels from column `x` on, one for each sample.
  func writeFullChroma(
    _ pixels: UnsafePointer<UInt16>, mask: UnsafePointer<UInt8>?, y: Int, to base: UnsafeMutablePointer<UInt8>
  ) {
    let shift = format.planes[1].xShift
    raster_full_chroma(
      pixels, mask, count >> shift, UInt32(truncatingIfNeeded: x >> shift), UInt32(truncatingIfNeeded: y),
      Int32(format.depth), address(1, y, base), address(2, y, base))
  }

  /// All planes of 4:2:0 of 8 bits for two rows of pixels.
  func writeBlocks(_ above: PixelRow, _ below: PixelRow, y: Int, to base: UnsafeMutablePointer<UInt8>) {
    let needsDither = above.needsDither.pointee | below.needsDither.pointee != 0
    raster_yuv420(
      above.components(x), below.components(x), needsDither ? above.ditherMask + x : nil,
      needsDither ? below.ditherMask + x : nil, count / 2, UInt32(truncatingIfNeeded: x),
      UInt32(truncatingIfNeeded: y), address(0, y, base), address(0, y + 1, base), address(1, y / 2, base),
      address(2, y / 2, base))
  }

  /// Chroma of blocks of 2 × 2 pixels, or where both rows are one, of 2 × 1.
  func writeChroma(_ above: PixelRow, _ below: PixelRow, y: Int, to base: UnsafeMutablePointer<UInt8>) {
    let needsDither = above.needsDither.pointee | below.needsDither.pointee != 0
    raster_chroma(
      above.components(x), below.components(x), needsDither ? above.ditherMask + x : nil,
      needsDither ? below.ditherMask + x : nil, count / 2, UInt32(truncatingIfNeeded: x / 2),
      UInt32(truncatingIfNeeded: y), Int32(format.depth), address(1, y, base), address(2, y, base))
  }

  /// A component in full range.
  func writeComponent(
    _ component: Int, ofPlane plane: Int, from pixels: UnsafePointer<UInt16>, mask: UnsafePointer<UInt8>?, y: Int,
    to base: UnsafeMutablePointer<UInt8>
  ) {
    raster_component_samples(
      pixels, Int32(component), mask, count, UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y),
      Int32(format.depth), address(plane, y, base))
  }
}

extension PixelRow {
  /// The dither mask from pixel `x` on; nil where nothing is dithered.
  func mask(_ x: Int) -> UnsafePointer<UInt8>? { needsDither.pointee == 0 ? nil : UnsafePointer(ditherMask + x) }
}
