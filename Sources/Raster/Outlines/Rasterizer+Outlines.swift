import Geometry
import Graphics

extension Rasterizer {
  /// The edges of a filled path; nil if it covers nothing.
  func edges(ofFill path: Path, evenOdd: Bool, transform: Transform, surface: Surface) -> EdgeSet? {
    guard mayCover(path.controlBounds, transform, surface, grownBy: 0),
      let projection = ScreenProjection(transform, region: surface.region.rect),
      let tolerance = projection.tolerance(in: path.controlBounds)
    else { return nil }
    if path.points.count > SmallOutlines.maxPoints {
      let source = OutlineSource(fill: path, evenOdd: evenOdd, projection, tolerance)
      return edges(of: source, evenOdd: evenOdd, surface)
    }
    let outline = smallOutlines.outline(of: path, tolerance)
    return edges(
      of: CollectionOfOne(outline.lines), isSimple: outline.isSimple, evenOdd: evenOdd, projection, surface)
  }

  /// The edges of a stroke; nil if it covers nothing.
  func edges(ofStroke path: Path, style: StrokeStyle, transform: Transform, surface: Surface) -> EdgeSet? {
    if style.order == .transformThenOutline {
      guard let (lines, stroker) = screenLines(of: path, style: style, transform: transform, surface: surface) else {
        return nil
      }
      return withScratchOutline { outline in
        stroker.outline(lines, into: &outline)
        return edges(of: CollectionOfOne(outline), isSimple: outline.isSimple, evenOdd: false, nil, surface)
      }
    }
    let reach = style.width / 2 * style.reachFactor
    guard mayCover(path.controlBounds, transform, surface, grownBy: reach),
      let projection = ScreenProjection(transform, region: surface.region.rect),
      let tolerance = projection.tolerance(in: path.controlBounds?.inset(by: -reach))
    else { return nil }
    return edges(of: OutlineSource(stroke: path, style: style, projection, tolerance), evenOdd: false, surface)
  }

  private func edges(of source: OutlineSource, evenOdd: Bool, _ surface: Surface) -> EdgeSet? {
    let outlines = source.outlines(cache)
    let isSimple = outlines.allSatisfy(\.isSimple)
    return edges(of: outlines.map(\.lines), isSimple: isSimple, evenOdd: evenOdd, source.projection, surface)
  }

  /// The lines of a stroke that is outlined in pixels of the canvas, dashed, with their stroker.
  func screenLines(
    of path: Path, style: StrokeStyle, transform: Transform, surface: Surface
  ) -> (StrokeLines, Stroker)? {
    let radius = style.width * scale / 2
    guard let stroker = Stroker(style, radius: radius, tolerance: flatness) else { return nil }
    let visible = surface.region.rect.inset(by: -(radius * style.reachFactor + 4))
    guard let projection = ScreenProjection(transform, region: visible),
      let tolerance = projection.tolerance(in: path.controlBounds)
    else { return nil }
    let lines = StrokeLines(path, tolerance: tolerance.value)
    guard lines.isUsable else { return nil }
    var projected = lines.projected(projection, maxTurn: stroker.maxTurn(for: path))
    guard projected.isUsable else { return nil }
    if let pattern = DashPattern(style.dashes.map { $0 * scale }, offset: style.dashOffset * scale) {
      projected =
        pattern.joined(projected, closing: stroker.closedGap(tolerance: flatness))
        ?? pattern.dashes(of: projected, visible: visible) ?? projected
    }
    return (projected, stroker.fitted(to: projected))
  }

  /// False if a path's bounds certainly lie outside the surface.
  private func mayCover(
    _ bounds: Rect?, _ transform: Transform, _ surface: Surface, grownBy reach: Double
  ) -> Bool {
    guard let bounds else { return false }
    guard transform.isAffine, transform.isFinite else { return true }
    // The image of a rectangle is a parallelogram around that of its middle.
    let center = transform.apply(bounds.center)
    let (halfWidth, halfHeight) = (bounds.width / 2 + reach, bounds.height / 2 + reach)
    let x = abs(transform.m11) * halfWidth + abs(transform.m12) * halfHeight
    let y = abs(transform.m21) * halfWidth + abs(transform.m22) * halfHeight
    let region = surface.region.rect.inset(by: -1)
    return
      !(center.x + x < region.minX || center.x - x > region.maxX || center.y + y < region.minY
      || center.y - y > region.maxY)
  }

  /// The largest number of steps for drawing an outline, each of one edge in one row: 2^23, and more on surfaces so
  /// high that a few thousand edges would reach it.
  static func maxSteps(_ surface: Surface) -> Int { max(1 << 23, surface.region.height << 12) }

  /// Projects contours and sorts their edges; without a projection they are in pixels already.
  ///
  /// An outline that takes more than `maxSteps`, which only scribbles of tens of thousands of lines do, is decimated
  /// until it does not, so that a frame takes seconds and no gigabytes.
  func edges(
    of outlines: some Collection<Polylines>, isSimple: Bool, evenOdd: Bool, _ projection: ScreenProjection?,
    _ surface: Surface
  ) -> EdgeSet? {
    let mode = isSimple ? CoverageMode.simple : .exact(evenOdd: evenOdd)
    store.begin(surface, mode: mode)
    for lines in outlines { add(lines, projection) }
    let most = Self.maxSteps(surface)
    guard store.isHeavier(than: most) else { return store.finish(mode) }
    var step = 1
    repeat {
      step *= 2
      store.begin(surface, mode: .exact(evenOdd: evenOdd))
      for lines in outlines { add(lines.decimated(step), projection) }
    } while store.isHeavier(than: most)
    return store.finish(.exact(evenOdd: evenOdd))
  }

  private func add(_ lines: Polylines, _ projection: ScreenProjection?) {
    lines.points.withUnsafeBufferPointer { points in
      var start = 0
      for end in lines.ends {
        let contour = UnsafeBufferPointer(rebasing: points[start..<end])
        start = end
        if let projection {
          projection.project(contour, into: projected)
          store.addContour(projected.base, projected.count)
        } else if let corners = contour.baseAddress {
          store.addContour(corners, contour.count)
        }
      }
    }
  }
}

/// The lines of a stroke that is outlined in its path's space, dashed, with their stroker; nil if nothing is covered.
func localLines(_ path: Path, _ style: StrokeStyle, _ tolerance: FlatteningTolerance) -> (StrokeLines, Stroker)? {
  guard let stroker = Stroker(style, radius: style.width / 2, tolerance: tolerance.value) else { return nil }
  var lines = StrokeLines(path, tolerance: tolerance.value, maxTurn: stroker.maxTurn(for: path))
  guard lines.isUsable else { return nil }
  if let pattern = DashPattern(style.dashes, offset: style.dashOffset) {
    lines =
      pattern.joined(lines, closing: stroker.closedGap(tolerance: tolerance.value))
      ?? pattern.dashes(of: lines, visible: nil) ?? lines
  }
  return (lines, stroker.fitted(to: lines))
}

extension StrokeStyle {
  /// The largest distance of a stroke from its path, in halves of its width.
  var reachFactor: Double { max(join == .miter && miterLimit > 1 ? miterLimit : 1, cap == .square ? 1.5 : 1) }
}
