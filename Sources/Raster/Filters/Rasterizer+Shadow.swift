import CRasterKernels

extension Rasterizer {
  /// Draws the rows of a strip of a blurred alpha in its color.
  func draw(_ shadow: ShadowOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = shadow.alpha.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    for y in part.y0..<part.y1 {
      let values = shadow.alpha.row(y)
      let row = layer.row(y)
      let whole = shadow.alpha.bounds.x0..<shadow.alpha.bounds.x1
      let visible = part.x0..<part.x1
      let hidden =
        shadow.isCovered ? shadow.alpha.opaquePixels(ofRow: y).clamped(to: whole) : whole.lowerBound..<whole.lowerBound
      if hidden.isEmpty {
        draw(values, whole, visible, shadow.color, onto: row)
      } else {
        draw(values, whole.lowerBound..<hidden.lowerBound, visible, shadow.color, onto: row)
        draw(values, hidden.upperBound..<whole.upperBound, visible, shadow.color, onto: row)
      }
    }
  }

  private func draw(
    _ values: BlurredRow, _ columns: Range<Int>, _ visible: Range<Int>, _ color: Pixel, onto row: PixelRow
  ) {
    let full = SIMD4<Float>(color) / Float(Pixel.full)
    values.forEachRun(columns, visible: visible, scratch: parts) { run, value, isFlatAround in
      let color = pixel(rounding: full * min(value, Float(Pixel.full)))
      if color == .zero { return }
      blend(color, run, onto: row)
      if !isFlatAround { row.markDither(run) }
    } varying: { run, parts in
      tint(full, parts, run, onto: row)
      values.markDither(run, row)
    }
  }
}

extension PixelRow {
  /// Marks columns as varied.
  fileprivate func markDither(_ columns: Range<Int>) {
    (ditherMask + columns.lowerBound).update(repeating: 1, count: columns.count)
    needsDither.pointee = 1
  }
}

extension BlurredRow {
  /// Marks the columns of a run that is not of one value: where samples are pixels those that differ from a neighbor,
  /// else all.
  fileprivate func markDither(_ columns: Range<Int>, _ row: PixelRow) {
    guard axis.filter.step == 1 else {
      row.markDither(columns)
      return
    }
    row.needsDither.pointee = 1
    // Of samples that are pixels, the first line is the row itself, and the last one too.
    let start = columns.lowerBound + origin - first
    let (own, above, below) = (samples + start, lines.1 + start, lines.2 + start)
    let ditherMask = row.ditherMask + columns.lowerBound
    for i in 0..<columns.count {
      let value = own[i]
      let beside: UInt8 = (own[i - 1] != value ? 1 : 0) | (own[i + 1] != value ? 1 : 0)
      ditherMask[i] |= beside | (above[i] != value ? 1 : 0) | (below[i] != value ? 1 : 0)
    }
  }
}

/// Source-over of one color on `columns` of a row.
private func blend(_ color: Pixel, _ columns: Range<Int>, onto row: PixelRow) {
  let span = Span(
    x: Int32(truncatingIfNeeded: columns.lowerBound), count: Int32(truncatingIfNeeded: columns.count),
    coverage: Int32(fullCoverage))
  withUnsafePointer(to: span) { span in
    withUnsafePointer(to: Int32(0)) { none in
      composite(color, UnsafeBufferPointer(start: span, count: 1), none, onto: row)
    }
  }
}

/// Source-over of a color times a part, at most that of 1, for each of `columns`.
func tint(
  _ color: SIMD4<Float>, _ parts: UnsafePointer<Float>, _ columns: Range<Int>, onto row: PixelRow
) {
  color.withScalars { raster_tint($0, parts, columns.count, row.components(columns.lowerBound)) }
}
