extension Path {
  /// What a path's image is for, which decides what happens where the near plane cuts it.
  public enum ProjectionUse: Sendable {
    /// Cut subpaths are closed along the near plane, so that the area in front of it stays right under either
    /// filling rule; open subpaths count as closed.
    case fill
    /// Cut subpaths fall into open pieces, and nothing is drawn along the near plane.
    case stroke
  }

  /// The image of what lies at depth `near` or further; nothing behind the eye has one.
  ///
  /// Lines stay lines. Curves become cubics whose distance from the true image, sampled, is within `tolerance`, in
  /// the units of the image; under a map of constant depth they are kept exactly. Affine maps have no near plane and
  /// move all points. Takes time linear in the path; a path wholly in front or behind is recognized by its control
  /// bounds.
  ///
  /// - `near`: In the units of `Transform.depth(of:)`, above 0.
  public func projected(
    by t: Transform, near: Double, for use: ProjectionUse = .fill, tolerance: Double = 0.02
  ) -> Path {
    guard t.isFinite, let box = controlBounds else { return .empty }
    if t.isAffine { return transformed(by: t) }
    let near = near > 0 ? near : .leastNormalMagnitude
    let depths = box.corners.map(t.depth)
    if depths.allSatisfy({ $0 < near }) { return .empty }
    let isInFront = depths.allSatisfy { $0 >= near }
    if isInFront, (t.m31 == 0 && t.m32 == 0) || curveCount == 0 { return transformed(by: t) }
    var projector = Projector(transform: t, near: near, tolerance: tolerance)
    for range in subpathRanges { projector.add(self, range, for: use) }
    return projector.builder.path
  }
}

private struct Projector {
  let transform: Transform
  let near: Double
  let tolerance: Double
  var builder = PathBuilder()

  /// Halvings of a curve, at most, on the way to the tolerance.
  private static let maximumDepth = 8

  init(transform: Transform, near: Double, tolerance: Double) {
    self.transform = transform
    self.near = near
    self.tolerance = tolerance
  }

  mutating func add(_ path: Path, _ range: Path.SubpathRange, for use: Path.ProjectionUse) {
    var isAnyInFront = false
    var isAnyBehind = false
    for p in path.points[range.points] {
      if transform.depth(of: p) >= near { isAnyInFront = true } else { isAnyBehind = true }
    }
    guard isAnyInFront else { return }
    let subpath = path.subpath(range)
    if !isAnyBehind {
      move(to: subpath.start)
      for segment in subpath.segments.dropLast(subpath.hasClosingLine ? 1 : 0) { add(segment) }
      if subpath.isClosed { builder.close() }
    } else if use == .fill {
      addFill(subpath)
    } else {
      addStroke(subpath)
    }
  }

  /// Sutherland and Hodgman's clipping (1974), with curves cut where they cross.
  private mutating func addFill(_ subpath: Path.Subpath) {
    var segments = subpath.segments
    if let end = segments.last?.end, end != subpath.start { segments.append(.line(end, subpath.start)) }
    let runs = runsInFront(segments)
    guard let first = runs.first else { return }
    move(to: first[0].start)
    for run in runs {
      line(to: run[0].start)
      for segment in run { add(segment) }
    }
    builder.close()
  }

  private mutating func addStroke(_ subpath: Path.Subpath) {
    var runs = runsInFront(subpath.segments)
    let isSeamInFront = subpath.isClosed && transform.depth(of: subpath.start) >= near
    let isCut = runs.count > 1
    if isSeamInFront, isCut {
      let last = runs.removeLast()
      runs[0] = last + runs[0]
    }
    for run in runs {
      move(to: run[0].start)
      for segment in run { add(segment) }
    }
    if isSeamInFront, !isCut { builder.close() }
  }

  /// The parts of a chain of segments in front of the near plane; parts that hang together form a run.
  private func runsInFront(_ segments: [Path.Segment]) -> [[Path.Segment]] {
    var runs: [[Path.Segment]] = []
    var isOpen = false
    for segment in segments {
      var isInFront = transform.depth(of: segment.start) >= near
      var from = 0.0
      for t in crossings(segment) + [1] {
        if isInFront {
          if !isOpen { runs.append([]) }
          runs[runs.count - 1].append(segment.slice(from: from, to: t))
        }
        isOpen = isInFront
        isInFront.toggle()
        from = t
      }
    }
    return runs
  }

  /// The parameters at which a segment passes through the near plane, ascending: between two extremes of its depth
  /// there is at most one, found by bisection.
  private func crossings(_ segment: Path.Segment) -> [Double] {
    let extremes: [Double]
    switch segment {
    case .line: extremes = []
    case .quad(let a, let b, let c):
      let d0 = slope(b - a)
      extremes = rootsInUnitInterval(0, slope(c - b) - d0, d0)
    case .cubic(let a, let b, let c, let d):
      let (d0, d1, d2) = (slope(b - a), slope(c - b), slope(d - c))
      extremes = rootsInUnitInterval(d0 - 2 * d1 + d2, 2 * (d1 - d0), d0)
    }
    func isInFront(_ t: Double) -> Bool { transform.depth(of: segment.point(at: t)) >= near }
    var result: [Double] = []
    var from = 0.0
    for to in extremes + [1] {
      let isStartInFront = isInFront(from)
      if isStartInFront != isInFront(to) {
        var (low, high) = (from, to)
        for _ in 0..<60 {
          let middle = (low + high) / 2
          if isInFront(middle) == isStartInFront { low = middle } else { high = middle }
        }
        result.append(isStartInFront ? low : high)
      }
      from = to
    }
    return result
  }

  private mutating func add(_ segment: Path.Segment) {
    if segment.isLine {
      line(to: segment.end)
    } else if segment.isFinite {
      curve(segment, from: 0, to: 1, depth: 0)
    }
  }

  /// The cubic with the image's ends and velocities, or two of half the span where it strays.
  private mutating func curve(_ segment: Path.Segment, from t0: Double, to t1: Double, depth: Int) {
    let third = (t1 - t0) / 3
    let (a, b) = (image(segment.point(at: t0)), image(segment.point(at: t1)))
    let fit = Path.Segment.cubic(
      a, a + velocity(segment, at: t0) * third, b - velocity(segment, at: t1) * third, b)
    var error = 0.0
    for s in [0.25, 0.5, 0.75] {
      error = max(error, fit.point(at: s).distance(to: image(segment.point(at: t0 + (t1 - t0) * s))))
    }
    if error <= tolerance || depth == Self.maximumDepth {
      if case .cubic(_, let c1, let c2, _) = fit, fit.isFinite { builder.cubic(c1, c2, to: b) } else { line(b) }
    } else {
      let middle = (t0 + t1) / 2
      curve(segment, from: t0, to: middle, depth: depth + 1)
      curve(segment, from: middle, to: t1, depth: depth + 1)
    }
  }

  private mutating func move(to p: Point) {
    let q = image(p)
    if q.isFinite { builder.move(to: q) }
  }

  private mutating func line(to p: Point) { line(image(p)) }

  private mutating func line(_ q: Point) {
    if q.isFinite, q != builder.current || !builder.isDrawing { builder.line(to: q) }
  }

  /// Points cut at the near plane may come out before it by a rounding; they count as on it.
  private func image(_ p: Point) -> Point {
    let t = transform
    let w = max(t.depth(of: p), near)
    return Point((t.m11 * p.x + t.m12 * p.y + t.m13) / w, (t.m21 * p.x + t.m22 * p.y + t.m23) / w)
  }

  private func velocity(_ segment: Path.Segment, at t: Double) -> Point {
    let p = segment.point(at: t)
    let d = segment.derivative(at: t)
    let w = max(transform.depth(of: p), near)
    return (transform.applyLinear(d) - image(p) * slope(d)) / w
  }

  private func slope(_ d: Point) -> Double { transform.m31 * d.x + transform.m32 * d.y }
}
