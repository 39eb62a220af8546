import StageKit

/// The series of a chart, wherever they come from.
struct ChartData: Sendable {
  struct Series: Sendable {
    var name: String
    var values: Animated<ValueList>
    /// Empty where the values are evenly spaced.
    var places: [Double]
    var color: Animated<PaintValue>?
  }

  /// One at least. Those that are states of one another are among them.
  let series: [Series]
  /// One for each category; empty where there are none.
  let labels: [String]
  /// The number of categories, 1 at least.
  let count: Int
  private let state: Animated<Double>?

  /// The largest number, but for its sign, that can be drawn.
  static let limit = 1e100
  /// The most values of a series.
  static let countLimit = 100_000

  /// - Parameters:
  ///   - parameters: The data as the job says it.
  ///   - takesPlaces: Whether values have places along the horizontal axis.
  ///   - needsPlaces: Whether they have them even where the job does not say so.
  init(
    _ parameters: DataParameters, takesPlaces: Bool, needsPlaces: Bool, _ context: any StageContext
  ) throws {
    var labels = parameters.labels.map(\.text)
    var series: [Series]
    if let file = parameters.data {
      let table = try parameters.$data.locating { try DataTable.read(file, context) }
      let columns = try TableColumns(parameters, table, file: file, needsPlaces: needsPlaces)
      for remark in columns.remarks { context.warn(remark) }
      let places = takesPlaces ? columns.places : []
      series = columns.series.map {
        Series(name: $0.name, values: Animated(ValueList($0.values)), places: places, color: nil)
      }
      if labels.isEmpty { labels = columns.labels }
    } else if let values = parameters.values {
      series = [Series(name: "", values: values, places: parameters.x, color: nil)]
    } else {
      series = parameters.series.map {
        Series(name: $0.name, values: $0.values, places: $0.x.isEmpty ? parameters.x : $0.x, color: $0.color)
      }
    }
    let lists = series.flatMap(\.values.values)
    let known = lists.flatMap(\.known)
    let location = Self.location(parameters)
    guard !known.isEmpty else { throw StageError("there are no values", parameter: location) }
    if let large = (known + series.flatMap(\.places)).first(where: { abs($0) > Self.limit }) {
      throw StageError("\(large) is beyond ±1e100", parameter: location)
    }
    let count = lists.map(\.entries.count).max() ?? 1
    guard count <= Self.countLimit else {
      throw StageError("\(count) values are more than \(Self.countLimit)", parameter: location)
    }
    if !labels.isEmpty, labels.count != count {
      let (names, values) = (labels.count == 1 ? "label" : "labels", count == 1 ? "value" : "values")
      context.warn("a chart has \(labels.count) \(names), but \(count) \(values)")
    }
    if takesPlaces {
      try Self.checkPlaces(&series, needsPlaces: needsPlaces, parameters)
    } else {
      for index in series.indices { series[index].places = [] }
    }
    self.series = series
    self.labels = labels.isEmpty ? [] : (0..<count).map { $0 < labels.count ? labels[$0] : "" }
    self.count = count
    state = parameters.state
  }

  private static func location(_ parameters: DataParameters) -> String {
    if parameters.values != nil { return parameters.$values.location }
    return parameters.data == nil ? parameters.$series.location : parameters.$data.location
  }

  /// Checks that each value has a place, or gives it one: from 1 on.
  private static func checkPlaces(
    _ series: inout [Series], needsPlaces: Bool, _ parameters: DataParameters
  ) throws {
    let needsPlaces = needsPlaces || series.contains { !$0.places.isEmpty }
    guard needsPlaces else { return }
    for index in series.indices {
      // The places of the first state are those of all.
      let own = parameters.state == nil ? [series[index]] : series
      let count = own.flatMap(\.values.values).map(\.entries.count).max() ?? 0
      if series[index].places.isEmpty { series[index].places = (0..<count).map { Double($0 + 1) } }
      let places = series[index].places.count
      guard places < count else { continue }
      let isOwn = parameters.series.indices.contains(index) && !parameters.series[index].x.isEmpty
      throw StageError(
        "there are \(places) places, but \(count) values",
        parameter: isOwn ? parameters.series[index].$x.location : parameters.$x.location)
    }
  }

  /// True where the series are states of one another.
  var hasStates: Bool { state != nil }

  /// The series that are drawn: one where they are states.
  var shown: [Series] { hasStates ? Array(series.prefix(1)) : series }

  /// All lists that are shown at some time, for each series.
  var allLists: [[ValueList]] {
    hasStates ? [series.flatMap(\.values.values)] : series.map(\.values.values)
  }

  /// True where a series lacks a value at which one above it in a stack has one.
  var hasHiddenValues: Bool {
    (0..<count).contains { index in
      var isHidden = false
      for lists in allLists {
        if isHidden, lists.contains(where: { !$0.entry(index).isMissing }) { return true }
        if lists.contains(where: { $0.entry(index).isMissing }) { isHidden = true }
      }
      return false
    }
  }

  /// The values of each series that is shown.
  func lists(at seconds: Double) -> [ValueList] {
    guard let state else { return series.map { $0.values.value(at: seconds) } }
    let last = Double(series.count - 1)
    let place = min(max(state.value(at: seconds), 0), last)
    let index = place.rounded(.down)
    let list = series[Int(index)].values.value(at: seconds)
    guard index < place else { return [list] }
    return [list.interpolated(to: series[Int(index) + 1].values.value(at: seconds), at: place - index)]
  }
}

extension ChartData: TimeVarying {
  var settlingTime: Double? {
    var latest = state?.settlingTime ?? 0
    if let state, state.settlingTime == nil { return nil }
    for part in series {
      guard let time = latestSettlingTime(of: part.values, part.color) else { return nil }
      latest = max(latest, time)
    }
    return latest
  }
}
