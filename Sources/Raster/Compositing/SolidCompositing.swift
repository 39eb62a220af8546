import CRasterKernels

/// Source-over of one color on a row.
func composite(
  _ color: Pixel, _ spans: UnsafeBufferPointer<Span>, _ coverage: UnsafePointer<Int32>, onto row: PixelRow,
  isFast: Bool = Kernels.areFast
) {
  let source = widened(color)
  if source.w == 0 && source == .zero { return }
  let isOpaque = source.w == unit
  for span in spans {
    let start = Int(span.x)
    let end = start + Int(span.count)
    if span.coverage == 0 && isFast {
      withUnsafeBytes(of: color) { color in
        raster_composite_avx2(
          color.baseAddress?.assumingMemoryBound(to: UInt16.self), coverage + start, end - start, row.components(start))
      }
    } else if span.coverage == 0 {
      for x in start..<end {
        row.pixels[x] = over(scaled(source, UInt32(truncatingIfNeeded: coverage[x])), row.pixels[x])
      }
    } else if isOpaque && span.coverage == fullCoverage {
      (row.pixels + start).update(repeating: color, count: end - start)
      if row.hasVaried.pointee != 0 { (row.varied + start).update(repeating: 0, count: end - start) }
    } else {
      let covered = scaled(source, UInt32(truncatingIfNeeded: span.coverage))
      blend(narrowed(covered), start..<end, from: row, onto: row, isFast: isFast)
    }
  }
}

/// Source-over of one color on `columns` of a row, which may be that it goes to.
func blend(
  _ color: Pixel, _ columns: Range<Int>, from: PixelRow, onto row: PixelRow, isFast: Bool = Kernels.areFast
) {
  if isFast {
    withUnsafeBytes(of: color) { color in
      raster_blend_avx2(
        color.baseAddress?.assumingMemoryBound(to: UInt16.self), from.components(columns.lowerBound),
        row.components(columns.lowerBound), columns.count)
    }
    return
  }
  let source = widened(color)
  let rest = remainder(source.w)
  for x in columns { row.pixels[x] = narrowed(source &+ scaled(widened(from.pixels[x]), rest)) }
}

/// Source-over of one color on a row, straight from the row's changes, which it clears; with the loops for AVX2, or those
/// for AVX-512.
///
/// No change before `start` or after `end` + 1 may be touched.
func composite(
  _ color: Pixel, _ coverage: CoverageRow, from start: Int, to end: Int, visible: Range<Int>, onto row: PixelRow,
  isWide: Bool = Kernels.areWide
) {
  let hidesVaried = UInt32(color.w) == unit && row.hasVaried.pointee != 0
  let cover = isWide ? raster_cover_avx512 : raster_cover_avx2
  withUnsafeBytes(of: color) { color in
    cover(
      coverage.changes, coverage.touched, start >> 3, (end + 1) >> 3, max(start, visible.lowerBound),
      min(end, visible.upperBound), end, color.baseAddress?.assumingMemoryBound(to: UInt16.self), row.components(0),
      hidesVaried ? row.varied : nil)
  }
}

/// Source-over of a row of colors, `varied` where they vary; both indexed like the row.
func composite(
  _ colors: UnsafePointer<Pixel>, varied: UnsafePointer<UInt8>, _ span: Span, _ coverage: UnsafePointer<Int32>,
  onto row: PixelRow, isFast: Bool = Kernels.areFast
) {
  if isFast {
    let x = Int(span.x)
    let components = UnsafeRawPointer(colors + x).assumingMemoryBound(to: UInt16.self)
    let isVaried = raster_over_colors_avx2(
      components, varied + x, coverage + x, span.coverage, Int(span.count), row.components(x), row.varied + x)
    if isVaried { row.hasVaried.pointee = 1 }
    return
  }
  var any: UInt8 = 0
  for x in Int(span.x)..<Int(span.x + span.count) {
    let part = UInt32(truncatingIfNeeded: span.coverage == 0 ? coverage[x] : span.coverage)
    let source = scaled(widened(colors[x]), part)
    if source.w == unit {
      row.pixels[x] = narrowed(source)
      row.varied[x] = varied[x]
    } else {
      row.pixels[x] = over(source, row.pixels[x])
      row.varied[x] |= source.w == 0 ? 0 : varied[x]
    }
    any |= varied[x]
  }
  row.hasVaried.pointee |= any
}
