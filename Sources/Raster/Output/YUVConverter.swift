import CRasterKernels

/// The planes of a yuv420p picture: chroma has half the luma's width and height. Not owned.
public struct YUVPlanes {
  public var y: UnsafeMutablePointer<UInt8>
  public var u: UnsafeMutablePointer<UInt8>
  public var v: UnsafeMutablePointer<UInt8>
  /// Bytes from one row to the next.
  public var yStride: Int
  public var uStride: Int
  public var vStride: Int

  public init(
    y: UnsafeMutablePointer<UInt8>, u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>, yStride: Int,
    uStride: Int, vStride: Int
  ) {
    (self.y, self.u, self.v) = (y, u, v)
    (self.yStride, self.uStride, self.vStride) = (yStride, uStride, vStride)
  }
}

/// RGB to Y′CbCr 4:2:0 as ITU-R BT.709 defines it, in limited range (16…235, 16…240), in integers.
///
/// Chroma is the mean of 2 × 2 pixels, so it lies in their middle; a decoder that sites it at the left, as H.264
/// does by default, shows it a quarter of a luma pixel off.
public enum YUVConverter {
  /// Converts a strip into the rows of `planes` that it covers; alpha is ignored, so the strip must be opaque.
  ///
  /// The strip's first row, its count of rows, and its width must be even; an odd last row or column is left out of
  /// chroma.
  public static func convert(_ strip: Strip, into planes: YUVPlanes) {
    convert(strip, columns: 0..<strip.width, into: planes)
  }

  /// The same for some columns, the first of them even.
  static func convert(
    _ strip: Strip, columns: Range<Int>, into planes: YUVPlanes, isFast: Bool = Kernels.areFast
  ) {
    guard let base = strip.pixels.baseAddress, !columns.isEmpty else { return }
    let pixels = base + columns.lowerBound * 4
    let stride = strip.width * 4
    for row in 0..<strip.rowCount {
      let out = planes.y + (strip.firstRow + row) * planes.yStride + columns.lowerBound
      if isFast {
        raster_luma_avx2(pixels + row * stride, columns.count, out)
      } else {
        luma(pixels + row * stride, columns.count, out)
      }
    }
    for row in 0..<strip.rowCount / 2 {
      let above = pixels + 2 * row * stride
      let place = strip.firstRow / 2 + row
      let u = planes.u + place * planes.uStride + columns.lowerBound / 2
      let v = planes.v + place * planes.vStride + columns.lowerBound / 2
      if isFast {
        raster_chroma_avx2(above, above + stride, columns.count / 2, u, v)
      } else {
        chroma(above, above + stride, columns.count / 2, u, v)
      }
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
