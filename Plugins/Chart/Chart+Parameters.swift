import StageKit

extension Chart {
  /// The parameters of a chart.
  public struct Parameters: ParameterGroup {
    @Parameter("bar, line, area, donut, pie, radial: bars as rings, scatter, or sparkline: a line without axes.")
    var kind = ChartKind.bar
    @Include var data: DataParameters
    @Parameter("Whether the series of 'bar' and 'area' are on top of each other.") var stacked = false
    @Parameter("Whether bars go to the right, and categories from the top down.") var horizontal = false
    @Parameter(
      "Whether the bars of one series are in order, the largest first; they change places while their values change.")
    var sorted = false
    @Parameter("Whether lines are curved; they go no further up or down than their values do.") var smooth = false
    @Parameter("Whether it runs from the right; as the canvas does unless given.") var mirrored: Bool?
    @Parameter("The width of all of it.", .range(8...16_384, .points)) var width = 640.0
    @Parameter("The height of all of it.", .range(8...16_384, .points)) var height = 400.0
    @Include var look: LookParameters
    @Include var colors: ColorParameters
    @Parameter("The axis of values.") var valueAxis: ValueAxisParameters
    @Parameter("The axis of categories, or of places.") var categoryAxis: CategoryAxisParameters
    @Parameter("The format of numbers.") var format: FormatParameters
    @Include var labels: LabelParameters
    @Parameter("Lines and bands at values, and notes on them.") var annotations: [AnnotationParameters] = []
    @Include var type = TextParameters(weight: 500)
    @Include var entrance: EntranceParameters
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let head = Output<Point>("The end of the first series as far as it is drawn, on the canvas.")
    let headValue = Output<Double>("The value there.", name: "value")
    let last = Output<Point>("The place of the first series' last value on the canvas: a bar's free end, a point.")
    let highlighted = Output<Point>("The place of the value that is pointed out, on the canvas.")
    let total = Output<Double>("The sum of the values of all series.")

    /// The parameters of a chart.
    public init() {}

    /// Checks what goes together.
    public func prepare() throws {
      if stacked, kind != .bar, kind != .area {
        throw StageError("only 'bar' and 'area' are stacked", parameter: $stacked.location)
      }
      if horizontal, kind != .bar {
        throw StageError("only 'bar' is horizontal", parameter: $horizontal.location)
      }
      if sorted, kind != .bar { throw StageError("only 'bar' is sorted", parameter: $sorted.location) }
    }

    var isHorizontal: Bool { kind == .bar && horizontal }

    /// True where numbers lie beyond the free ends of bars, or above points.
    var hasLabelsBeyondBars: Bool {
      labels.valueLabels != .none && !hasLabelsBesideLines && !(kind == .bar && stacked)
    }

    /// True where numbers lie to the right of lines' ends.
    var hasLabelsBesideLines: Bool { labels.valueLabels == .last && kind.isLine }

    /// The room that lines and markers need beyond their points.
    var margin: Double {
      switch kind {
      case .scatter: look.marker ?? 9
      default: max(look.lineWidth / 2, look.marker ?? 0)
      }
    }
  }
}
