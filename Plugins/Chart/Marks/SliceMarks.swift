import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The slices of a donut or a pie, which are swept on clockwise.
struct SliceMarks {
  let context: MarkContext
  let center: Point
  let radius: Double

  private var look: LookParameters { context.parameters.look }
  /// 0 for a pie.
  var innerRadius: Double { radius * Self.hole(context.parameters) }

  /// The hole's share of the radius.
  static func hole(_ parameters: Chart.Parameters) -> Double {
    switch parameters.kind {
    case .pie: 0
    case .radial: parameters.look.hole ?? 0.3
    default: parameters.look.hole ?? 0.64
    }
  }

  /// The angles of slices in degrees clockwise from the top, each as large as its share of the sum.
  static func angles(_ list: ValueList, startAngle: Double) -> [(start: Double, end: Double)] {
    let sizes = list.entries.map { max($0.value * $0.presence, 0) }
    let sum = sizes.reduce(0, +)
    guard sum > 0 else { return sizes.map { _ in (startAngle, startAngle) } }
    var passed = 0.0
    return sizes.map { size in
      let start = startAngle + 360 * (passed / sum)
      passed += size
      return (start, startAngle + 360 * (passed / sum))
    }
  }

  func marks(_ state: MarkState) -> Marks {
    var marks = Marks()
    let list = state.lists[0]
    let sweep = 360 * min(max(state.entrance.growth(0), 0), 1)
    let angles = Self.angles(list, startAngle: look.startAngle)
    let box = Rect(center: center, sides: Point(radius * 2, radius * 2))
    let count = angles.count { $0.end > $0.start }
    for (index, angle) in angles.enumerated() where !list.entries[index].isMissing {
      let end = min(angle.end, look.startAngle + sweep)
      let paint = context.colors.paint(series: 0, value: index, at: state.seconds)
      if end > angle.start {
        let slice = slice(from: angle.start, to: end, gap: count > 1 ? look.sliceGap : 0)
        marks.drawing.fill(slice, paint.paint(in: box))
      }
      let middle = Self.direction((angle.start + angle.end) / 2)
      let size = angle.end - angle.start
      let growth = size > 0 ? min(max((end - angle.start) / size, 0), 1) : (sweep >= 360 ? 1 : 0)
      marks.anchors.append(
        Marks.Anchor(
          series: 0, index: index, value: list.entries[index].value, growth: growth,
          point: center + middle * ((radius + innerRadius) / 2), side: middle, box: nil, paint: paint))
    }
    let tip = center + Self.direction(look.startAngle + sweep) * ((radius + innerRadius) / 2)
    marks.head = sweep > 0 ? (tip, list.known.reduce(0, +) * sweep / 360) : nil
    return marks
  }

  /// The direction at an angle clockwise from the top.
  static func direction(_ degrees: Double) -> Point {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return Point(sine, -cosine)
  }

  /// A slice whose sides keep half of the gap from the radii at its angles, so that gaps are equally wide all along.
  func slice(from start: Double, to end: Double, gap: Double) -> Path {
    let (outer, inner) = (radius, innerRadius)
    if end - start >= 360 - 1e-9, gap == 0 { return Self.ring(center, outer, inner) }
    func inset(_ radius: Double) -> Double {
      gap > 0 && radius > 0 ? asin(min(gap / 2 / radius, 1)) * 180 / .pi : 0
    }
    let outside = inset(outer)
    let from = start + outside
    let sweep = end - outside - from
    guard sweep > 0 else { return .empty }
    let inside = inset(inner)
    return Path { path in
      path.arc(center: center, radius: outer, start: from - 90, sweep: sweep)
      let innerSweep = end - start - 2 * inside
      if inner > 0, innerSweep > 0 {
        path.arc(center: center, radius: inner, start: end - inside - 90, sweep: -innerSweep)
      } else {
        // The point at which both sides meet.
        let half = min((end - start) / 2, 90)
        let distance = gap > 0 ? gap / 2 / max(sineAndCosine(degrees: half).sine, 1e-6) : 0
        path.line(to: center + Self.direction((start + end) / 2) * min(distance, outer))
      }
      path.close()
    }
  }

  static func ring(_ center: Point, _ radius: Double, _ hole: Double) -> Path {
    Path { path in
      path.circle(center: center, radius: radius)
      guard hole > 0 else { return }
      // Runs the other way, so that it is a hole.
      path.move(to: center + Point(hole, 0))
      path.arc(center: center, radius: hole, start: 0, sweep: -360)
      path.close()
    }
  }
}
