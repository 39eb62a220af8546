import CRasterKernels
import Formats

/// RGB to Y′CbCr 4:2:0 of 8 bits as ITU-R BT.709 defines it, in limited range (16…235, 16…240), in integers.
///
/// Pixels are rounded to 8 bits first, with dither where they are flagged; alpha is ignored. Chroma is the mean of 2 × 2
/// pixels, so it lies in their middle.
struct YUV420Converter: StripConverter {
  var isFast = Kernels.areFast

  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let columns = strip.columns
    guard !columns.isEmpty else { return }
    let width = planes.width
    let (uStart, vStart) = (planes.range(ofPlane: 1).lowerBound, planes.range(ofPlane: 2).lowerBound)
    planes.withMutableBytes { bytes in
      guard let y = bytes.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * 8) { pair in
        guard let above = pair.baseAddress else { return }
        let below = above + width * 4
        for row in stride(from: strip.rows.lowerBound, to: strip.rows.upperBound, by: 2) {
          quantize(strip.layer.row(row), columns: columns, y: row, into: above, isFast: isFast)
          quantize(strip.layer.row(row + 1), columns: columns, y: row + 1, into: below, isFast: isFast)
          let chroma = row / 2 * (width / 2) + columns.lowerBound / 2
          let pixels = RowPair(
            above: above + columns.lowerBound * 4, below: below + columns.lowerBound * 4, count: columns.count)
          let luma = y + row * width + columns.lowerBound
          convert(pixels, luma, luma + width, y + uStart + chroma, y + vStart + chroma)
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
    if isFast {
      raster_luma_avx2(pixels.above, pixels.count, yAbove)
      raster_luma_avx2(pixels.below, pixels.count, yBelow)
      raster_chroma_avx2(pixels.above, pixels.below, pixels.count / 2, u, v)
    } else {
      Self.luma(pixels.above, pixels.count, yAbove)
      Self.luma(pixels.below, pixels.count, yBelow)
      Self.chroma(pixels.above, pixels.below, pixels.count / 2, u, v)
    }
  }

  // Kr = 0.2126, Kb = 0.0722. Luma spans 219 steps, chroma 224, of components from 0 to 255; in 1/65536.
  private static let yRed: Int32 = 11_966
  private static let yGreen: Int32 = 40_254
  private static let yBlue: Int32 = 4_064
  private static let uRed: Int32 = -6_596
  private static let uGreen: Int32 = -22_189
  private static let uBlue: Int32 = 28_785
  private static let vRed: Int32 = 28_784
  private static let vGreen: Int32 = -26_145
  private static let vBlue: Int32 = -2_639

  private static func luma(_ rgba: UnsafePointer<UInt8>, _ width: Int, _ out: UnsafeMutablePointer<UInt8>) {
    for x in 0..<width {
      let red = Int32(rgba[4 * x])
      let green = Int32(rgba[4 * x + 1])
      let blue = Int32(rgba[4 * x + 2])
      let sum = red &* yRed &+ green &* yGreen &+ blue &* yBlue &+ (16 << 16 + 1 << 15)
      out[x] = UInt8(truncatingIfNeeded: sum >> 16)
    }
  }

  private static func chroma(
    _ above: UnsafePointer<UInt8>, _ below: UnsafePointer<UInt8>, _ count: Int, _ u: UnsafeMutablePointer<UInt8>,
    _ v: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<count {
      @inline(__always)
      func sum(_ i: Int) -> Int32 {
        Int32(above[8 * x + i]) &+ Int32(above[8 * x + 4 + i]) &+ Int32(below[8 * x + i])
          &+ Int32(below[8 * x + 4 + i])
      }
      let red = sum(0)
      let green = sum(1)
      let blue = sum(2)
      let half: Int32 = 128 << 18 + 1 << 17
      u[x] = UInt8(truncatingIfNeeded: (red &* uRed &+ green &* uGreen &+ blue &* uBlue &+ half) >> 18)
      v[x] = UInt8(truncatingIfNeeded: (red &* vRed &+ green &* vGreen &+ blue &* vBlue &+ half) >> 18)
    }
  }
}
