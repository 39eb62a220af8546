import CRasterKernels
import Graphics

extension Rasterizer {
  /// Draws a strip's rows of all operations onto `layer`, as far as it reaches.
  func execute(_ operations: ArraySlice<Operation>, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    execute(operations, at: operations.indices, strip: strip, of: surface, onto: layer)
  }

  /// Draws a strip's rows of the operations at some places.
  func execute(
    _ operations: ArraySlice<Operation>, at places: some Sequence<Int>, strip: Int, of surface: Surface,
    onto layer: PixelLayer
  ) {
    let rows = surface.rows(ofStrip: strip)
    for i in places {
      let bounds = operations[i].bounds
      guard bounds.y0 < rows.upperBound, bounds.y1 > rows.lowerBound, bounds.x0 < layer.visible.x1,
        bounds.x1 > layer.visible.x0
      else { continue }
      switch operations[i].kind {
      case .fill(let edges, let source): fill(edges, source, strip: strip, of: surface, onto: layer)
      case .pathGradient(let stroke): draw(stroke, strip: strip, of: surface, onto: layer)
      case .group(let group): draw(group, strip: strip, of: surface, onto: layer)
      case .blur(let blur): draw(blur, strip: strip, of: surface, onto: layer)
      case .backdrop(let backdrop): draw(backdrop, strip: strip, of: surface, onto: layer)
      case .adjustment(let adjustment): draw(adjustment, strip: strip, of: surface, onto: layer)
      case .exposure(let exposure): draw(exposure, strip: strip, of: surface, onto: layer)
      case .solids(let solids): draw(solids, strip: strip, of: surface, onto: layer)
      case .graph(let graph): draw(graph, strip: strip, of: surface, onto: layer)
      case .part(let operations):
        layer.withVisible(bounds) { execute(operations[...], strip: strip, of: surface, onto: layer) }
      }
    }
  }

  private func fill(_ edges: EdgeSet, _ source: PaintSource, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    switch source {
    case .solid(let color): fill(edges, color, strip: strip, of: surface, onto: layer)
    case .gradient(let gradient): fill(edges, gradient, strip: strip, of: surface, onto: layer)
    case .image(let image):
      let columns = max(edges.bounds.x0, layer.visible.x0)..<min(edges.bounds.x1, layer.visible.x1)
      image.prepare(columns.lowerBound + surface.region.x0..<columns.upperBound + surface.region.x0)
      fill(edges, strip: strip, of: surface, onto: layer) { columns, y, colors, ditherMask in
        image.shade(columns: columns, y: y, into: colors, ditherMask, imageScratch)
      }
    }
  }

  private func fill(
    _ edges: EdgeSet, _ gradient: GradientPaint, strip: Int, of surface: Surface, onto layer: PixelLayer
  ) {
    guard gradient.isSameInEveryRow else {
      fill(edges, strip: strip, of: surface, onto: layer) { columns, y, colors, ditherMask in
        gradient.shade(columns: columns, y: y, into: colors, ditherMask, places: places)
      }
      return
    }
    colors.reserve(surface.region.width)
    ditherMask.reserve(surface.region.width)
    let columns = max(edges.bounds.x0, layer.visible.x0)..<min(edges.bounds.x1, layer.visible.x1)
    let first = columns.lowerBound
    gradient.shade(
      columns: first + surface.region.x0..<columns.upperBound + surface.region.x0, y: 0, into: colors.base + first,
      ditherMask.base + first, places: places)
    fill(edges, strip: strip, of: surface, onto: layer) { _, _, _, _ in }
  }

  /// Fills an outline with colors that `shade` makes: for columns of a row of the canvas, into the memory that it is given.
  @inline(__always)
  private func fill(
    _ edges: EdgeSet, strip: Int, of surface: Surface, onto layer: PixelLayer,
    shade: (_ columns: Range<Int>, _ y: Int, UnsafeMutablePointer<Pixel>, UnsafeMutablePointer<UInt8>) -> Void
  ) {
    colors.reserve(surface.region.width)
    ditherMask.reserve(surface.region.width)
    let (colors, ditherMask) = (colors.base, ditherMask.base)
    let (originX, originY) = (surface.region.x0, surface.region.y0)
    forEachRow(of: edges, strip: strip, surface: surface, inside: layer.visible) { y, spans, coverages in
      let row = layer.row(y)
      for span in spans {
        let x = Int(span.x)
        shade(x + originX..<x + originX + Int(span.count), y + originY, colors + x, ditherMask + x)
        composite(colors, ditherMask: ditherMask, span, coverages, onto: row)
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

  /// Calls `body` with the spans of an outline, row by row, inside `visible`; the coverages are those of spans in which
  /// they vary.
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

  /// Accumulates the coverage of an outline in `cells`, and returns its rows; nil if there are none. The caller clears the
  /// cells again.
  func cover(_ set: EdgeSet, strip: Int, surface: Surface, inside visible: PixelRect) -> Range<Int>? {
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
    let (source, factors) = stripLayers.take()
    defer { stripLayers.giveBack() }
    factors.reserve(part.width * part.height)
    if let clip = group.clip {
      apply(clip, opacity: group.opacity, in: part, to: factors.base, strip: strip, of: surface)
    } else {
      factors.base.update(repeating: group.opacity, count: part.width * part.height)
    }
    let mask = group.mask.map { mask in (layer: stripLayers.take().layer, mask: mask) }
    defer { if mask != nil { stripLayers.giveBack() } }
    if let (layer, mask) = mask { apply(mask, in: part, to: factors.base, strip: strip, of: surface, with: layer) }
    // Pixels that clip and mask hide are not drawn.
    let shown = group.clip == nil && mask == nil ? part : nonzero(factors.base, part)
    if shown.isEmpty { return }
    source.reset(shown)
    execute(group.source, group.occluders, strip: strip, of: surface, onto: source)
    if let filter = group.filter { apply(filter, shown, source, of: surface) }
    for y in shown.y0..<shown.y1 {
      let (row, from) = (factors.base + (y - part.y0) * part.width - part.x0, source.row(y))
      if let mask = mask?.layer.row(y), mask.needsDither.pointee != 0,
        raster_carry_flags(
          mask.ditherMask + shown.x0, row + shown.x0, shown.width, from.ditherMask + shown.x0)
      {
        from.needsDither.pointee = 1
      }
      blend(group.blend, from, row, columns: shown.x0..<shown.x1, onto: layer.row(y))
    }
  }

  /// The least rectangle around all factors of a part that are not 0.
  private func nonzero(_ factors: UnsafePointer<UInt32>, _ part: PixelRect) -> PixelRect {
    var result = PixelRect(x0: part.x1, y0: part.y1, x1: part.x0, y1: part.y0)
    for y in part.y0..<part.y1 {
      let row = factors + (y - part.y0) * part.width - part.x0
      guard let first = (part.x0..<part.x1).first(where: { row[$0] != 0 }) else { continue }
      result.x0 = min(result.x0, first)
      result.y0 = min(result.y0, y)
      result.y1 = y + 1
      var end = part.x1
      while end > result.x1, row[end - 1] == 0 { end -= 1 }
      result.x1 = max(result.x1, end)
    }
    return result.isEmpty ? .empty : result
  }

  /// Sets factors to an opacity times what an outline covers.
  func apply(
    _ clip: EdgeSet, opacity: UInt32, in part: PixelRect, to factors: UnsafeMutablePointer<UInt32>, strip: Int,
    of surface: Surface
  ) {
    factors.update(repeating: 0, count: part.width * part.height)
    forEachRow(of: clip, strip: strip, surface: surface, inside: part) { y, spans, coverages in
      let row = factors + (y - part.y0) * part.width - part.x0
      for span in spans {
        let (x, count) = (Int(span.x), Int(span.count))
        func factor(_ coverage: Int32) -> UInt32 { UInt32((UInt64(opacity) * UInt64(coverage) + 32_768) >> 16) }
        if span.coverage != 0 {
          (row + x).update(repeating: factor(span.coverage), count: count)
        } else if opacity == 65_536 {
          for x in x..<x + count { row[x] = UInt32(bitPattern: coverages[x]) }
        } else {
          for x in x..<x + count { row[x] = factor(coverages[x]) }
        }
      }
    }
  }

  /// Multiplies factors by a mask, which is drawn on a layer.
  private func apply(
    _ mask: GroupOperation.MaskSource, in part: PixelRect, to factors: UnsafeMutablePointer<UInt32>, strip: Int,
    of surface: Surface, with layer: PixelLayer
  ) {
    layer.reset(part)
    execute(mask.operations[...], strip: strip, of: surface, onto: layer)
    for y in part.y0..<part.y1 {
      raster_mask(
        layer.row(y).components(part.x0), mask.channel == .luminance, mask.isInverted, part.width,
        factors + (y - part.y0) * part.width)
    }
  }
}
