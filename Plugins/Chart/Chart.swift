import StageKit

@_cdecl("pipeline_stages_Chart") public func stages() { StageModule.offer(Chart.self) }

/// Values as bars, lines, slices or markers, with axes and labels.
public struct Chart: Stage {
  public static let definition = StageDefinition(
    Self.self, "chart", version: 1,
    "Data as bars, lines, areas, slices or points, with axes and numbers as the locale writes them.",
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 2,
      """
      {
        "id": "riders",
        "stage": "chart",
        "parameters": {
          "labels": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
          "values": [3200, 3900, 3600, 4400, 5200, 7100, 6300],
          "highlight": "Sat", "highlightColor": "#FFB347", "valueLabels": "highlight",
          "width": 420, "height": 240, "size": 15, "radius": 6
        }
      }
      """))

  private let parameters: Parameters
  private let data: ChartData
  private let colors: ChartColors
  let layout: ChartLayout
  private let labels: ValueLabels
  private let slices: SliceLabels?
  private let rings: RadialLabels?
  private let annotations: Annotations
  private let turns: [Double]
  private let context: MarkContext

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let kind = parameters.kind
    let data = try ChartData(
      parameters.data, takesPlaces: kind.takesPlaces, needsPlaces: kind == .scatter, context)
    self.data = data
    try Self.check(data, parameters)
    if kind.isSliced, data.allLists.allSatisfy({ $0.allSatisfy { $0.known.allSatisfy { $0 == 0 } } }) {
      context.warn("a \(kind.noun) of values that are all 0 has no slices")
    }
    let colors = try ChartColors(
      parameters.colors, data, isSliced: kind.isRound, background: context.composition.background)
    let setter = Typesetter(parameters.type, context)
    let format = try NumberFormat(parameters.format, locale: parameters.type.language ?? "", context)
    let box = Rect(center: context.composition.bounds.center, size: Size(parameters.width, parameters.height))
    var labels = try ValueLabels(parameters, data, format, setter, colors)
    let names = data.shown.map(\.name)
    let hasLegend = parameters.labels.legend && names.count > 1 && !kind.isRound && kind != .sparkline
    let annotations = try Annotations(parameters, data, setter)
    let plan = ChartLayoutPlan(
      parameters: parameters, data: data, setter: setter, format: format, box: box,
      legend: hasLegend ? try Legend(names, setter) : nil, annotations: annotations,
      isMirrored: parameters.mirrored ?? context.composition.isMirrored, labelSize: labels.size)
    let rings = kind == .radial ? try RadialLabels(labels, data) : nil
    let layout: ChartLayout
    if let rings {
      layout = try ChartLayout(rings: box, parameters, data, hasLabels: rings.width > 0)
    } else {
      layout = kind.isSliced ? ChartLayout(sliced: box) : try Self.layout(plan)
    }
    if kind == .bar { labels.fit(to: layout, series: parameters.stacked ? 1 : data.shown.count, context) }
    let room = rings.map { Self.rings(in: box, $0).radius }
    if let room, room < 1 {
      throw StageError(
        "the texts leave no room for the chart", parameter: parameters.$width.location,
        hint: "Make it larger, or its text smaller.")
    }
    let slices = kind.isRound ? try SliceLabels(labels, data, in: box, ringRadius: room) : nil
    let byValue = parameters.entrance.staggerBy == .value && !kind.isLine
    turns = parameters.entrance.order.turns(
      kind.isSliced ? 1 : byValue ? data.count : data.shown.count, seed: parameters.entrance.seed)
    self.context = MarkContext(layout: layout, parameters: parameters, data: data, colors: colors)
    (self.colors, self.layout, self.labels, self.slices) = (colors, layout, labels, slices)
    (self.rings, self.annotations) = (rings, annotations)
    if parameters.stacked, kind == .area, data.hasHiddenValues {
      context.warn("a missing value is a gap in the stack, also in the series above it")
    }
    try slices?.warn(context)
    if !kind.isRound, parameters.labels.valueLabels != .none {
      let missing = try [0, max(context.composition.duration, data.settlingTime ?? 0)].map { seconds in
        let rest = MarkState(lists: data.lists(at: seconds), entrance: entrance(1), seconds: seconds)
        return try labels.missing(of: marks(rest), in: layout)
      }
      labels.warn(ofMissing: missing.max() ?? 0, context)
    }
  }

  /// The middle and the radius of rings beside their texts.
  private static func rings(in box: Rect, _ labels: RadialLabels) -> (center: Point, radius: Double) {
    let x = max(box.center.x, box.minX + labels.width)
    return (Point(x, box.center.y), min(box.height / 2, box.maxX - x))
  }

  // MARK: Time

  public var moments: [Moment.Time] { parameters.entrance.end.map { [parameters.entrance.arrived.at($0)] } ?? [] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    guard parameters.entrance.progress == nil else { return moments.ordered(until: seconds) }
    var starts: [Double] = []
    for start in entrance(1).starts where !starts.contains(start) { starts.append(start) }
    return (starts.map(parameters.entrance.entered.at) + moments).ordered(until: seconds)
  }

  public var duration: Double? {
    latestSettlingTime(
      of: data, parameters.colors, parameters.entrance, parameters.placement, parameters.shadow)
  }

  private func entrance(_ progress: Double) -> Entrance {
    Entrance(parameters.entrance, turns: turns, progress: progress)
  }

  private func progress(at seconds: Double, _ inputs: Inputs) throws -> Double {
    let entrance = parameters.entrance
    var progress = entrance.duration > 0 ? seconds / entrance.duration : 1
    if inputs.isConnected(entrance.progressInput) {
      progress = try inputs[entrance.progressInput] ?? 0
    } else if let given = entrance.progress {
      progress = given.value(at: seconds)
    }
    return progress > 0 ? min(progress, 1) : 0
  }

  // MARK: Drawing

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let placed = try parameters.placement.placed(layout.box, at: time, inputs)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    let progress = try progress(at: seconds, inputs)
    let state = MarkState(lists: data.lists(at: seconds), entrance: entrance(progress), seconds: seconds)
    let marks = marks(state)
    let total = state.lists.reduce(0) { sum, list in list.entries.reduce(sum) { $0 + $1.value * $1.presence } }
    frame[parameters.total] = total
    frame[parameters.head] = marks.head.map { placed.transform.apply($0.point) }
    frame[parameters.headValue] = marks.head?.value
    frame[parameters.last] = marks.last.map { placed.transform.apply($0.point) }
    frame[parameters.highlighted] = highlighted(marks).map { placed.transform.apply($0.point) }
    guard placed.isVisible, progress > 0 else { return frame }
    var texts = DisplayList()
    let drawing = try DisplayList { list in
      try draw(marks, state, total: total, texts: &texts, onto: &list)
      list.append(texts)
    }
    frame.drawing = placed.layer(
      drawing, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    // They are read once all is there.
    if progress >= 1 { frame.legibleText = placed.layer(texts) }
    return frame
  }

  private func marks(_ state: MarkState) -> Marks {
    switch parameters.kind {
    case .bar: BarMarks(context: context).marks(state)
    case .line, .area, .sparkline: LineMarks(context: context).marks(state)
    case .scatter: ScatterMarks(context: context).marks(state)
    case .donut, .pie: sliceMarks.marks(state)
    case .radial: radialMarks?.marks(state) ?? Marks()
    }
  }

  private var radialMarks: RadialMarks? {
    guard let rings else { return nil }
    let place = Self.rings(in: layout.box, rings)
    return RadialMarks(context: context, center: place.center, radius: place.radius)
  }

  private var sliceMarks: SliceMarks {
    SliceMarks(
      context: context, center: layout.box.center, radius: slices?.radius ?? 0)
  }

  /// The first value that is pointed out; of a series the last.
  private func highlighted(_ marks: Marks) -> Marks.Anchor? {
    if let category = colors.category { return marks.anchors.first { $0.index == category } }
    return colors.highlightedSeries.flatMap { series in marks.anchors.last { $0.series == series } }
  }

  private func draw(
    _ marks: Marks, _ state: MarkState, total: Double, texts: inout DisplayList, onto list: inout DisplayList
  ) throws {
    let color = colors.text(at: state.seconds)
    let opacity = state.entrance.surroundings
    let rest = MarkState(lists: state.lists, entrance: entrance(1), seconds: state.seconds)
    if let radial = radialMarks, let rings {
      if parameters.valueAxis.grid { list.append(radial.track(colors.grid(at: state.seconds).opacity(opacity))) }
      list.append(marks.drawing)
      try rings.draw(marks, in: radial, color, opacity: opacity, onto: &texts)
      try slices?.drawMiddle(
        state.lists[0], total: total, growth: min(state.entrance.growth(0), 1), center: radial.center, color,
        opacity: opacity, onto: &texts)
      return
    }
    if let slices {
      let ring = sliceMarks
      list.append(marks.drawing)
      try slices.draw(marks, total: total, center: ring.center, color, opacity: opacity, onto: &texts)
      try slices.drawMiddle(
        state.lists[0], total: total, growth: min(state.entrance.growth(0), 1), center: ring.center, color,
        opacity: opacity, onto: &texts)
      return
    }
    let axes = AxisDrawing(
      layout: layout, parameters: parameters, colors: colors, seconds: state.seconds)
    annotations.drawBands(color, in: layout, opacity: opacity, onto: &list)
    axes.drawGrid(opacity: opacity, onto: &list)
    if parameters.kind != .bar { axes.drawBaseline(opacity: opacity, onto: &list) }
    if layout.isExceeded {
      list.group(clip: Clip(.rect(layout.plot))) { $0.append(marks.drawing) }
    } else {
      list.append(marks.drawing)
    }
    if parameters.kind == .bar { axes.drawBaseline(opacity: opacity, onto: &list) }
    layout.legend?.drawSwatches(
      opacity: opacity, paint: { colors.paint(series: $0, value: nil, at: state.seconds).flat }, onto: &list)
    layout.legend?.drawNames(color, opacity: opacity, onto: &texts)
    axes.drawTexts(ranks: parameters.sorted ? state.lists[0] : nil, opacity: opacity, onto: &texts)
    // A number is not over the bar of another either.
    let distance = min(layout.textDistance(parameters.type.size) / 2 + (1 - parameters.look.gap) / 2, 1)
    let clarity = { (anchor: Marks.Anchor) in
      parameters.sorted ? state.lists[0].clarity(anchor.index, distance: distance) : 1
    }
    let still = state.entrance.progress >= 1 ? marks : self.marks(rest)
    let numbers = try labels.draw(marks, rest: still, in: layout, color, clarity: clarity, onto: &texts)
    // They come in last.
    let late = min(max((state.entrance.progress - 0.7) / 0.3, 0), 1)
    annotations.draw(
      color, in: layout, marks, numbers, lift: labels.size.height, opacity: late, onto: &list, texts: &texts)
  }
}
