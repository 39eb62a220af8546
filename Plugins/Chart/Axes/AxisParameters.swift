import StageKit

/// The axis of values.
struct ValueAxisParameters: ParameterGroup {
  @Parameter("Whether its numbers are written.") var labels = true
  @Parameter("Whether lines go through the chart at its numbers.") var grid = true
  @Parameter("Whether a line is drawn at 0, or at the end that is next to it.") var baseline = true
  @Parameter("Whether it has 0 in any case, as it always has for bars and areas.") var zero = false
  @Include var range: AxisRange

  /// Numbers, a grid and a baseline.
  init() {}
}

/// The axis of categories, or of places.
struct CategoryAxisParameters: ParameterGroup {
  @Parameter("Whether the categories, or the numbers of places, are written.") var labels = true
  @Parameter("Whether lines go through the chart at the numbers of places.") var grid = false
  @Include var range: AxisRange
  @Parameter("The format of its numbers.") var format = FormatParameters(grouping: false)

  /// Labels, and no grid.
  init() {}
}
