import StageKit

/// Bars around a middle, one ring for each value, the first one outermost; all of a ring is the end of the axis.
struct RadialMarks {
  let context: MarkContext
  let center: Point
  let radius: Double

  private var look: LookParameters { context.parameters.look }
  var innerRadius: Double { radius * SliceMarks.hole(context.parameters) }

  /// The distance from ring to ring.
  var step: Double { (radius - innerRadius) / Double(context.data.count) }

  /// The radii of a ring, the inner one first.
  func ring(_ index: Int) -> (inner: Double, outer: Double) {
    let outer = radius - step * Double(index)
    return (outer - step * (1 - look.gap), outer)
  }

  /// The rings as far as bars may come.
  func track(_ color: Color) -> DisplayList {
    let sweep = context.layout.values.end
    return DisplayList { list in
      for index in 0..<context.data.count {
        list.fill(bar(ring(index), from: look.startAngle, to: look.startAngle + sweep), color)
      }
    }
  }

  func marks(_ state: MarkState) -> Marks {
    var marks = Marks()
    let (list, scale) = (state.lists[0], context.layout.values)
    let box = Rect(center: center, sides: Point(radius * 2, radius * 2))
    let base = scale.place(of: scale.base)
    for index in 0..<context.data.count where !list.entry(index).isMissing {
      let entry = list.entry(index)
      let growth = state.growth(0, index, context.parameters.entrance.staggerBy) * entry.presence
      let end = min(base + (scale.place(of: entry.value) - base) * growth, scale.end)
      let ring = ring(index)
      let paint = context.colors.paint(series: 0, value: index, at: state.seconds)
      if end > base {
        marks.drawing.fill(bar(ring, from: look.startAngle + base, to: look.startAngle + end), paint.paint(in: box))
      }
      let way = SliceMarks.direction(look.startAngle + end)
      marks.anchors.append(
        Marks.Anchor(
          series: 0, index: index, value: entry.value, growth: growth,
          point: center + way * ((ring.inner + ring.outer) / 2), side: Point(-way.y, way.x), box: nil, paint: paint))
    }
    marks.head = marks.last.map { ($0.point, $0.value * min($0.growth, 1)) }
    return marks
  }

  /// A part of a ring whose corners are round.
  private func bar(_ ring: (inner: Double, outer: Double), from start: Double, to end: Double) -> Path {
    let width = ring.outer - ring.inner
    let turn = (end - start) * .pi / 180
    guard turn > 0, width > 0 else { return .empty }
    if end - start >= 360 - 1e-9 { return SliceMarks.ring(center, ring.outer, ring.inner) }
    let round = min(look.radius, width / 2)
    // Corners are no longer than half of the arc that they end.
    let (outer, inner) = (min(round, ring.outer * turn / 2), min(round, ring.inner * turn / 2))
    func point(_ radius: Double, _ angle: Double) -> Point { center + SliceMarks.direction(angle) * radius }
    func degrees(_ length: Double, _ radius: Double) -> Double { radius > 0 ? length / radius * 180 / .pi : 0 }
    let (far, near) = (degrees(outer, ring.outer), degrees(inner, ring.inner))
    return Path { path in
      // The control points of a quarter of a circle.
      func corner(_ from: Point, around corner: Point, to: Point) {
        path.line(to: from)
        path.cubic(from + (corner - from) * 0.5523, to + (corner - to) * 0.5523, to: to)
      }
      path.arc(center: center, radius: ring.outer, start: start + far - 90, sweep: end - start - 2 * far)
      corner(point(ring.outer, end - far), around: point(ring.outer, end), to: point(ring.outer - outer, end))
      corner(point(ring.inner + inner, end), around: point(ring.inner, end), to: point(ring.inner, end - near))
      if ring.inner > 0 {
        path.arc(center: center, radius: ring.inner, start: end - near - 90, sweep: 2 * near - (end - start))
      }
      corner(point(ring.inner, start + near), around: point(ring.inner, start), to: point(ring.inner + inner, start))
      corner(point(ring.outer - outer, start), around: point(ring.outer, start), to: point(ring.outer, start + far))
      path.close()
    }
  }
}
