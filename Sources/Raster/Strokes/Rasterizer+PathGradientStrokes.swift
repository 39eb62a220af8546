import Geometry
import Graphics

/// A stroke with a gradient along its path, as a display list has it.
struct PathGradient {
  let path: Path
  let style: StrokeStyle
  /// Arc lengths of the first and the last stop, in units of the path.
  let start: Double
  let end: Double
  let stops: [GradientStop]
  let opacity: Double
}

/// The lines of a stroke with a gradient along it, and how they are drawn.
private struct PathGradientLines {
  var lines: StrokeLines
  let stroker: Stroker
  /// Nil for lines that are in pixels already.
  let projection: ScreenProjection?
  /// Maps pixels of the canvas to the space of the lines.
  let toLines: Transform
}

extension Rasterizer {
  /// The maximum number of pixels that a path gradient's pieces cover together, each counted as often as it is covered.
  private static let maxPathGradientPixels = 1 << 26
  /// Each line takes about a kilobyte.
  private static let maxPathGradientLines = 1 << 18

  /// A stroke with a gradient along it; nil if it covers nothing.
  ///
  /// Strokes that cover the canvas again and again are decimated.
  func pathGradientStroke(
    _ gradient: PathGradient, transform: Transform, surface: Surface
  ) -> PathGradientStroke? {
    let (start, end) = (gradient.start, gradient.end)
    guard start.isFinite, end.isFinite, start != end,
      let ramp = GradientRamp(gradient.stops, opacity: gradient.opacity)
    else { return nil }
    if let single = ramp.single, single == .zero { return nil }
    guard var shown = pathGradientLines(gradient, transform, surface) else { return nil }
    shown.lines = shown.lines.trimmed(to: min(start, end)...max(start, end))
    let count = shown.lines.segments.count
    if count > Self.maxPathGradientLines { shown.lines = shown.lines.decimated(count / Self.maxPathGradientLines + 1) }
    let pieces = boundedPieces(of: shown, surface)
    guard !pieces.isEmpty else { return nil }
    return PathGradientStroke(
      pieces: pieces, bounds: pieces.reduce(.empty) { $0.union($1.edges.bounds) }, ramp: ramp, start: start,
      span: end - start, toPieces: shown.toLines)
  }

  private func pathGradientLines(
    _ gradient: PathGradient, _ transform: Transform, _ surface: Surface
  ) -> PathGradientLines? {
    let (path, style) = (gradient.path, gradient.style)
    if style.order == .transformThenOutline {
      guard let (lines, stroker) = screenLines(of: path, style: style, transform: transform, surface: surface) else {
        return nil
      }
      return PathGradientLines(lines: lines, stroker: stroker, projection: nil, toLines: .identity)
    }
    guard let projection = ScreenProjection(transform, region: surface.region.rect), let inverse = transform.inverse,
      let tolerance = projection.tolerance(in: path.controlBounds?.inset(by: -style.width / 2 * style.reachFactor)),
      let (lines, stroker) = localLines(path, style, tolerance)
    else { return nil }
    return PathGradientLines(lines: lines, stroker: stroker, projection: projection, toLines: inverse)
  }

  /// The pieces of all lines, or of fewer if they would cover too many pixels.
  private func boundedPieces(of shown: PathGradientLines, _ surface: Surface) -> [PathGradientStroke.Piece] {
    let mark = store.mark
    var step = 1
    var decimated = shown
    while true {
      // A few lines are drawn however large they are.
      let limit = step == 1 || step < shown.lines.segments.count ? Self.maxPathGradientPixels : .max
      if let pieces = pieces(of: decimated, surface, limit: limit) { return pieces }
      store.release(to: mark)
      step *= 2
      decimated.lines = shown.lines.decimated(step)
    }
  }

  /// The pieces of lines; nil if they cover more than `limit` pixels.
  private func pieces(
    of shown: PathGradientLines, _ surface: Surface, limit: Int
  ) -> [PathGradientStroke.Piece]? {
    var builder = PathGradientStrokeBuilder(shown.stroker)
    builder.add(shown.lines)
    var pieces: [PathGradientStroke.Piece] = []
    var covered = 0.0
    for shape in builder.shapes {
      let outline = Polylines(points: shape.points, ends: [shape.points.count])
      guard let edges = edges(of: CollectionOfOne(outline), isSimple: true, evenOdd: false, shown.projection, surface)
      else {
        continue
      }
      let (width, height) = (Double(edges.bounds.width), Double(edges.bounds.height))
      let area =
        shown.projection == nil
        ? Self.area(outline.points)
        : Self.area(UnsafeBufferPointer(start: projected.base, count: projected.count))
      covered += min(area + width + height, width * height)
      if covered > Double(limit) { return nil }
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

  private func piece(_ shape: PathGradientStrokeBuilder.Shape, _ edges: EdgeSet) -> PathGradientStroke.Piece {
    guard let segment = shape.segment else {
      return PathGradientStroke.Piece(
        edges: edges, order: shape.order, start: .zero, along: .zero, s0: shape.arcLength, s1: shape.arcLength, w0: 1,
        w1: 1)
    }
    let d = segment.p1 - segment.p0
    return PathGradientStroke.Piece(
      edges: edges, order: shape.order, start: segment.p0, along: d / d.lengthSquared, s0: segment.s0,
      s1: segment.s1, w0: segment.w0, w1: segment.w1)
  }

  /// Draws the rows of a strip.
  func draw(_ stroke: PathGradientStroke, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = stroke.bounds.intersection(
      PixelRect(x0: layer.visible.x0, y0: rows.lowerBound, x1: layer.visible.x1, y1: rows.upperBound)
        .intersection(layer.visible))
    guard !part.isEmpty else { return }
    let pieces = stroke.pieces.filter { $0.edges.bounds.y0 < part.y1 && $0.edges.bounds.y1 > part.y0 }
    // A line takes a small part of the rectangle around it.
    var columns = [Range<Int>](repeating: part.x1..<part.x1, count: part.height)
    for piece in pieces {
      let box = piece.edges.bounds.intersection(part)
      for y in box.y0..<max(box.y0, box.y1) {
        let known = columns[y - part.y0]
        let end = known.isEmpty ? box.x1 : max(known.upperBound, box.x1)
        columns[y - part.y0] = min(known.lowerBound, box.x0)..<end
      }
    }
    pathGradientCells.reserve(part.width * part.height)
    let gathered = pathGradientCells.base
    for y in part.y0..<part.y1 {
      let columns = columns[y - part.y0]
      (gathered + (y - part.y0) * part.width + columns.lowerBound - part.x0).update(
        repeating: .empty, count: columns.count)
    }
    // Gathers the colors of all pieces of a pixel first: drawn one after the other, their shared borders would show.
    for piece in pieces {
      forEachRow(of: piece.edges, strip: strip, surface: surface, inside: part) { y, spans, coverages in
        let row = gathered + (y - part.y0) * part.width - part.x0
        for span in spans {
          for x in Int(span.x)..<Int(span.x + span.count) {
            let center = Point(Double(x + surface.region.x0) + 0.5, Double(y + surface.region.y0) + 0.5)
            let length = piece.arcLength(at: stroke.toPieces.apply(center))
            let color = stroke.ramp.color(at: (length - stroke.start) / stroke.span).0
            row[x].add(color, UInt32(span.coverage == 0 ? coverages[x] : span.coverage), order: piece.order)
          }
        }
      }
    }
    let isDithered: UInt8 = stroke.ramp.single == nil ? 1 : 0
    for y in part.y0..<part.y1 {
      let cells = gathered + (y - part.y0) * part.width - part.x0
      let row = layer.row(y)
      for x in columns[y - part.y0] {
        let color = cells[x].result
        if color.w == 0 { continue }
        row.pixels[x] = over(widened(color), row.pixels[x])
        row.ditherMask[x] |= isDithered
      }
      row.needsDither.pointee |= isDithered
    }
  }
}
