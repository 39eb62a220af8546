/// Colors above alpha in one opaque picture of twice the height, for codecs without alpha.
///
/// The upper half has the colors divided by their alpha, black where that is 0; the lower half has alpha as a gray.
enum StackedAlpha {
  /// A strip of colors and the strip of alpha that lies `height` rows below.
  static func split(_ strip: DrawnStrip, height: Int) -> [DrawnStrip] {
    let columns = strip.columns
    return [0, height].map { offset in
      let rows = strip.rows.lowerBound + offset..<strip.rows.upperBound + offset
      let layer = PixelLayer()
      layer.move(
        to: PixelRect(x0: columns.lowerBound, y0: rows.lowerBound, x1: columns.upperBound, y1: rows.upperBound))
      for row in rows {
        let (source, target) = (strip.layer.row(row - offset), layer.row(row))
        target.needsDither.pointee = source.needsDither.pointee
        (target.ditherMask + columns.lowerBound).update(
          from: source.ditherMask + columns.lowerBound, count: columns.count)
        for column in columns {
          let pixel = pointwiseMin(source.pixels[column], Pixel(repeating: UInt16(Pixel.full)))
          var stacked = offset == 0 ? StraightConverter.straight(pixel) : Pixel(repeating: pixel.w)
          if pixel.w == 0 { stacked = .zero }
          stacked.w = UInt16(Pixel.full)
          target.pixels[column] = stacked
        }
      }
      return DrawnStrip(layer: layer, rows: rows, width: strip.width, columns: columns)
    }
  }
}
