import StageKit

/// The form in which a chart shows its values.
enum ChartKind: String, CaseIterable, ParameterChoice {
  case bar, line, area, donut, pie, scatter, sparkline

  /// True where values are slices of a whole.
  var isSliced: Bool { self == .donut || self == .pie }

  /// True where values are points of a line.
  var isLine: Bool { self == .line || self == .area || self == .sparkline }

  /// True where values may have places along the horizontal axis.
  var takesPlaces: Bool { isLine || self == .scatter }

  /// True where 0 is always on the axis of values.
  var includesZero: Bool { self == .bar || self == .area }
}
