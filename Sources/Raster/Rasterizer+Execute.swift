import Graphics

extension Rasterizer {
  /// Draws a strip's rows of all operations onto `layer`, as far as it reaches.
  func execute(_ operations: ArraySlice<Operation>, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    for i in operations.indices {
      let bounds = operations[i].bounds
      guard bounds.y0 < rows.upperBound, bounds.y1 > rows.lowerBound, bounds.x0 < layer.visible.x1,
        bounds.x1 > layer.visible.x0
      else { continue }
      switch operations[i].kind {
      case .fill(let edges, let source): fill(edges, source, strip: strip, of: surface, onto: layer)
      case .ribbon(let ribbon): draw(ribbon, strip: strip, of: surface, onto: layer)
      case .group(let group): draw(group, strip: strip, of: surface, onto: layer)
      case .shadow(let shadow): draw(shadow, strip: strip, of: surface, onto: layer)
      }
    }
  }

  private func fill(_ edges: EdgeSet, _ source: PaintSource, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let originX = surface.region.x0
    let originY = surface.region.y0
    if case .solid(let color) = source {
      fill(edges, color, strip: strip, of: surface, onto: layer)
      return
    }
    colors.reserve(surface.region.width)
    ditherMask.reserve(surface.region.width)
    let colors = self.colors.base
    let ditherMask = self.ditherMask.base
    /// Draws rows, of which `shade` makes the colors of some columns: those of the canvas, of its row, from a place on.
    @inline(__always)
    func drawRows(_ shade: (_ columns: Range<Int>, _ y: Int, _ place: Int) -> Void) {
      forEachRow(of: edges, strip: strip, surface: surface, inside: layer.visible) { y, spans, coverages in
        let row = layer.row(y)
        for span in spans {
          let x = Int(span.x)
          shade(x + originX..<x + originX + Int(span.count), y + originY, x)
          composite(colors, ditherMask: ditherMask, span, coverages, onto: row)
        }
      }
    }
    switch source {
    case .solid: break
    case .gradient(let gradient) where gradient.isSameInEveryRow:
      let all = max(edges.bounds.x0, layer.visible.x0)..<min(edges.bounds.x1, layer.visible.x1)
      gradient.shade(
        columns: all.lowerBound + originX..<all.upperBound + originX, y: 0, into: colors + all.lowerBound,
        ditherMask + all.lowerBound, places: places)
      drawRows { _, _, _ in }
    case .gradient(let gradient):
      drawRows { columns, y, x in
        gradient.shade(columns: columns, y: y, into: colors + x, ditherMask + x, places: places)
      }
    case .image(let image):
      drawRows { columns, y, x in
        image.shade(
          columns: columns, y: y, into: colors + x, ditherMask + x, places: places, footprints: footprints)
      }
    }
  }

  private func fill(_ edges: EdgeSet, _ color: Pixel, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let visible = layer.visible
    guard let rows = cover(edges, strip: strip, surface: surface, inside: visible) else { return }
    for y in rows {
      composite(
        color, cells.row(y - rows.lowerBound), from: edges.bounds.x0, to: edges.bounds.x1,
        visible: visible.x0..<visible.x1, onto: layer.row(y))
    }
  }

  /// The spans of an outline, row by row, inside `visible`; the coverages belong to spans of varying coverage.
  @inline(__always)
  func forEachRow(
    of set: EdgeSet, strip: Int, surface: Surface, inside visible: PixelRect,
    _ body: (Int, UnsafeBufferPointer<Span>, UnsafePointer<Int32>) -> Void
  ) {
    guard let rows = cover(set, strip: strip, surface: surface, inside: visible) else { return }
    for y in rows {
      spans.gather(
        cells.row(y - rows.lowerBound), from: set.bounds.x0, to: set.bounds.x1, visible: visible.x0..<visible.x1)
      if spans.count > 0 { body(y, spans.all, spans.coverage) }
    }
  }

  /// Gathers the coverage of an outline in `cells`, whose first row is that of the range of rows it returns; nil where
  /// there is none. All of it must be taken out again.
  private func cover(_ set: EdgeSet, strip: Int, surface: Surface, inside visible: PixelRect) -> Range<Int>? {
    let stripRows = surface.rows(ofStrip: strip)
    let first = max(stripRows.lowerBound, set.bounds.y0, visible.y0)
    let end = min(stripRows.upperBound, set.bounds.y1, visible.y1)
    let index = strip - set.firstStrip
    guard first < end, index >= 0, index < set.stripCount else { return nil }
    let rows = first..<end
    let width = surface.region.width
    cells.prepare(width: width, rows: rows.count)
    let from = Int(store.borders.base[set.firstBorder + index])
    let to = Int(store.borders.base[set.firstBorder + index + 1])
    let edges = UnsafeBufferPointer(start: store.edges.base + from, count: to - from)
    switch set.mode {
    case .simple:
      var sink = SimpleCoverage(rows: cells.rows, firstRow: first)
      sink.cover(edges, rows: rows, width: width)
    case .exact(let evenOdd):
      exact.cover(
        edges, rows: rows, width: width, height: surface.region.height, evenOdd: evenOdd, cells: cells,
        cellsFirstRow: first)
    }
    return rows
  }

  private func draw(_ group: GroupOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = group.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    guard !part.isEmpty else { return }
    let (scratch, factors) = stripLayers.take()
    defer { stripLayers.giveBack() }
    let source: PixelLayer
    switch group.source {
    case .layer(let drawn): source = drawn
    case .operations(let operations):
      scratch.reset(part)
      execute(operations[...], strip: strip, of: surface, onto: scratch)
      source = scratch
    }
    factors.reserve(part.width * part.height)
    factors.base.update(repeating: group.opacity, count: part.width * part.height)
    if let clip = group.clip { apply(clip, opacity: group.opacity, part, factors.base, strip, surface) }
    if let mask = group.mask { apply(mask, part, factors.base, strip, surface, source) }
    for y in part.y0..<part.y1 {
      blend(
        group.blend, source.row(y), factors.base + (y - part.y0) * part.width - part.x0, columns: part.x0..<part.x1,
        onto: layer.row(y))
    }
  }

  private func apply(
    _ clip: EdgeSet, opacity: UInt32, _ part: PixelRect, _ factors: UnsafeMutablePointer<UInt32>, _ strip: Int,
    _ surface: Surface
  ) {
    factors.update(repeating: 0, count: part.width * part.height)
    forEachRow(of: clip, strip: strip, surface: surface, inside: part) { y, spans, coverages in
      let row = factors + (y - part.y0) * part.width - part.x0
      for span in spans {
        for x in Int(span.x)..<Int(span.x + span.count) {
          let coverage = UInt64(span.coverage == 0 ? coverages[x] : span.coverage)
          row[x] = UInt32((UInt64(opacity) * coverage + 32_768) >> 16)
        }
      }
    }
  }

  private func apply(
    _ mask: GroupOperation.MaskSource, _ part: PixelRect, _ factors: UnsafeMutablePointer<UInt32>, _ strip: Int,
    _ surface: Surface, _ source: PixelLayer
  ) {
    let (layer, _) = stripLayers.take()
    defer { stripLayers.giveBack() }
    layer.reset(part)
    execute(mask.operations[...], strip: strip, of: surface, onto: layer)
    for y in part.y0..<part.y1 {
      let row = factors + (y - part.y0) * part.width - part.x0
      let from = layer.row(y)
      let onto = source.row(y)
      for x in part.x0..<part.x1 {
        let p = widened(from.pixels[x])
        // Luminance by the weights of BT.709, of the premultiplied color.
        let value =
          mask.channel == .alpha
          ? p.w : (p.x &* 13_933 &+ p.y &* 46_871 &+ p.z &* 4_732 &+ 32_768) &>> 16
        row[x] = UInt32((UInt64(row[x]) * UInt64(factor(value)) + 32_768) >> 16)
        if from.ditherMask[x] != 0 && row[x] != 0 {
          onto.ditherMask[x] = 1
          onto.needsDither.pointee = 1
        }
      }
    }
  }
}
