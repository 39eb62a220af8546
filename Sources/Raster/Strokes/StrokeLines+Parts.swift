import Geometry

extension StrokeLines {
  /// Replaces each `step` lines of long subpaths by one, and keeps every `step`-th of the short ones, with 15 lines at most.
  func decimated(_ step: Int) -> StrokeLines {
    var result = StrokeLines()
    for (i, subpath) in subpaths.enumerated() {
      let range = subpath.range
      let isLong = range.count >= 4 * step
      guard isLong || i % step == 0 else { continue }
      let window = isLong ? step : max(range.count / 8, 1)
      var from = range.lowerBound
      for index in stride(from: from, to: range.upperBound, by: window).dropFirst() {
        let next = index + Polylines.pseudorandom(index, below: window)
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
    (whole.p1, whole.s1, whole.w1, whole.isCorner, whole.isCurved) = (last.p1, last.s1, last.w1, true, false)
    let d = whole.p1 - whole.p0
    whole.t0 = d == .zero ? whole.t0 : d.normalized
    whole.t1 = whole.t0
    return whole
  }

  /// The part within a range of arc lengths; closed subpaths that are cut there become open.
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

  /// The lines' images, clipped at the near plane, and so that no segment turns by more than `maxTurn`; closed subpaths
  /// that are clipped become open.
  func projected(_ projection: ScreenProjection, maxTurn: Double) -> StrokeLines {
    var result = StrokeLines()
    for subpath in subpaths {
      var isWhole = true
      for segment in segments[subpath.range] {
        let w0 = projection.transform.depth(of: segment.p0)
        let w1 = projection.transform.depth(of: segment.p1)
        let near = projection.near
        // The negated comparison also rejects NaN.
        if !(w0 >= near || w1 >= near) {
          isWhole = false
          result.endSubpath(isClosed: false)
          continue
        }
        var cut = segment
        if !(w0 >= near) {
          isWhole = false
          result.endSubpath(isClosed: false)
          cut = segment.part(from: (near - w0) / (w1 - w0), to: 1)
        } else if !(w1 >= near) {
          cut = segment.part(from: 0, to: (w0 - near) / (w0 - w1))
        }
        cut.w0 = projection.isAffine ? 1 : projection.transform.depth(of: cut.p0)
        cut.w1 = projection.isAffine ? 1 : projection.transform.depth(of: cut.p1)
        let (p0, p1) = (cut.p0, cut.p1)
        cut.p0 = projection.apply(p0)
        cut.p1 = projection.apply(p1)
        // A projection keeps lines straight, so their directions follow from their ends, more exactly than by
        // derivatives.
        if segment.isCurved || cut.p0 == cut.p1 {
          cut.t0 = projection.direction(cut.t0, at: p0)
          cut.t1 = projection.direction(cut.t1, at: p1)
          if cut.t0 == .zero { cut.t0 = cut.direction }
          if cut.t1 == .zero { cut.t1 = cut.direction }
        } else {
          cut.t0 = cut.direction
          cut.t1 = cut.t0
        }
        if p0 == p1 || cut.p0 != cut.p1 { result.append(cut, maxTurn: maxTurn) }
        if !(w1 >= near) {
          isWhole = false
          result.endSubpath(isClosed: false)
        }
      }
      result.endSubpath(isClosed: isWhole && subpath.isClosed)
    }
    return result
  }
}
