import Geometry
import Graphics

/// Cuts a stroke into the pieces of a `PathGradientStroke`.
///
/// A segment's piece ends at the line across each of its joins. Where the line bends little, that is the line that
/// halves the angle; elsewhere the piece ends square, the outside of the join is a wedge of the corner's color, and
/// the inside is cut where both sides meet. At a turn of more than a right angle a new stretch begins, and the wedge
/// belongs to both.
struct PathGradientStrokeBuilder {
  /// A convex outline, with the colors of a segment or of one arc length.
  struct Shape {
    var points: [Point]
    var order: Int32
    var segment: StrokeSegment?
    var arcLength: Double
  }

  private let stroker: Stroker
  private let smoothCosine: Double
  private(set) var shapes: [Shape] = []
  private var order: Int32 = 0

  init(_ stroker: Stroker) {
    self.stroker = stroker
    smoothCosine = stroker.smoothCosine
  }

  /// How a segment's piece ends: to the left, on the line, to the right.
  private struct End {
    var left: Point
    var middle: Point
    var right: Point
  }

  mutating func add(_ lines: StrokeLines) {
    for subpath in lines.subpaths { add(lines.segments[subpath.range], isClosed: subpath.isClosed) }
  }

  private mutating func add(_ segments: ArraySlice<StrokeSegment>, isClosed: Bool) {
    guard let first = segments.first else { return }
    order += 10
    if segments.count == 1, first.p0 == first.p1 {
      addDot(first)
      return
    }
    let solid = segments.filter { $0.p0 != $0.p1 }
    guard let begin = solid.first, let finish = solid.last else { return }
    let radius = stroker.radius
    var start: End
    if isClosed {
      start = join(finish, begin).next
    } else {
      addCap(begin.p0, -(begin.direction.perpendicular * radius), begin.s0)
      start = square(begin.p0, begin.direction)
    }
    for (index, segment) in solid.enumerated() {
      let next = index + 1 < solid.count ? solid[index + 1] : begin
      if index + 1 == solid.count && !isClosed {
        addPiece(segment, start, square(segment.p1, segment.direction))
        addCap(finish.p1, finish.direction.perpendicular * radius, finish.s1)
        return
      }
      let joint = join(segment, next)
      addPiece(segment, start, joint.end)
      if let wedge = joint.wedge {
        shapes.append(Shape(points: wedge, order: order + 1, segment: nil, arcLength: segment.s1))
        if joint.isSharp {
          order += 10
          shapes.append(Shape(points: wedge, order: order + 1, segment: nil, arcLength: segment.s1))
        }
      }
      start = joint.next
    }
    // The first piece once more, so that it has no seam with the last.
    let afterFirst = solid.count > 1 ? join(begin, solid[1]).end : square(begin.p1, begin.direction)
    addPiece(begin, start, afterFirst)
  }

  private mutating func addDot(_ segment: StrokeSegment) {
    guard stroker.cap != .butt else { return }
    let normal = segment.t0.perpendicular * stroker.radius
    addCap(segment.p0, -normal, segment.s0)
    order += 1
    addCap(segment.p0, normal, segment.s0)
  }

  /// Wedges and caps take the number after their segment's.
  private mutating func addPiece(_ segment: StrokeSegment, _ start: End, _ end: End) {
    order += 2
    let outline = [start.left, end.left, end.middle, end.right, start.right, start.middle]
    shapes.append(Shape(points: outline, order: order, segment: segment, arcLength: segment.s0))
  }

  private mutating func addCap(_ p: Point, _ normal: Point, _ arcLength: Double) {
    guard stroker.cap != .butt else { return }
    var points = [p + normal]
    stroker.addCap(p, normal, &points)
    points.append(p - normal)
    shapes.append(Shape(points: points, order: order + 1, segment: nil, arcLength: arcLength))
  }

  private func square(_ p: Point, _ direction: Point) -> End {
    let normal = direction.perpendicular * stroker.radius
    return End(left: p + normal, middle: p, right: p - normal)
  }

  private func join(
    _ a: StrokeSegment, _ b: StrokeSegment
  ) -> (end: End, next: End, wedge: [Point]?, isSharp: Bool) {
    let radius = stroker.radius
    let p = b.p0
    let (da, db) = (a.direction, b.direction)
    let cross = da.cross(db)
    let dot = da.dot(db)
    var end = square(a.p1, da)
    var next = square(p, db)
    let reach = 1 + dot > 1e-6 ? radius * abs(cross) / (1 + dot) : .infinity
    let isOpen = reach <= min(a.length, b.length)
    if dot >= smoothCosine && isOpen {
      let side = (da.perpendicular + db.perpendicular) * (radius / (1 + dot))
      end = End(left: p + side, middle: p, right: p - side)
      return (end, end, nil, false)
    }
    let isSharp = dot < 0
    let turnsLeft = cross > 0
    let inner = turnsLeft ? radius : -radius
    let (na, nb) = (da.perpendicular * inner, db.perpendicular * inner)
    if isOpen && !isSharp {
      let meeting = p + (na + nb) / (1 + dot)
      if turnsLeft { (end.left, next.left) = (meeting, meeting) } else { (end.right, next.right) = (meeting, meeting) }
    }
    var wedge = [p, p - na]
    let angle = stroker.turn(cross, dot)
    let isSmooth = !b.isCorner
    if isSmooth || stroker.join == .round {
      stroker.addArc(p, -na, turnsLeft ? angle : -angle, &wedge)
    } else if stroker.isMitered(dot) {
      wedge.append(p - (na + nb) / (1 + dot))
    }
    wedge.append(p - nb)
    return (end, next, wedge, isSharp)
  }
}
