import StageKit

/// A linear scale from values to points of the canvas.
struct Scale: Hashable, Sendable {
  /// From a lower to a higher value.
  let domain: ClosedRange<Double>
  /// The places of the lower and the higher value, in points.
  var start: Double
  var end: Double

  /// The place of a value; of one that is far beyond the ends, one that is far enough.
  func place(of value: Double) -> Double {
    let share = (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return start + (end - start) * min(max(share, -1e6), 1e6)
  }

  /// The value from which bars and areas grow: 0, or the nearest to it.
  var base: Double { min(max(0, domain.lowerBound), domain.upperBound) }
}

/// An axis of values: its range, and the round numbers on it.
struct ValueDomain: Sendable {
  let range: ClosedRange<Double>
  let ticks: [Double]
  /// The distance from tick to tick; nil where there is no other.
  let step: Double?
  /// True where a value lies beyond it.
  let isExceeded: Bool

  /// The least share of the size of values that their range has: below it they count as equal.
  private static let precision = 1e-9
  /// Ranges below this one count as none.
  private static let smallest = 1e-200

  /// - Parameters:
  ///   - extent: From the least to the greatest value.
  ///   - isNice: Whether it ends at round numbers where the job does not say where.
  init(_ extent: ClosedRange<Double>, _ axis: AxisRange, includesZero: Bool, isNice: Bool) throws {
    var low = extent.lowerBound
    var high = extent.upperBound
    if includesZero { (low, high) = (min(low, 0), max(high, 0)) }
    (low, high) = (axis.min ?? low, axis.max ?? high)
    if let min = axis.min, let max = axis.max, min >= max {
      throw StageError("'max' is not above 'min'", parameter: axis.$max.location)
    }
    let size = max(abs(low), abs(high))
    if high - low <= max(size * Self.precision, Self.smallest) {
      // All values are equal, or lie on one side of an end that is given. From 0 the axis goes up.
      let room = size > Self.smallest ? size / 2 : 1
      let (least, greatest) = (low, high)
      if axis.min == nil, !includesZero || greatest < 0 || axis.max != nil { low = min(low, greatest - room) }
      if axis.max == nil { high = max(high, least + room) }
    }
    let count = axis.ticks
    let nice = isNice ? RoundNumbers.nice(low...high, count: max(count, 1)) : low...high
    let range = (axis.min ?? nice.lowerBound)...(axis.max ?? nice.upperBound)
    self.range = range
    ticks = RoundNumbers.values(from: range.lowerBound, to: range.upperBound, count: count)
    step = RoundNumbers.step(from: range.lowerBound, to: range.upperBound, count: count)
    isExceeded = extent.lowerBound < range.lowerBound || extent.upperBound > range.upperBound
  }
}

/// The ends of an axis and the number of its ticks, as parameters.
struct AxisRange: ParameterGroup {
  @Parameter("The value at its start; without it, a round one.", .any()) var min: Double?
  @Parameter("The value at its end; without it, a round one.", .any()) var max: Double?
  @Parameter("About how many round numbers it has; 0 for none.", .range(0...50)) var ticks = 5

  /// Five round numbers or so.
  init() {}
}
