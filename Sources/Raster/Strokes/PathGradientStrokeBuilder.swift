import Geometry
import Graphics

/// Cuts a stroke into the pieces of a `PathGradientStroke`.
///
/// A curve's pieces end square to the curve. A straight segment's piece ends at the line across each of its corners:
/// where the line bends little, that is the line that halves the angle; elsewhere the piece ends square, the outside
/// of the corner is a wedge of its color, and the inside is cut where both sides meet. At a turn of more than a right
/// angle a new stretch begins, and the wedge belongs to both.
struct PathGradientStrokeBuilder {
  /// An outline that does not overlap itself, with the colors of a segment or of one arc length.
  struct Shape {
    var points: [Point]
    var order: Int32
    var segment: StrokeSegment?
    var arcLength: Double
  }

  private let stroker: Stroker
  private(set) var shapes: [Shape] = []
  private var order: Int32 = 0

  init(_ stroker: Stroker) { self.stroker = stroker }

  /// The end of a segment's piece: to the left, on the line, to the right.
  private struct End {
    var left: Point
    var middle: Point
    var right: Point
  }

  mutating func add(_ lines: StrokeLines) {
    for subpath in lines.subpaths { add(lines.segments[subpath.range], isClosed: subpath.isClosed) }
  }

  private mutating func add(_ segments: ArraySlice<StrokeSegment>, isClosed: Bool) {
    guard let first = segments.first, let last = segments.last else { return }
    order += 10
    if segments.count == 1, first.p0 == first.p1 {
      addDot(first)
      return
    }
    var room = last.length
    let closing = isClosed ? stroker.corner(last, first, &room) : nil
    let taken = closing?.reach ?? 0
    room = first.length - taken
    let begin = ends(last, first, closing).next
    if !isClosed { addCap(first.p0, -(first.t0.perpendicular * stroker.radius), first.s0) }
    var start = begin
    for index in segments.indices.dropFirst() {
      let (segment, next) = (segments[index - 1], segments[index])
      let corner = stroker.corner(segment, next, &room, taken: index + 1 == segments.endIndex ? taken : 0)
      start = addPiece(segment, start: start, corner: corner, next: next)
    }
    start = addPiece(last, start: start, corner: closing, next: first)
    if !isClosed {
      addCap(last.p1, last.t1.perpendicular * stroker.radius, last.s1)
      return
    }
    // The first piece once more, so that it has no seam with the last.
    room = first.length - taken
    let second = segments.dropFirst().first ?? first
    addPiece(first, start, ends(first, second, stroker.corner(first, second, &room)).end)
  }

  private mutating func addDot(_ segment: StrokeSegment) {
    let normal = segment.t0.perpendicular * stroker.radius
    addCap(segment.p0, -normal, segment.s0)
    order += 1
    addCap(segment.p0, normal, segment.s0)
  }

  /// Adds a segment's piece and the wedge of the corner after it; returns where the next one starts.
  private mutating func addPiece(
    _ segment: StrokeSegment, start: End, corner: StrokeCorner?, next: StrokeSegment
  ) -> End {
    let ends = ends(segment, next, corner)
    addPiece(segment, start, ends.end)
    guard let corner, !isSlight(corner) else { return ends.next }
    var wedge = [corner.point, corner.point + corner.from]
    stroker.addOutside(corner, &wedge)
    wedge.append(corner.point + corner.to)
    addShape(wedge, segment.s1)
    if corner.dot < 0 {
      order += 10
      addShape(wedge, segment.s1)
    }
    return ends.next
  }

  private mutating func addPiece(_ segment: StrokeSegment, _ start: End, _ end: End) {
    order += 2
    var outline = [start.left, end.left, end.middle, end.right, start.right, start.middle]
    if segment.isCurved, let crossing = stroker.crossing(segment) {
      let p = crossing.point
      // The triangle at the rim, and what is left.
      let rim = crossing.isLeft ? [end.left, start.left, p] : [start.right, end.right, p]
      addPiece(segment, rim)
      outline =
        crossing.isLeft
        ? [p, end.middle, end.right, start.right, start.middle] : [start.left, end.left, end.middle, p, start.middle]
    }
    addPiece(segment, outline)
  }

  private mutating func addPiece(_ segment: StrokeSegment, _ points: [Point]) {
    shapes.append(
      Shape(points: points, order: order, segment: segment.p0 == segment.p1 ? nil : segment, arcLength: segment.s0))
  }

  /// Wedges and caps take the number after their segment's.
  private mutating func addShape(_ points: [Point], _ arcLength: Double) {
    shapes.append(Shape(points: points, order: order + 1, segment: nil, arcLength: arcLength))
  }

  private mutating func addCap(_ p: Point, _ normal: Point, _ arcLength: Double) {
    guard stroker.cap != .butt else { return }
    var points = [p + normal]
    stroker.addCap(p, normal, &points)
    points.append(p - normal)
    addShape(points, arcLength)
  }

  private func square(_ p: Point, _ direction: Point) -> End {
    let normal = direction.perpendicular * stroker.radius
    return End(left: p + normal, middle: p, right: p - normal)
  }

  /// True if a corner needs no wedge.
  private func isSlight(_ corner: StrokeCorner) -> Bool { corner.reach != nil && corner.dot >= stroker.smoothCosine }

  /// The end of a segment and the start of the next one.
  private func ends(_ a: StrokeSegment, _ b: StrokeSegment, _ corner: StrokeCorner?) -> (end: End, next: End) {
    var end = square(a.p1, a.t1)
    var next = square(b.p0, b.t0)
    guard let corner, corner.reach != nil, corner.dot >= 0 else { return (end, next) }
    if isSlight(corner) {
      end.left = corner.turnsLeft ? corner.inside : corner.outside
      end.right = corner.turnsLeft ? corner.outside : corner.inside
      return (end, end)
    }
    if corner.turnsLeft {
      (end.left, next.left) = (corner.inside, corner.inside)
    } else {
      (end.right, next.right) = (corner.inside, corner.inside)
    }
    return (end, next)
  }
}
