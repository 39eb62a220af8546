import StageKit

/// The parts that drawing a chart needs at any time.
struct MarkContext: Sendable {
  let layout: ChartLayout
  let parameters: Chart.Parameters
  let data: ChartData
  let colors: ChartColors
}

/// The values of a chart at an instant.
struct MarkState {
  let lists: [ValueList]
  let entrance: Entrance
  let seconds: Double

  /// The growth of a value that comes in by itself, or with its series.
  func growth(_ series: Int, _ index: Int, _ unit: StaggerUnit) -> Double {
    entrance.growth(unit == .value ? index : series)
  }
}

/// The drawing of values, and the place of each.
struct Marks {
  /// The place of a value, for its label and for outputs.
  struct Anchor {
    var series: Int
    var index: Int
    var value: Double
    /// 0 where the value is not there yet, 1 where it is.
    var growth: Double
    /// The free end of a bar, the point of a line, the middle of a slice.
    var point: Point
    /// The side on which its label lies; zero for within `box`.
    var side: Point
    /// The room for a label within.
    var box: Rect?
    var paint: PaintValue
  }

  var drawing = DisplayList()
  /// In the order of series, and of values in these.
  var anchors: [Anchor] = []
  /// The place up to which it is drawn.
  var head: (point: Point, value: Double)?

  /// The last value of the first series that is there.
  var last: Anchor? {
    let first = anchors.first?.series
    return anchors.last { $0.series == first }
  }
}
