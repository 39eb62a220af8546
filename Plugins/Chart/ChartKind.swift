import StageKit

/// The form in which a chart shows its values.
enum ChartKind: String, CaseIterable, ParameterChoice {
  case bar, line, area, donut, pie, radial, scatter, sparkline

  /// True where values are slices of a whole.
  var isSliced: Bool { self == .donut || self == .pie }

  /// True where values of one series are around a middle, without axes.
  var isRound: Bool { isSliced || self == .radial }

  /// Such as "donut".
  var noun: String { self == .radial ? "radial chart" : rawValue }

  /// True where values are points of a line.
  var isLine: Bool { self == .line || self == .area || self == .sparkline }

  /// True where values may have places along the horizontal axis.
  var takesPlaces: Bool { isLine || self == .scatter }

  /// True where 0 is always on the axis of values.
  var includesZero: Bool { self == .bar || self == .area || self == .radial }
}
