import Geometry
import Graphics

#if canImport(Glibc)
  import Glibc
#endif

/// Outlines lines with a pen: contours whose nonzero filling is the stroke.
///
/// Each contour is a sum of loops that all turn the same way, one around each segment and one around the wedge
/// outside each join, so windings are nowhere negative and nothing cancels. On the inside of a join the outline goes
/// through the corner itself, unless both segments are long enough to meet before it.
struct Stroker {
  let radius: Double
  let cap: LineCap
  let join: LineJoin
  private let miterLimit: Double
  /// The greatest angle of a piece of an arc.
  private let arcStep: Double
  /// Into how many pieces an arc is cut at most.
  private var maxArcPieces = 1000
  /// Turns within a curve up to the angle with this cosine need no wedge.
  let smoothCosine: Double

  /// Of a subpath; the left one is drawn to the outline's own points, which are here as long as both sides are drawn.
  private struct Sides {
    var left: [Point] = []
    var right: [Point] = []
  }

  /// `tolerance` is how far an arc may lie from the circle; nil where the width is not above 0.
  init?(_ style: StrokeStyle, radius: Double, tolerance: Double) {
    guard radius > 0, radius.isFinite else { return nil }
    self.radius = radius
    cap = style.cap
    join = style.join
    miterLimit = style.miterLimit >= 1 ? style.miterLimit : 1
    let cosine = 1 - min(tolerance / radius, 1)
    arcStep = max(2 * acos(cosine), 0.01)
    // Half a turn of θ puts the corner of the outline off by radius × (1 / cos θ/2 − 1).
    let half = radius / (radius + tolerance)
    smoothCosine = 2 * half * half - 1
  }

  /// A pen for these lines: where they are so many that all round corners together would have more than 2^22 of them,
  /// arcs have fewer pieces.
  func fitted(to lines: StrokeLines) -> Stroker {
    var result = self
    result.maxArcPieces = min(max((1 << 22) / (lines.segments.count + 2 * lines.subpaths.count + 1), 2), maxArcPieces)
    return result
  }

  /// Adds the outlines of all subpaths.
  func outline(_ lines: StrokeLines, into out: inout Polylines) {
    var sides = Sides()
    for subpath in lines.subpaths {
      if subpath.isClosed {
        closed(lines.segments[subpath.range], &sides, &out)
      } else {
        open(lines.segments[subpath.range], &sides, &out)
      }
    }
  }

  private func open(_ segments: ArraySlice<StrokeSegment>, _ sides: inout Sides, _ out: inout Polylines) {
    guard let first = segments.first, let last = segments.last else { return }
    if segments.count == 1, first.p0 == first.p1, cap == .butt { return }
    sides.right.removeAll(keepingCapacity: true)
    swap(&sides.left, &out.points)
    let start = first.t0.perpendicular * radius
    sides.left.append(first.p0 + start)
    sides.right.append(first.p0 - start)
    addSides(of: segments, to: &sides)
    let end = last.t1.perpendicular * radius
    sides.left.append(last.p1 + end)
    sides.right.append(last.p1 - end)
    swap(&sides.left, &out.points)
    addCap(last.p1, end, &out.points)
    out.points.append(contentsOf: sides.right.reversed())
    addCap(first.p0, -start, &out.points)
    out.endContour()
  }

  private func closed(_ segments: ArraySlice<StrokeSegment>, _ sides: inout Sides, _ out: inout Polylines) {
    guard let first = segments.first, let last = segments.last else { return }
    sides.right.removeAll(keepingCapacity: true)
    swap(&sides.left, &out.points)
    addJoin(
      &sides, first.p0, from: last.t1, last.t1 == last.direction ? last.length : 0, to: first.t0,
      first.t0 == first.direction ? first.length : 0, isSmooth: !first.isCorner)
    addSides(of: segments, to: &sides)
    swap(&sides.left, &out.points)
    out.endContour()
    out.points.append(contentsOf: sides.right.reversed())
    out.endContour()
  }

  /// Both sides from the start of the first segment to the end of the last.
  private func addSides(of segments: ArraySlice<StrokeSegment>, to sides: inout Sides) {
    var previous: StrokeSegment?
    for segment in segments {
      let direction = segment.direction
      let length = segment.length
      if let previous {
        addJoin(
          &sides, segment.p0, from: previous.t1, previous.t1 == previous.direction ? previous.length : 0,
          to: segment.t0,
          segment.t0 == direction ? length : 0, isSmooth: !segment.isCorner)
      }
      if segment.t0 != direction {
        addJoin(&sides, segment.p0, from: segment.t0, 0, to: direction, length, isSmooth: true)
      }
      if segment.t1 != direction {
        addJoin(&sides, segment.p1, from: direction, length, to: segment.t1, 0, isSmooth: true)
      }
      previous = segment
    }
  }

  /// Turns both sides at `p` from direction `a` to `b`; the lengths are how far both go straight from there.
  private func addJoin(
    _ sides: inout Sides, _ p: Point, from a: Point, _ lengthA: Double, to b: Point, _ lengthB: Double,
    isSmooth: Bool
  ) {
    let cross = a.cross(b)
    let dot = a.dot(b)
    if abs(cross) < 1e-9 && dot > 0 { return }
    let na = a.perpendicular * radius
    let nb = b.perpendicular * radius
    let angle = turn(cross, dot)
    let isOpen = 1 + dot > 1e-6 && radius * abs(cross) / (1 + dot) <= min(lengthA, lengthB)
    if cross > 0 {
      addInnerJoin(p, na, nb, isOpen ? 1 + dot : nil, &sides.left)
      addOuterJoin(p, -na, -nb, angle, dot, isSmooth, &sides.right)
    } else {
      addInnerJoin(p, -na, -nb, isOpen ? 1 + dot : nil, &sides.right)
      addOuterJoin(p, na, nb, -angle, dot, isSmooth, &sides.left)
    }
  }

  /// Where both segments are long enough, straight to where their sides meet.
  private func addInnerJoin(_ p: Point, _ from: Point, _ to: Point, _ meeting: Double?, _ out: inout [Point]) {
    if let meeting {
      out.append(p + (from + to) / meeting)
    } else {
      out.append(p + from)
      out.append(p)
      out.append(p + to)
    }
  }

  private func addOuterJoin(
    _ p: Point, _ from: Point, _ to: Point, _ angle: Double, _ dot: Double, _ isSmooth: Bool, _ out: inout [Point]
  ) {
    if isSmooth && dot >= smoothCosine {
      out.append(p + (from + to) / (1 + dot))
    } else if isSmooth || join == .round {
      out.append(p + from)
      addArc(p, from, angle, &out)
      out.append(p + to)
    } else if isMitered(dot) {
      out.append(p + (from + to) / (1 + dot))
    } else {
      out.append(p + from)
      out.append(p + to)
    }
  }

  /// The angle between two directions, 0…π, from their products.
  func turn(_ cross: Double, _ dot: Double) -> Double { atan2(abs(cross), dot) }

  /// Whether a corner's miter stays within the limit, from the dot product of its directions: the ratio of miter
  /// length to width is 1 / cos(turn / 2).
  func isMitered(_ dot: Double) -> Bool { join == .miter && 2 <= miterLimit * miterLimit * (1 + dot) }

  /// The points between both ends of an arc about `p`, which begins at `p` + `from`.
  ///
  /// They lie outside the circle by as much as keeps the sector's area.
  func addArc(_ p: Point, _ from: Point, _ angle: Double, _ out: inout [Point]) {
    let count = ceilingClamped(abs(angle) / arcStep, 1, maxArcPieces)
    guard count > 1 else { return }
    let step = angle / Double(count)
    let start = from * (step / sin(step)).squareRoot()
    for i in 1..<count {
      let a = step * Double(i)
      out.append(p + start * cos(a) + start.perpendicular * sin(a))
    }
  }

  /// The points between both corners of an end at `p`, from `p` + `normal` around to `p` − `normal`.
  func addCap(_ p: Point, _ normal: Point, _ out: inout [Point]) {
    switch cap {
    case .butt: break
    case .square:
      let forward = -normal.perpendicular
      out.append(p + normal + forward)
      out.append(p - normal + forward)
    case .round: addArc(p, normal, -.pi, &out)
    }
  }
}
