import StageKit

/// Bars from the baseline, side by side or stacked, with round corners at their free ends.
struct BarMarks {
  let context: MarkContext

  private var layout: ChartLayout { context.layout }
  private var look: LookParameters { context.parameters.look }

  func marks(_ state: MarkState) -> Marks {
    var marks = Marks()
    for index in order(state) {
      if context.parameters.stacked {
        stack(index, state, onto: &marks)
      } else {
        group(index, state, onto: &marks)
      }
    }
    marks.anchors.sort { ($0.series, $0.index) < ($1.series, $1.index) }
    marks.head = marks.last.map { ($0.point, $0.value * min($0.growth, 1)) }
    return marks
  }

  /// Where bars pass each other, the larger ones are on top.
  private func order(_ state: MarkState) -> [Int] {
    guard context.parameters.sorted else { return Array(0..<layout.count) }
    let list = state.lists[0]
    return (0..<layout.count).sorted { (list.entry($0).value, $1) < (list.entry($1).value, $0) }
  }

  /// The place of a category: in order of the values where the job wants that.
  private func center(_ index: Int, _ state: MarkState) -> Double {
    layout.center(context.parameters.sorted ? state.lists[0].entry(index).rank : Double(index))
  }

  private func paint(_ series: Int, _ index: Int, _ state: MarkState) -> PaintValue {
    context.colors.paint(series: series, value: index, at: state.seconds)
  }

  private func group(_ index: Int, _ state: MarkState, onto marks: inout Marks) {
    let count = Double(state.lists.count)
    let band = layout.step * (1 - look.gap)
    let gap = count > 1 ? min(look.barGap, band / 2 / (count - 1)) : 0
    let width = (band - gap * (count - 1)) / count
    let start = center(index, state) - band / 2
    let base = layout.values.place(of: layout.values.base)
    for (series, list) in state.lists.enumerated() {
      let entry = list.entry(index)
      guard !entry.isMissing else { continue }
      let growth = state.growth(series, index, context.parameters.entrance.staggerBy)
      let end = base + (layout.values.place(of: entry.value) - base) * growth * entry.presence
      let turn = layout.isMirrored && !layout.isHorizontal ? state.lists.count - 1 - series : series
      let across = start + Double(turn) * (width + gap)
      let paint = paint(series, index, state)
      let bar = rect(across...(across + width), from: base, to: end)
      if !bar.isEmpty {
        let isForward = entry.value >= layout.values.base
        marks.drawing.fill(.roundedRect(bar, radii: radii(isForward: isForward)), paint.paint(in: bar))
      }
      marks.anchors.append(
        Marks.Anchor(
          series: series, index: index, value: entry.value, growth: growth * entry.presence,
          point: layout.point(across + width / 2, end), side: side(isForward: entry.value >= 0), box: nil,
          paint: paint))
    }
  }

  private struct Segment {
    var rect: Rect
    var paint: PaintValue
  }

  /// Values above 0 go one way from the baseline, values below it the other.
  private func stack(_ index: Int, _ state: MarkState, onto marks: inout Marks) {
    let band = layout.step * (1 - look.gap)
    let start = center(index, state) - band / 2
    var segments: [Bool: [Segment]] = [:]
    var sums: [Bool: Double] = [:]
    for (series, list) in state.lists.enumerated() {
      let entry = list.entry(index)
      guard !entry.isMissing else { continue }
      let growth = state.growth(series, index, context.parameters.entrance.staggerBy)
      let isForward = entry.value >= 0
      let low = sums[isForward] ?? 0
      let high = low + entry.value * growth * entry.presence
      sums[isForward] = high
      let (from, to) = (layout.values.place(of: low), layout.values.place(of: high))
      let rect = rect(start...(start + band), from: from, to: to)
      let paint = paint(series, index, state)
      if !rect.isEmpty { segments[isForward, default: []].append(Segment(rect: rect, paint: paint)) }
      marks.anchors.append(
        Marks.Anchor(
          series: series, index: index, value: entry.value, growth: growth * entry.presence,
          point: layout.point(start + band / 2, to), side: .zero, box: rect, paint: paint))
    }
    for isForward in [true, false] { draw(segments[isForward] ?? [], isForward: isForward, onto: &marks.drawing) }
  }

  /// Draws a stack, whose last segment has round corners; where it is too short for them, all of the stack is cut.
  private func draw(_ segments: [Segment], isForward: Bool, onto list: inout DisplayList) {
    guard let last = segments.last else { return }
    let radii = radii(isForward: isForward)
    let length = layout.isHorizontal ? last.rect.width : last.rect.height
    if look.radius <= length || segments.count == 1 {
      for segment in segments.dropLast() { list.fill(.rect(segment.rect), segment.paint.paint(in: segment.rect)) }
      list.fill(.roundedRect(last.rect, radii: radii), last.paint.paint(in: last.rect))
    } else {
      let whole = segments.dropFirst().reduce(segments[0].rect) { $0.union($1.rect) }
      list.group(clip: Clip(.roundedRect(whole, radii: radii))) { list in
        for segment in segments { list.fill(.rect(segment.rect), segment.paint.paint(in: segment.rect)) }
      }
    }
  }

  private func rect(_ across: ClosedRange<Double>, from: Double, to: Double) -> Rect {
    Rect(from: layout.point(across.lowerBound, from), to: layout.point(across.upperBound, to))
  }

  private func side(isForward: Bool) -> Point {
    layout.isHorizontal ? Point(isForward != layout.isMirrored ? 1 : -1, 0) : Point(0, isForward ? -1 : 1)
  }

  private func radii(isForward: Bool) -> CornerRadii {
    let r = look.radius
    switch (layout.isHorizontal, isForward != (layout.isHorizontal && layout.isMirrored)) {
    case (false, true): return CornerRadii(topLeft: r, topRight: r)
    case (false, false): return CornerRadii(bottomRight: r, bottomLeft: r)
    case (true, true): return CornerRadii(topRight: r, bottomRight: r)
    case (true, false): return CornerRadii(topLeft: r, bottomLeft: r)
    }
  }
}
