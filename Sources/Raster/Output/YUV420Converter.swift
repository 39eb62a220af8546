import CRasterKernels
import Formats

/// RGB to Y′CbCr 4:2:0 of 8 bits as ITU-R BT.709 defines it, in limited range (16…235, 16…240), in integers.
///
/// Pixels are rounded to 8 bits first, with dither where they are flagged; alpha is ignored. Chroma is the mean of 2 × 2
/// pixels, so it lies in their middle.
struct YUV420Converter: StripConverter {
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let columns = strip.columns
    guard !columns.isEmpty else { return }
    let width = planes.width
    let (uStart, vStart) = (planes.range(ofPlane: 1).lowerBound, planes.range(ofPlane: 2).lowerBound)
    planes.withUnsafeMutableBytes { base in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * 8) { pair in
        guard let above = pair.baseAddress else { return }
        let below = above + width * 4
        for row in stride(from: strip.rows.lowerBound, to: strip.rows.upperBound, by: 2) {
          quantize(strip.layer.row(row), columns: columns, y: row, into: above)
          quantize(strip.layer.row(row + 1), columns: columns, y: row + 1, into: below)
          let chroma = row / 2 * (width / 2) + columns.lowerBound / 2
          let pixels = RowPair(
            above: above + columns.lowerBound * 4, below: below + columns.lowerBound * 4, count: columns.count)
          let luma = base + row * width + columns.lowerBound
          convert(pixels, luma, luma + width, base + uStart + chroma, base + vStart + chroma)
        }
      }
    }
  }

  /// Two rows of RGBA pixels.
  struct RowPair {
    let above: UnsafePointer<UInt8>
    let below: UnsafePointer<UInt8>
    /// An even number of columns.
    let count: Int
  }

  /// Writes two rows of luma and one of each kind of chroma.
  func convert(
    _ pixels: RowPair, _ yAbove: UnsafeMutablePointer<UInt8>, _ yBelow: UnsafeMutablePointer<UInt8>,
    _ u: UnsafeMutablePointer<UInt8>, _ v: UnsafeMutablePointer<UInt8>
  ) {
    raster_luma(pixels.above, pixels.count, yAbove)
    raster_luma(pixels.below, pixels.count, yBelow)
    raster_chroma(pixels.above, pixels.below, pixels.count / 2, u, v)
  }
}
