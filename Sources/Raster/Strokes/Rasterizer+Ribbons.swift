import Geometry
import Graphics

extension Rasterizer {
  /// A stroke with colors along it; nil where nothing is covered.
  func ribbon(
    _ path: Path, style: StrokeStyle, stops: [GradientStop], from start: Double, to end: Double, opacity: Double,
    transform: Transform, surface: Surface
  ) -> Ribbon? {
    guard start.isFinite, end.isFinite, start != end, let ramp = GradientRamp(stops, opacity: opacity) else {
      return nil
    }
    if let single = ramp.single, single == .zero { return nil }
    var projection: Projection?
    let lines: StrokeLines
    let stroker: Stroker
    var toPieces = Transform.identity
    if style.order == .transformThenOutline {
      guard let screen = screenLines(path, style, transform, surface) else { return nil }
      (lines, stroker) = screen
    } else {
      guard let scene = Projection(transform, region: surface.region.rect), let inverse = transform.inverse,
        let tolerance = scene.tolerance(in: path.controlBounds?.inset(by: -style.width / 2 * reachFactor(style))),
        let prepared = sceneLines(path, style, tolerance)
      else { return nil }
      (lines, stroker) = prepared
      projection = scene
      toPieces = inverse
    }
    var shown = lines.trimmed(to: min(start, end)...max(start, end))
    if shown.segments.count > Self.mostRibbonLines {
      shown = shown.thinned(shown.segments.count / Self.mostRibbonLines + 1)
    }
    let mark = store.mark
    var found = pieces(of: shown, stroker, projection, surface, most: Self.mostRibbonPixels)
    var step = 1
    while found == nil {
      step *= 2
      store.release(to: mark)
      // A few lines are drawn however large they are.
      found = pieces(
        of: shown.thinned(step), stroker, projection, surface,
        most: step < shown.segments.count ? Self.mostRibbonPixels : .max)
    }
    guard let pieces = found, !pieces.isEmpty else { return nil }
    return Ribbon(
      pieces: pieces, bounds: pieces.reduce(.empty) { $0.union($1.edges.bounds) }, ramp: ramp, start: start,
      span: end - start, toPieces: toPieces)
  }

  /// The pieces of all together cover at most so many pixels, each counted as often as it is covered.
  static let mostRibbonPixels = 1 << 26
  /// Each line takes about a kilobyte.
  private static let mostRibbonLines = 1 << 18

  /// The pieces of lines; nil where they cover more than `most` pixels.
  private func pieces(
    of lines: StrokeLines, _ stroker: Stroker, _ projection: Projection?, _ surface: Surface, most: Int
  ) -> [Ribbon.Piece]? {
    var builder = RibbonBuilder(stroker)
    builder.add(lines)
    var pieces: [Ribbon.Piece] = []
    var covered = 0.0
    for shape in builder.shapes {
      let outline = Polylines(points: shape.points, ends: [shape.points.count])
      guard let edges = edges(of: outline, isSimple: true, evenOdd: false, projection, surface) else { continue }
      let (width, height) = (Double(edges.bounds.width), Double(edges.bounds.height))
      let area =
        projection == nil
        ? Self.area(outline.points)
        : Self.area(
          UnsafeBufferPointer(start: projected.base, count: projected.count))
      covered += min(area + width + height, width * height)
      if covered > Double(most) { return nil }
      pieces.append(piece(shape, edges))
    }
    return pieces
  }

  private static func area(_ corners: some BidirectionalCollection<Point>) -> Double {
    guard var a = corners.last else { return 0 }
    var sum = 0.0
    for b in corners {
      sum += a.cross(b)
      a = b
    }
    return abs(sum) / 2
  }

  private func piece(_ shape: RibbonBuilder.Shape, _ edges: EdgeSet) -> Ribbon.Piece {
    guard let segment = shape.segment else {
      return Ribbon.Piece(
        edges: edges, order: shape.order, start: .zero, along: .zero, s0: shape.arcLength, s1: shape.arcLength, w0: 1,
        w1: 1)
    }
    let d = segment.p1 - segment.p0
    return Ribbon.Piece(
      edges: edges, order: shape.order, start: segment.p0, along: d / d.lengthSquared, s0: segment.s0,
      s1: segment.s1, w0: segment.w0, w1: segment.w1)
  }

  /// Draws the rows of a strip.
  func draw(_ ribbon: Ribbon, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = ribbon.bounds.intersection(
      PixelRect(x0: layer.visible.x0, y0: rows.lowerBound, x1: layer.visible.x1, y1: rows.upperBound)
        .intersection(layer.visible))
    guard !part.isEmpty else { return }
    ribbonCells.reserve(part.width * part.height)
    let gathered = ribbonCells.base
    gathered.update(repeating: .empty, count: part.width * part.height)
    for piece in ribbon.pieces where piece.edges.bounds.y0 < part.y1 && piece.edges.bounds.y1 > part.y0 {
      forEachRow(of: piece.edges, strip: strip, surface: surface, inside: part) { y, spans, coverages in
        let row = gathered + (y - part.y0) * part.width - part.x0
        for span in spans {
          for x in Int(span.x)..<Int(span.x + span.count) {
            let center = Point(Double(x + surface.region.x0) + 0.5, Double(y + surface.region.y0) + 0.5)
            let length = piece.arcLength(at: ribbon.toPieces.apply(center))
            let color = ribbon.ramp.color(at: (length - ribbon.start) / ribbon.span).0
            row[x].add(color, UInt32(span.coverage == 0 ? coverages[x] : span.coverage), order: piece.order)
          }
        }
      }
    }
    let isVaried: UInt8 = ribbon.ramp.single == nil ? 1 : 0
    for y in part.y0..<part.y1 {
      let cells = gathered + (y - part.y0) * part.width - part.x0
      let row = layer.row(y)
      for x in part.x0..<part.x1 {
        let color = cells[x].result
        if color.w == 0 { continue }
        row.pixels[x] = over(widened(color), row.pixels[x])
        row.ditherMask[x] |= isVaried
      }
      row.needsDither.pointee |= isVaried
    }
  }
}

extension StrokeLines {
  /// A line in place of each `step` of long subpaths, and every `step`-th of the short ones, with 15 lines at most.
  func thinned(_ step: Int) -> StrokeLines {
    var result = StrokeLines()
    for (i, subpath) in subpaths.enumerated() {
      let range = subpath.range
      let isLong = range.count >= 4 * step
      guard isLong || i % step == 0 else { continue }
      let window = isLong ? step : max(range.count / 8, 1)
      var from = range.lowerBound
      for place in stride(from: from, to: range.upperBound, by: window).dropFirst() {
        let next = place + Polylines.choice(place, window)
        guard next < range.upperBound else { break }
        result.segments.append(segment(from..<next))
        from = next
      }
      result.segments.append(segment(from..<range.upperBound))
      result.endSubpath(isClosed: subpath.isClosed)
    }
    return result
  }

  /// One line for several.
  private func segment(_ range: Range<Int>) -> StrokeSegment {
    guard range.count > 1 else { return segments[range.lowerBound] }
    var whole = segments[range.lowerBound]
    let last = segments[range.upperBound - 1]
    (whole.p1, whole.s1, whole.w1, whole.isCorner) = (last.p1, last.s1, last.w1, true)
    let way = whole.p1 - whole.p0
    whole.t0 = way == .zero ? whole.t0 : way.normalized
    whole.t1 = whole.t0
    return whole
  }

  /// What lies within a range of arc lengths; closed subpaths that are cut open there.
  func trimmed(to range: ClosedRange<Double>) -> StrokeLines {
    var result = StrokeLines()
    for subpath in subpaths {
      var isWhole = true
      for segment in segments[subpath.range] {
        let isDot = segment.s0 == segment.s1
        if segment.s1 < range.lowerBound || segment.s0 > range.upperBound
          || (!isDot && (segment.s1 == range.lowerBound || segment.s0 == range.upperBound))
        {
          isWhole = false
          result.endSubpath(isClosed: false)
          continue
        }
        if isDot {
          result.segments.append(segment)
          continue
        }
        let length = segment.s1 - segment.s0
        let low = segment.s0 < range.lowerBound ? (range.lowerBound - segment.s0) / length : 0
        let high = segment.s1 > range.upperBound ? (range.upperBound - segment.s0) / length : 1
        if low > 0 || high < 1 { isWhole = false }
        if low > 0 { result.endSubpath(isClosed: false) }
        result.segments.append(
          segment.part(from: low > 0 ? segment.imageFraction(low) : 0, to: high < 1 ? segment.imageFraction(high) : 1))
        if high < 1 { result.endSubpath(isClosed: false) }
      }
      result.endSubpath(isClosed: isWhole && subpath.isClosed)
    }
    return result
  }
}
