import StageKit

/// Lines through values, which are drawn along their length, with areas below them and markers on them.
struct LineMarks {
  let context: MarkContext

  private var layout: ChartLayout { context.layout }
  private var look: LookParameters { context.parameters.look }
  private var isArea: Bool { context.parameters.kind == .area }

  /// A point of a line, with the other end of its area.
  private struct Place {
    var index: Int
    var value: Double
    var point: Point
    var base: Double
  }

  /// The error allowed in a line's length, relative to its size.
  private static let tolerance = 1e-6

  func marks(_ state: MarkState) -> Marks {
    var marks = Marks()
    var sums = [Double?](repeating: 0, count: layout.count)
    var lines = DisplayList()
    let runs = state.lists.enumerated().map { self.runs($0, $1, sums: &sums) }
    // Highlighted ones are on top.
    let top = context.colors.highlightedSeries
    for series in runs.indices.filter({ $0 != top }) + [top].compactMap(\.self) {
      let head = draw(
        series, runs[series], state, areas: &marks.drawing, lines: &lines, anchors: &marks.anchors)
      if series == 0 { marks.head = head }
    }
    marks.anchors.sort { ($0.series, $0.index) < ($1.series, $1.index) }
    marks.drawing.append(lines)
    return marks
  }

  /// The places of values without a gap between them. In a stack a gap is one for all that is above it, too, since nobody knows
  /// where that lies.
  private func runs(_ series: Int, _ list: ValueList, sums: inout [Double?]) -> [[Place]] {
    let isStacked = context.parameters.stacked
    let places = context.data.shown[series].places
    var runs: [[Place]] = [[]]
    for index in 0..<layout.count {
      let entry = list.entry(index)
      if isStacked, entry.presence < 0.5 { sums[index] = nil }
      guard entry.presence >= 0.5, let sum = sums[index], places.isEmpty || index < places.count else {
        if runs[runs.count - 1].count > 0 { runs.append([]) }
        continue
      }
      let across = layout.places.map { $0.place(of: places[index]) } ?? layout.center(Double(index))
      let low = isStacked ? sum : layout.values.base
      let high = isStacked ? low + entry.value * entry.presence : entry.value
      if isStacked { sums[index] = high }
      runs[runs.count - 1].append(
        Place(
          index: index, value: entry.value, point: Point(across, layout.values.place(of: high)),
          base: layout.values.place(of: low)))
    }
    return runs.filter { !$0.isEmpty }
  }

  /// Draws a series, and returns the end of its line as far as it is drawn.
  private func draw(
    _ series: Int, _ runs: [[Place]], _ state: MarkState, areas: inout DisplayList, lines: inout DisplayList,
    anchors: inout [Marks.Anchor]
  ) -> (point: Point, value: Double)? {
    let growth = min(max(state.entrance.growth(series), 0), 1)
    let paint = context.colors.paint(series: series, value: nil, at: state.seconds)
    let line = Path { path in
      for run in runs where run.count > 1 {
        path.move(to: run[0].point)
        ChartCurve.append(run.map(\.point), isSmooth: context.parameters.smooth, to: &path)
      }
    }
    var drawn = line
    var head = runs.last?.last?.point
    if growth < 1 {
      let measure = PathMeasure(line, tolerance: Self.tolerance)
      drawn = measure.subpath(from: 0, to: measure.length * growth)
      head = growth > 0 ? measure.location(at: measure.length * growth)?.point ?? head : nil
    }
    if isArea { area(runs, upTo: growth < 1 ? head : nil, growth, paint, onto: &areas) }
    if !drawn.isEmpty, look.lineWidth > 0 {
      let bounds = line.controlBounds ?? layout.plot
      let length = paint.isAlongPath ? PathMeasure(line, tolerance: Self.tolerance).length : nil
      lines.stroke(
        drawn, paint.paint(in: bounds, along: length), StrokeStyle(width: look.lineWidth, cap: .round, join: .round))
    }
    let room = max(look.lineWidth * 2, 1)
    let way = layout.isMirrored ? -1.0 : 1
    for run in runs {
      for place in run {
        // A value is there once the line has come to it.
        let reached = growth >= 1 ? 1 : head.map { min(max(($0.x - place.point.x) * way / room, 0), 1) } ?? 0
        mark(series, place, alone: run.count == 1, reached, state, onto: &lines, &anchors)
      }
    }
    return head.map { ($0, value(at: $0)) }
  }

  private func mark(
    _ series: Int, _ place: Place, alone: Bool, _ reached: Double, _ state: MarkState, onto list: inout DisplayList,
    _ anchors: inout [Marks.Anchor]
  ) {
    let paint = context.colors.paint(series: series, value: place.index, at: state.seconds)
    let own = context.colors.paint(series: series, value: nil, at: state.seconds)
    let isPointedOut = context.colors.category == place.index
    var radius = look.marker ?? 0
    if alone { radius = max(radius, look.lineWidth / 2) }
    if isPointedOut { radius = max(radius, look.lineWidth * 1.7) }
    if radius > 0, reached > 0 {
      let circle = Path.circle(center: place.point, radius: radius * reached)
      let bounds = Rect(center: place.point, sides: Point(radius * 2, radius * 2))
      if isPointedOut {
        list.fill(.circle(center: place.point, radius: radius * 2 * reached), paint.mean.opacity(0.25))
      }
      list.fill(circle, (isPointedOut ? paint : own).flat.paint(in: bounds))
    }
    anchors.append(
      Marks.Anchor(
        series: series, index: place.index, value: place.value, growth: reached, point: place.point,
        side: Point(0, -1), box: nil, paint: paint))
  }

  /// The value at a height of the plot.
  private func value(at point: Point) -> Double {
    let scale = layout.values
    let share = (point.y - scale.start) / (scale.end - scale.start)
    return scale.domain.lowerBound + (scale.domain.upperBound - scale.domain.lowerBound) * share
  }

  private func area(
    _ runs: [[Place]], upTo head: Point?, _ growth: Double, _ paint: PaintValue, onto list: inout DisplayList
  ) {
    guard growth > 0 else { return }
    let isSmooth = context.parameters.smooth
    let area = Path { path in
      for run in runs where run.count > 1 {
        path.move(to: run[0].point)
        ChartCurve.append(run.map(\.point), isSmooth: isSmooth, to: &path)
        let back = run.reversed().map { Point($0.point.x, $0.base) }
        path.line(to: back[0])
        ChartCurve.append(back, isSmooth: isSmooth && context.parameters.stacked, to: &path)
        path.close()
      }
    }
    guard let bounds = area.controlBounds else { return }
    let opacity = look.fill ?? (context.parameters.stacked ? 0.85 : 0.42)
    let fill = fill(paint, opacity, in: bounds)
    guard let head else { return list.fill(area, fill) }
    let (left, right) = layout.isMirrored ? (head.x, bounds.maxX + 1) : (bounds.minX - 1, head.x)
    let shown = Rect(x: left, y: bounds.minY - 1, width: max(right - left, 0), height: bounds.height + 2)
    if !shown.isEmpty { list.group(clip: Clip(.rect(shown))) { $0.fill(area, fill) } }
  }

  /// A color fades toward the baseline, but in a stack it does not.
  private func fill(_ paint: PaintValue, _ opacity: Double, in bounds: Rect) -> Paint {
    guard !context.parameters.stacked, case .color(let color) = paint else {
      return paint.flat.faded(opacity).paint(in: bounds)
    }
    let base = layout.values.place(of: layout.values.base)
    let top = bounds.minY < base ? bounds.minY : bounds.maxY
    return .linear(
      from: Point(0, top), to: Point(0, base),
      stops: [GradientStop(0, color.opacity(opacity)), GradientStop(1, color.opacity(opacity * 0.06))])
  }
}

extension PaintValue {
  /// A paint for filling: in place of a gradient along a path its mean color.
  var flat: PaintValue { isAlongPath ? .color(mean) : self }
}
