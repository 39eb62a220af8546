import StageKit

/// The places of a chart's parts, which no value changes.
struct ChartLayout: Sendable {
  let box: Rect
  /// The area of bars, lines and markers.
  let plot: Rect
  var values: Scale
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
  /// True where it runs from the right to the left.
  var isMirrored = false
  /// The edge at which texts beside lines begin, and the lower one of notes above values.
  var besideX = 0.0
  var notesY = 0.0

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
    if hasPoints, count == 1 { return plot.center.x }
    let distance = (hasPoints ? index : index + 0.5) * step
    return isMirrored && !isHorizontal ? plot.maxX - distance : start + distance
  }

  /// The part of the plot between two places along the values.
  func across(from low: Double, to high: Double) -> Rect {
    let (start, end) = isHorizontal ? (plot.minY, plot.maxY) : (plot.minX, plot.maxX)
    return Rect(from: point(start, low), to: point(end, high))
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
  let annotations: Annotations
  let isMirrored: Bool
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
    addAnnotations(to: &insets)
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
    let (left, right) = isMirrored ? (plot.maxX, plot.minX) : (plot.minX, plot.maxX)
    let values =
      isHorizontal
      ? Scale(domain: domain.range, start: left, end: right)
      : Scale(domain: domain.range, start: plot.maxY, end: plot.minY)
    let placeScale = places.map { Scale(domain: $0.range, start: left, end: right) }
    var bare = ChartLayout(
      box: box, plot: plot, values: values, places: placeScale, grid: ([], []), tickTexts: [], categories: [],
      categoryStride: 1, legend: nil, isExceeded: false, isHorizontal: isHorizontal, hasPoints: hasPoints,
      count: data.count)
    bare.isMirrored = isMirrored
    tickTexts = placedTicks(tickTexts, ticks, at: ticks.map(values.place(of:)), in: plot)
    let placeTicks = hasAxes ? places?.ticks ?? [] : []
    categories = categories.enumerated().map { index, text in
      let place = placeScale.map { $0.place(of: placeTicks[index]) } ?? bare.center(Double(index))
      return isHorizontal
        ? beside(text, at: place, of: plot, distance: besideRoom(hasNegatives))
        : text.placed(Point(0.5, 0), at: Point(place, plot.maxY + belowRoom(hasNegatives) + setter.gap))
    }
    let zero = placeTicks.firstIndex(of: 0) ?? 0
    let stride =
      isHorizontal
      ? categories.stride(gap: 0) { ($0.minY, $0.maxY) }
      : categories.stride(gap: setter.gap, keeping: zero, alongX)
    if places != nil {
      tickTexts += categories.every(stride, keeping: zero)
      categories = []
    }
    var layout = ChartLayout(
      box: box, plot: plot, values: values, places: placeScale,
      grid: (
        parameters.valueAxis.grid ? ticks.map(values.place(of:)) : [],
        parameters.categoryAxis.grid ? placeTicks.compactMap { placeScale?.place(of: $0) } : []
      ), tickTexts: tickTexts, categories: categories, categoryStride: stride,
      legend: legend?.placed(rows, at: Point(left, box.minY), isMirrored: isMirrored),
      isExceeded: domain.isExceeded || places?.isExceeded == true, isHorizontal: isHorizontal, hasPoints: hasPoints,
      count: data.count)
    layout.isMirrored = isMirrored
    let numbers = parameters.hasLabelsBesideLines && labelSize.width > 0 ? labelSize.width + setter.gap : 0
    layout.besideX = right + (numbers + setter.gap) * (isMirrored ? -1 : 1)
    layout.notesY = plot.minY - insets.top + (legend?.height(rows) ?? 0) + annotations.aboveHeight - setter.gap * 1.6
    return layout
  }

  /// A text of the axis at the side on which the chart begins, `distance` away from the plot.
  private func beside(_ text: PlacedText, at place: Double, of plot: Rect, distance: Double = 0) -> PlacedText {
    isMirrored
      ? text.placed(Point(0, 0.5), at: Point(plot.maxX + setter.gap + distance, place))
      : text.placed(Point(1, 0.5), at: Point(plot.minX - setter.gap - distance, place))
  }

  /// The ends of a text along the horizontal axis, the one that comes first before the other.
  private func alongX(_ box: Rect) -> (start: Double, end: Double) {
    isMirrored ? (-box.maxX, -box.minX) : (box.minX, box.maxX)
  }

  private func addAnnotations(to insets: inout Insets) {
    let size = annotations.besideSize
    if size.width > 0 {
      if isHorizontal {
        insets.top += size.height + setter.gap * 0.6
      } else {
        // The axis of values stands on the other side.
        let room = size.width + setter.gap
        let numbers = parameters.hasLabelsBesideLines && labelSize.width > 0 ? labelSize.width + setter.gap : 0
        insets.right = max(insets.right, numbers + room)
      }
    }
    insets.top += annotations.aboveHeight
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

  /// The room for the numbers of bars below 0 between the plot and the names of categories.
  private func besideRoom(_ hasNegatives: Bool) -> Double {
    parameters.hasLabelsBeyondBars && hasNegatives && labelSize.width > 0 ? labelSize.width + setter.gap : 0
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
      result.left += besideRoom(hasNegatives)
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

  /// The sides of insets are those at which the chart begins and ends.
  private func plot(_ insets: Insets) throws -> Rect {
    let plot = Rect(
      x: box.x + (isMirrored ? insets.right : insets.left), y: box.y + insets.top,
      width: box.width - insets.left - insets.right,
      height: box.height - insets.top - insets.bottom)
    guard plot.width >= 1, plot.height >= 1 else {
      throw StageError(
        "the texts leave no room for the chart", parameter: plot.width < 1 ? "width" : "height",
        hint: "Make it larger, or its text smaller.")
    }
    return plot
  }

  /// The numbers of ticks at their places, without those that would overlap.
  private func placedTicks(
    _ texts: [PlacedText], _ ticks: [Double], at places: [Double], in plot: Rect
  ) -> [PlacedText] {
    let placed = zip(texts, places).map { text, place in
      isHorizontal
        ? text.placed(Point(0.5, 0), at: Point(place, plot.maxY + setter.gap))
        : beside(text, at: place, of: plot)
    }
    let zero = ticks.firstIndex(of: 0) ?? 0
    // Values go up, and places go down.
    let stride =
      isHorizontal
      ? placed.stride(gap: setter.gap, keeping: zero, alongX)
      : placed.stride(gap: 0, keeping: zero) { (-$0.maxY, -$0.minY) }
    return placed.every(stride, keeping: zero)
  }
}
