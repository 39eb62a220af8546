import CRasterKernels

/// Source-over of one color on `columns` of a row, which may be that it goes to.
func blend(_ color: Pixel, _ columns: Range<Int>, from: PixelRow, onto row: PixelRow) {
  let x = columns.lowerBound
  color.withScalars { raster_blend($0, from.components(x), row.components(x), columns.count) }
}

/// Source-over of one color on a row, straight from the row's changes, which it clears.
///
/// No change before `start` or after `end` + 1 may be touched, and all coverage is between these.
func composite(
  _ color: Pixel, _ coverage: CoverageRow, from start: Int, to end: Int, visible: Range<Int>, onto row: PixelRow
) {
  let hidesDithered = UInt32(color.w) == Pixel.full && row.needsDither.pointee != 0
  color.withScalars { color in
    raster_cover(
      coverage.changes, coverage.touched, start >> 3, (end + 1) >> 3, visible.lowerBound, visible.upperBound, end,
      color,
      row.components(0), hidesDithered ? row.ditherMask : nil)
  }
}

/// Source-over of a row of colors, which are dithered where `ditherMask` is set; both indexed like the row.
func composite(
  _ colors: UnsafePointer<Pixel>, ditherMask: UnsafePointer<UInt8>, _ span: Span, _ coverage: UnsafePointer<Int32>,
  onto row: PixelRow
) {
  let x = Int(span.x)
  let needsDither = raster_over_colors(
    (colors + x).components, ditherMask + x, coverage + x, span.coverage, Int(span.count), row.components(x),
    row.ditherMask + x)
  if needsDither { row.needsDither.pointee = 1 }
}
