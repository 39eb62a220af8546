import StageKit

extension Chart {
  /// Throws for data that a kind of chart cannot show.
  static func check(_ data: ChartData, _ parameters: Parameters) throws {
    let location = parameters.data.data == nil ? parameters.data.$series.location : parameters.data.$data.location
    try checkPlaces(parameters)
    let known = data.allLists.flatMap { $0.flatMap(\.known) }
    if parameters.kind.isRound {
      guard data.shown.count == 1 else {
        throw StageError(
          "a \(parameters.kind.noun) has one series", parameter: location, hint: "Give one, or a 'state' of several.")
      }
      if let negative = known.first(where: { $0 < 0 }) {
        throw StageError(
          "a \(parameters.kind.noun) has no \(parameters.kind.isSliced ? "slices" : "bars") below 0, such as \(plainText(negative))",
          parameter: parameters.data.values == nil ? location : parameters.data.$values.location)
      }
    }
    if parameters.sorted, data.shown.count > 1 {
      throw StageError("bars of one series are sorted", parameter: parameters.$sorted.location)
    }
    if parameters.stacked, Set(data.series.map(\.places)).count > 1 {
      throw StageError("the series of a stack have the same places", parameter: location)
    }
    guard parameters.kind.isLine, parameters.smooth || parameters.kind == .area else { return }
    for series in data.series where !zip(series.places, series.places.dropFirst()).allSatisfy(<) {
      throw StageError(
        "the places of \(parameters.kind == .area ? "an area" : "a smooth line") ascend",
        parameter: parameters.data.data == nil ? parameters.data.$x.location : location)
    }
  }

  private static func checkPlaces(_ parameters: Parameters) throws {
    guard !parameters.kind.takesPlaces else { return }
    let given =
      [
        (!parameters.data.x.isEmpty, parameters.data.$x.location),
        (parameters.data.xColumn != nil, parameters.data.$xColumn.location),
      ] + parameters.data.series.map { (!$0.x.isEmpty, $0.$x.location) }
    if let place = given.first(where: \.0) {
      throw StageError("the values of a \(parameters.kind.noun) have no places", parameter: place.1)
    }
  }

  /// The layout of a chart with axes.
  static func layout(_ plan: ChartLayoutPlan) throws -> ChartLayout {
    let (parameters, data) = (plan.parameters, plan.data)
    let extent = extent(data, isStacked: parameters.stacked, with: plan.annotations.values)
    let domain = try ValueDomain(
      extent, parameters.valueAxis.range,
      includesZero: parameters.kind.includesZero || parameters.valueAxis.zero,
      isNice: parameters.kind != .sparkline)
    var places: ValueDomain?
    let known = data.series.flatMap(\.places)
    if let low = known.min(), let high = known.max() {
      places = try ValueDomain(
        low...high, parameters.categoryAxis.range, includesZero: false, isNice: parameters.kind == .scatter)
    }
    return try plan.layout(domain, places: places, hasNegatives: extent.lowerBound < 0)
  }

  /// From the least value to the greatest; of stacks, from the least that they may have to the greatest.
  private static func extent(
    _ data: ChartData, isStacked: Bool, with others: [Double]
  ) -> ClosedRange<Double> {
    guard isStacked else {
      let known = data.allLists.flatMap { $0.flatMap(\.known) } + others
      let low = known.min() ?? 0
      return low...max(known.max() ?? 0, low)
    }
    var (low, high) = (min(others.min() ?? 0, 0), max(others.max() ?? 0, 0))
    for index in 0..<data.count {
      var (below, above) = (0.0, 0.0)
      for lists in data.allLists {
        let values = lists.map { $0.entry(index) }.map { $0.isMissing ? 0 : $0.value }
        below += min(values.min() ?? 0, 0)
        above += max(values.max() ?? 0, 0)
      }
      (low, high) = (min(low, below), max(high, above))
    }
    return low...high
  }
}

extension ChartLayout {
  /// A chart without axes, which fills a box.
  init(sliced box: Rect) {
    self.init(
      box: box, plot: box, values: Scale(domain: 0...1, start: 0, end: 1), places: nil, grid: ([], []),
      tickTexts: [], categories: [], categoryStride: 1, legend: nil, isExceeded: false, isHorizontal: false,
      hasPoints: false, count: 1)
  }

  /// Rings, whose axis of values is an angle in degrees.
  init(rings box: Rect, _ parameters: Chart.Parameters, _ data: ChartData, hasLabels: Bool) throws {
    self.init(sliced: box)
    let known = data.allLists.flatMap { $0.flatMap(\.known) }
    let low = known.min() ?? 0
    let domain = try ValueDomain(
      low...max(known.max() ?? 0, low), parameters.valueAxis.range, includesZero: true, isNice: true)
    values = Scale(domain: domain.range, start: 0, end: parameters.look.sweep ?? (hasLabels ? 270 : 360))
    guard hasLabels, parameters.look.startAngle != 0 || values.end > 270 else { return }
    throw StageError(
      "the names of rings stand in the quarter before the top, which these cover",
      parameter: parameters.look.startAngle != 0
        ? parameters.look.$startAngle.location : parameters.look.$sweep.location,
      hint: "Leave them out: \"categoryAxis\": { \"labels\": false }.")
  }
}
