import Geometry
import Graphics

#if canImport(Glibc)
  import Glibc
#endif

/// Outlines lines with a pen: contours whose nonzero filling is the stroke, which is all that the pen, a line across the
/// path, sweeps over, and its joins and caps.
///
/// Each contour is a sum of loops that all turn the same way, around what the pen sweeps along each segment and around
/// the wedge outside each corner, so windings are nowhere negative and nothing cancels.
struct Stroker {
  let radius: Double
  let cap: LineCap
  let join: LineJoin
  private let miterLimit: Double
  /// The greatest angle of a piece of an arc.
  private let arcStep: Double
  /// Into how many pieces an arc is cut at most.
  private var maxArcPieces = 1000
  /// Outside corners up to the angle with this cosine, no wedge can be seen.
  let smoothCosine: Double
  /// The sine of the greatest angle at which a curve goes straight on, as files round the directions of its ends.
  private let straightSine: Double

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
    straightSine = tolerance / (2 * radius)
  }

  /// The longest gap between two dashes that their round ends close, so that the sides of both are off from a line's without
  /// gaps by `tolerance` at most.
  func closedGap(tolerance: Double) -> Double {
    guard cap == .round else { return 0 }
    // A chord of the circle that is cut off so far from its middle.
    let height = min(tolerance, radius)
    return 2 * (height * (2 * radius - height)).squareRoot()
  }

  /// The greatest angle by which the pen turns along one segment of a path.
  ///
  /// Going straight instead of along an arc then puts its ends off by less than half of the tolerance, unless the
  /// pieces of all curves would then be more than about 2^20.
  func maxTurn(for path: Path) -> Double {
    max(min(arcStep * 0.7, 0.5), Double(path.curveCount) * 4 * .pi / Double(1 << 20))
  }

  /// A pen for these lines: if all round corners together would have more than 2^22 lines, arcs have fewer pieces.
  func fitted(to lines: StrokeLines) -> Stroker {
    var result = self
    result.maxArcPieces = min(max((1 << 22) / (lines.segments.count + 2 * lines.subpaths.count + 1), 2), maxArcPieces)
    return result
  }

  /// Adds the outlines of all subpaths.
  func outline(_ lines: StrokeLines, into out: inout Polylines) {
    var sides = StrokeSides()
    for subpath in lines.subpaths {
      if subpath.isClosed {
        closed(lines.segments[subpath.range], &sides, &out)
      } else {
        open(lines.segments[subpath.range], &sides, &out)
      }
    }
  }

  // The left side is drawn to the outline's own points, which are among the sides as long as both are drawn.

  private func open(_ segments: ArraySlice<StrokeSegment>, _ sides: inout StrokeSides, _ out: inout Polylines) {
    guard let first = segments.first, let last = segments.last else { return }
    if segments.count == 1, first.p0 == first.p1, cap == .butt { return }
    let start = first.t0.perpendicular * radius
    let end = last.t1.perpendicular * radius
    swap(&sides.left.points, &out.points)
    sides.append(first.p0, start)
    addSides(of: segments, closing: nil, to: &sides)
    sides.append(last.p1, end)
    swap(&sides.left.points, &out.points)
    addCap(last.p1, end, &out.points)
    out.points.append(contentsOf: sides.right.points.reversed())
    addCap(first.p0, -start, &out.points)
    out.endContour()
    sides.right.points.removeAll(keepingCapacity: true)
  }

  private func closed(_ segments: ArraySlice<StrokeSegment>, _ sides: inout StrokeSides, _ out: inout Polylines) {
    guard let first = segments.first, let last = segments.last else { return }
    var room = last.length
    let corner = corner(last, first, &room)
    swap(&sides.left.points, &out.points)
    if let corner { add(corner, to: &sides) }
    if first.isCurved { sides.append(first.p0, first.t0.perpendicular * radius) }
    addSides(of: segments, closing: corner, to: &sides)
    swap(&sides.left.points, &out.points)
    out.endContour()
    out.points.append(contentsOf: sides.right.points.reversed())
    out.endContour()
    sides.right.points.removeAll(keepingCapacity: true)
  }

  /// Both sides between the start of the first segment and the end of the last.
  private func addSides(
    of segments: ArraySlice<StrokeSegment>, closing: StrokeCorner?, to sides: inout StrokeSides
  ) {
    guard var previous = segments.first else { return }
    let taken = closing?.reach ?? 0
    var room = previous.length - taken
    if previous.isCurved { sweep(previous, to: &sides) }
    for index in segments.indices.dropFirst() {
      let segment = segments[index]
      let corner = corner(previous, segment, &room, taken: index + 1 == segments.endIndex ? taken : 0)
      if let corner { add(corner, to: &sides) }
      if segment.isCurved {
        if corner != nil || !previous.isCurved { sides.append(segment.p0, segment.t0.perpendicular * radius) }
        sweep(segment, to: &sides)
      }
      previous = segment
    }
    sides.turnForward()
  }

  /// Adds the pen's ends at the end of a curve's segment.
  private func sweep(_ segment: StrokeSegment, to sides: inout StrokeSides) {
    let crossing = crossing(segment)
    let normal = segment.t1.perpendicular * radius
    sides.left.append(segment.p1 + normal, crossing: crossing?.isLeft == true ? crossing?.point : nil)
    sides.right.append(segment.p1 - normal, crossing: crossing?.isLeft == false ? crossing?.point : nil)
  }

  /// The point at which the pen at a segment's end crosses the pen at its start, if it does, such as in a curve that is
  /// tighter than the pen is long; with its side.
  func crossing(_ segment: StrokeSegment) -> (point: Point, isLeft: Bool)? {
    let turn = segment.t0.cross(segment.t1) * radius
    let chord = segment.p1 - segment.p0
    let along = chord.dot(segment.t1)
    guard abs(turn) > max(along, chord.dot(segment.t0)) else { return nil }
    return (segment.p0 + segment.t0.perpendicular * (radius * along / turn), turn > 0)
  }

  /// The corner between two segments; nil where the line goes straight on.
  ///
  /// `room` is how much of the first segment no other corner takes, and becomes that of the second; `taken` is what
  /// another corner has taken of that.
  func corner(
    _ a: StrokeSegment, _ b: StrokeSegment, _ room: inout Double, taken: Double = 0
  ) -> StrokeCorner? {
    let cross = a.t1.cross(b.t0)
    let dot = a.t1.dot(b.t0)
    let (roomA, roomB) = (room, b.length - taken)
    room = roomB
    if abs(cross) < (a.isCurved || b.isCurved ? max(straightSine, 1e-9) : 1e-9) && dot > 0 { return nil }
    let outward = cross > 0 ? -radius : radius
    var corner = StrokeCorner(
      point: b.p0, from: a.t1.perpendicular * outward, to: b.t0.perpendicular * outward, turnsLeft: cross > 0,
      dot: dot, isSmooth: !b.isCorner)
    // The reach of each segment's side into the other segment.
    let reach = radius * abs(cross) / (1 + min(dot, 0))
    if 1 + dot > 1e-6 && reach <= min(roomA, roomB) && !a.isCurved && !b.isCurved {
      corner.reach = reach
      room -= reach
    }
    return corner
  }

  private func add(_ corner: StrokeCorner, to sides: inout StrokeSides) {
    sides.turnForward()
    if corner.turnsLeft {
      addInside(corner, &sides.left.points)
      addOutside(corner, &sides.right.points)
    } else {
      addInside(corner, &sides.right.points)
      addOutside(corner, &sides.left.points)
    }
  }

  /// The inner side goes through the corner itself, unless both segments are long enough to meet before it.
  private func addInside(_ corner: StrokeCorner, _ out: inout [Point]) {
    if corner.reach != nil {
      out.append(corner.inside)
    } else {
      out.append(corner.point - corner.from)
      out.append(corner.point)
      out.append(corner.point - corner.to)
    }
  }

  /// The points outside a corner, from the end of one segment to the start of the next.
  func addOutside(_ corner: StrokeCorner, _ out: inout [Point]) {
    if !corner.isSmooth && isMitered(corner.dot) {
      out.append(corner.outside)
      return
    }
    out.append(corner.point + corner.from)
    if corner.isSmooth || join == .round {
      addArc(around: corner.point, from: corner.from, angle: corner.angle, to: &out)
    }
    out.append(corner.point + corner.to)
  }

  /// True if a corner's miter stays within the limit, from the dot product of its directions: the ratio of miter
  /// length to width is 1 / cos(turn / 2).
  private func isMitered(_ dot: Double) -> Bool { join == .miter && 2 <= miterLimit * miterLimit * (1 + dot) }

  /// The points between both ends of an arc about `p`, which begins at `p` + `from`.
  ///
  /// They lie outside the circle by as much as keeps the sector's area.
  private func addArc(around p: Point, from: Point, angle: Double, to out: inout [Point]) {
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
    case .round: addArc(around: p, from: normal, angle: -.pi, to: &out)
    }
  }
}
