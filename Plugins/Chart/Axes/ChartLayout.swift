import StageKit

/// The places of a chart's parts, which no value changes.
struct ChartLayout: Sendable {
  let box: Rect
  /// The area of bars, lines and markers.
  let plot: Rect
  let values: Scale
  /// Along the other axis, where values have places.
  let places: Scale?
  /// The places of the grid's lines along the axis of values, and along that of places.
  let grid: (values: [Double], places: [Double])
  /// The numbers of the axes, and the categories where these stay in their places.
  let tickTexts: [PlacedText]
  /// A text for each category; empty where there are none. They are in their places, except where bars are in order of their
  /// values.
  let categories: [PlacedText]
  /// The step from one category whose text is kept to the next.
  let categoryStride: Int
  let legend: Legend?
  /// True where a value lies beyond the axes.
  let isExceeded: Bool
  let isHorizontal: Bool
  /// True where categories are points from edge to edge, and not bands.
  let hasPoints: Bool
  let count: Int

  /// The distance from category to category.
  var step: Double {
    let length = isHorizontal ? plot.height : plot.width
    return hasPoints ? (count > 1 ? length / Double(count - 1) : length) : length / Double(count)
  }

  /// The distance in categories from which on the texts of two do not overlap.
  func textDistance(_ size: Double) -> Double { isHorizontal ? min(size * 1.4 / step, 1) : 1 }

  /// The place of a category, or of one between two, along its axis.
  func center(_ index: Double) -> Double {
    let start = isHorizontal ? plot.minY : plot.minX
    if hasPoints { return count > 1 ? start + index * step : plot.center.x }
    return start + (index + 0.5) * step
  }

  /// A point by its place along the categories and along the values.
  func point(_ across: Double, _ along: Double) -> Point {
    isHorizontal ? Point(along, across) : Point(across, along)
  }
}

/// Works out a chart's layout from the inside of its texts to the outside of its plot.
struct ChartLayoutPlan {
  let parameters: Chart.Parameters
  let data: ChartData
  let setter: Typesetter
  let format: NumberFormat
  let box: Rect
  let legend: Legend?
  /// The widest and highest of the labels of values.
  let labelSize: Size

  private var kind: ChartKind { parameters.kind }
  private var isHorizontal: Bool { parameters.isHorizontal }
  private var hasPoints: Bool { kind.isLine }

  private struct Insets {
    var left = 0.0
    var right = 0.0
    var top = 0.0
    var bottom = 0.0
  }

  func layout(_ domain: ValueDomain, places: ValueDomain?, hasNegatives: Bool) throws -> ChartLayout {
    let hasAxes = kind != .sparkline
    let ticks = hasAxes ? domain.ticks : []
    var tickTexts: [PlacedText] = []
    if hasAxes, parameters.valueAxis.labels {
      tickTexts = try format.strings(ofTicks: ticks, step: domain.step).map { try setter.text($0) }
    }
    var categories: [PlacedText] = []
    if hasAxes, parameters.categoryAxis.labels { categories = try categoryTexts(places) }
    var insets = insets(tickTexts, categories, hasNegatives: hasNegatives)
    var plot = try plot(insets)
    let rows = legend?.rows(width: plot.width) ?? []
    if let legend, !rows.isEmpty {
      insets.top += legend.height(rows)
      plot = try self.plot(insets)
    }
    let wrapped = try wrapped(categories, places: places, in: plot)
    if let wrapped {
      let before = categories
      categories = wrapped
      insets.bottom += (wrapped.map(\.size.height).max() ?? 0) - (before.map(\.size.height).max() ?? 0)
      plot = try self.plot(insets)
    }
    let values =
      isHorizontal
      ? Scale(domain: domain.range, start: plot.minX, end: plot.maxX)
      : Scale(domain: domain.range, start: plot.maxY, end: plot.minY)
    let placeScale = places.map { Scale(domain: $0.range, start: plot.minX, end: plot.maxX) }
    let bare = ChartLayout(
      box: box, plot: plot, values: values, places: placeScale, grid: ([], []), tickTexts: [], categories: [],
      categoryStride: 1, legend: nil, isExceeded: false, isHorizontal: isHorizontal, hasPoints: hasPoints,
      count: data.count)
    tickTexts = placedTicks(tickTexts, at: ticks.map(values.place(of:)), in: plot)
    let placeTicks = hasAxes ? places?.ticks ?? [] : []
    categories = categories.enumerated().map { index, text in
      let place = placeScale.map { $0.place(of: placeTicks[index]) } ?? bare.center(Double(index))
      return isHorizontal
        ? text.placed(Point(1, 0.5), at: Point(plot.minX - setter.gap, place))
        : text.placed(Point(0.5, 0), at: Point(place, plot.maxY + belowRoom(hasNegatives) + setter.gap))
    }
    let stride =
      isHorizontal
      ? categories.stride(gap: 0) { ($0.minY, $0.maxY) }
      : categories.stride(gap: setter.gap) { ($0.minX, $0.maxX) }
    if places != nil {
      tickTexts += categories.every(stride)
      categories = []
    }
    return ChartLayout(
      box: box, plot: plot, values: values, places: placeScale,
      grid: (
        parameters.valueAxis.grid ? ticks.map(values.place(of:)) : [],
        parameters.categoryAxis.grid ? placeTicks.compactMap { placeScale?.place(of: $0) } : []
      ), tickTexts: tickTexts, categories: categories, categoryStride: stride,
      legend: legend?.placed(rows, at: Point(plot.minX, box.minY)),
      isExceeded: domain.isExceeded || places?.isExceeded == true, isHorizontal: isHorizontal, hasPoints: hasPoints,
      count: data.count)
  }

  private func categoryTexts(_ places: ValueDomain?) throws -> [PlacedText] {
    if let places {
      let format = try NumberFormat(
        parameters.categoryAxis.format, locale: parameters.type.language ?? "", setter.context)
      return try format.strings(ofTicks: places.ticks, step: places.step).map { try setter.text($0) }
    }
    let limit = isHorizontal ? box.width * 0.4 : nil
    return try data.labels.map { label in
      let text = try setter.text(label)
      guard let limit, text.size.width > limit else { return text }
      return try setter.text(label, maximumWidth: limit)
    }
  }

  /// Texts that are broken into lines as wide as their bands, where they are wider and that helps.
  private func wrapped(_ texts: [PlacedText], places: ValueDomain?, in plot: Rect) throws -> [PlacedText]? {
    let room = plot.width / Double(max(data.count - (hasPoints ? 1 : 0), 1)) - setter.gap
    guard !isHorizontal, places == nil, (2...24).contains(texts.count), room > 0,
      texts.contains(where: { $0.size.width > room })
    else { return nil }
    let words = data.labels.flatMap { $0.split(separator: " ") }
    guard try words.allSatisfy({ try setter.text(String($0)).size.width <= room }) else { return nil }
    return try data.labels.map { try setter.text($0, maximumWidth: room) }
  }

  private func belowRoom(_ hasNegatives: Bool) -> Double {
    parameters.hasLabelsBeyondBars && hasNegatives && !isHorizontal ? labelSize.height : 0
  }

  private func insets(_ ticks: [PlacedText], _ categories: [PlacedText], hasNegatives: Bool) -> Insets {
    let gap = setter.gap
    func widest(_ texts: [PlacedText]) -> Double { texts.map(\.size.width).max() ?? 0 }
    func highest(_ texts: [PlacedText]) -> Double { texts.map(\.size.height).max() ?? 0 }
    func room(_ length: Double) -> Double { length > 0 ? length + gap : 0 }
    var result = Insets()
    let beside = labelSize.width > 0 ? labelSize.width + gap : 0
    if isHorizontal {
      result.left = room(widest(categories))
      result.bottom = room(highest(ticks)) * 1.05
      result.right = max((ticks.last?.size.width ?? 0) / 2, parameters.hasLabelsBeyondBars ? beside : 0)
      if parameters.hasLabelsBeyondBars, hasNegatives { result.left += beside }
      return result
    }
    result.left = room(widest(ticks))
    result.top = highest(ticks) / 2
    result.bottom = max(room(highest(categories)) * 1.05, highest(ticks) / 2)
    if parameters.hasLabelsBeyondBars {
      let margin = kind == .bar ? 0 : parameters.margin
      result.top = max(result.top, labelSize.height + gap * 0.4 + margin)
      result.bottom += belowRoom(hasNegatives)
    }
    if parameters.hasLabelsBesideLines { result.right = beside }
    if hasPoints || kind == .scatter {
      let margin = parameters.margin
      result.left = max(result.left, margin, (categories.first?.size.width ?? 0) / 2)
      result.right = max(result.right, margin, (categories.last?.size.width ?? 0) / 2)
      (result.top, result.bottom) = (max(result.top, margin), max(result.bottom, margin))
    }
    return result
  }

  private func plot(_ insets: Insets) throws -> Rect {
    let plot = Rect(
      x: box.x + insets.left, y: box.y + insets.top, width: box.width - insets.left - insets.right,
      height: box.height - insets.top - insets.bottom)
    guard plot.width >= 1, plot.height >= 1 else {
      throw StageError(
        "the texts leave no room for the chart", parameter: plot.width < 1 ? "width" : "height",
        hint: "Make it larger, or its text smaller.")
    }
    return plot
  }

  /// The numbers of ticks at their places, without those that would overlap.
  private func placedTicks(_ texts: [PlacedText], at places: [Double], in plot: Rect) -> [PlacedText] {
    let placed = zip(texts, places).map { text, place in
      isHorizontal
        ? text.placed(Point(0.5, 0), at: Point(place, plot.maxY + setter.gap))
        : text.placed(Point(1, 0.5), at: Point(plot.minX - setter.gap, place))
    }
    // Values go up, and places go down.
    let stride =
      isHorizontal
      ? placed.stride(gap: setter.gap) { ($0.minX, $0.maxX) }
      : placed.stride(gap: 0) { (-$0.maxY, -$0.minY) }
    return placed.every(stride)
  }
}
