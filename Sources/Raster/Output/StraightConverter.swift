import Formats

/// Packed sRGB samples of 8 bits, with straight alpha or opaque.
///
/// Colors are divided by their alpha at the 16 bits in which they are drawn, and only then rounded, with dither where
/// they are flagged. Of translucent pixels only alpha is dithered, and only where colors are values of 8 bits, so that over
/// any background they are within 1/255 of what was drawn. Where alpha rounds to 0 all samples are 0. Formats without alpha take opaque frames.
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
          let pixel = pointwiseMin(row.pixels[x], Pixel(repeating: UInt16(Pixel.full)))
          let straight = hasAlpha ? Self.straight(pixel) : pixel
          var bias = Pixel(repeating: 128)
          if needsDither, row.ditherMask[x] != 0 {
            let threshold = Self.ditherThreshold(x: x, y: y)
            if !hasAlpha || pixel.w == Pixel.full {
              bias = Pixel(repeating: threshold)
            } else if Self.isWhole(straight) {
              // Elsewhere the rounding of colors and the dither of alpha would add up to more than 1/255.
              bias.w = threshold
            }
          }
          let rounded = (straight &+ bias) &>> 8
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
  static func ditherThreshold(x: Int, y: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: ((x &* 49_471 &+ y &* 37_345) & 0xFFFF) >> 8)
  }

  /// True if the colors of a translucent pixel are values of 8 bits, to within what drawing rounded before they were
  /// divided by alpha.
  private static func isWhole(_ pixel: Pixel) -> Bool {
    let tolerance = UInt16(clamping: 8 + Pixel.full / max(1, UInt32(pixel.w)))
    // Twice the tolerance and more covers all fractions.
    if tolerance >= 128 { return true }
    let fraction = (pixel &+ tolerance) & 255
    return fraction.x <= 2 * tolerance && fraction.y <= 2 * tolerance && fraction.z <= 2 * tolerance
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
  static func straight(_ pixel: Pixel) -> Pixel {
    let alpha = UInt32(pixel.w)
    if alpha == Pixel.full || alpha == 0 { return pixel }
    let colors = (widened(pixel) &* Pixel.full &+ alpha / 2) / WidePixel(repeating: alpha)
    var result = narrowed(pointwiseMin(colors, WidePixel(repeating: Pixel.full)))
    result.w = pixel.w
    return result
  }
}
