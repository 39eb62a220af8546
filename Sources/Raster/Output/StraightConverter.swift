import Formats

/// Packed sRGB samples of 8 bits, with straight alpha or opaque.
///
/// Colors are divided by their alpha at the 16 bits in which they are drawn, and only then rounded, with dither where
/// they are flagged. Where alpha rounds to 0 all samples are 0. Formats without alpha take opaque frames.
struct StraightConverter: StripConverter {
  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let rowBytes = planes.rowBytes(ofPlane: 0)
    let components = planes.format.planes[0].components
    let order = components.map(Self.channel)
    let hasAlpha = planes.format.alpha == .straight
    planes.withUnsafeMutableBytes { base in
      for y in strip.rows {
        let row = strip.layer.row(y)
        let needsDither = row.needsDither.pointee != 0
        var out = base + y * rowBytes + strip.columns.lowerBound * order.count
        for x in strip.columns {
          let bias = needsDither && row.ditherMask[x] != 0 ? Self.ditherThreshold(x: x, y: y) : 128
          let pixel = pointwiseMin(row.pixels[x], Pixel(repeating: UInt16(Pixel.full)))
          let rounded = ((hasAlpha ? Self.straight(pixel) : pixel) &+ bias) &>> 8
          for channel in order {
            out.pointee = channel < 0 || (hasAlpha && rounded.w == 0) ? 0 : UInt8(truncatingIfNeeded: rounded[channel])
            out += 1
          }
        }
      }
    }
  }

  /// The threshold, 0 to 255, at which a pixel's fraction rounds up, as `raster_dither` has it: a low-discrepancy
  /// sequence of its position, of the inverse powers of the plastic number in 1/65536.
  private static func ditherThreshold(x: Int, y: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: ((x &* 49_471 &+ y &* 37_345) & 0xFFFF) >> 8)
  }

  /// The component of a drawn pixel; below 0 for none.
  private static func channel(_ component: PixelFormat.Component) -> Int {
    switch component {
    case .red: 0
    case .green: 1
    case .blue: 2
    case .alpha: 3
    default: -1
    }
  }

  /// The colors of a premultiplied pixel divided by its alpha, to nearest.
  private static func straight(_ pixel: Pixel) -> Pixel {
    let alpha = UInt32(pixel.w)
    if alpha == Pixel.full || alpha == 0 { return pixel }
    let colors = (widened(pixel) &* Pixel.full &+ alpha / 2) / WidePixel(repeating: alpha)
    var result = narrowed(pointwiseMin(colors, WidePixel(repeating: Pixel.full)))
    result.w = pixel.w
    return result
  }
}
