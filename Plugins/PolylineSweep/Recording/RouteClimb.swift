/// The meters climbed along a way, as devices count them: without what comes and goes within a receiver's error.
struct RouteClimb: Sendable {
  /// By distance.
  private var marks: [RouteSeries.Mark] = []

  /// The way before and behind a position over which the middle of all heights is taken, in meters: single ones are often wrong.
  private static let reach = 24.0
  /// The most heights before and behind a position, as of somebody who rests.
  private static let count = 12

  /// - Parameters:
  ///   - heights: By distance.
  ///   - pauses: The ends of parts, and the starts of those after them, between which somebody may have gone on a little.
  ///   - climbThreshold: The least rise, and fall, that is no error, in meters. Rises that falls part are counted whole.
  init(_ heights: RouteSeries, over pauses: [ClosedRange<Double>] = [], climbThreshold: Double) {
    var climbed = 0.0
    // Over other gaps it neither rises nor falls, and goes on rising or falling behind them.
    var (low, high, isRising, shift, end) = (0.0, 0.0, false, 0.0, 0.0)
    for run in heights.runs {
      let smooth = Self.middles(of: run)
      if marks.isEmpty {
        (low, high) = (smooth[0].value, smooth[0].value)
      } else if let last = marks.last,
        !pauses.contains(where: { $0.lowerBound <= last.key + 1e-6 && $0.upperBound >= smooth[0].key - 1e-6 })
      {
        shift += smooth[0].value - end
      }
      for mark in smooth {
        let height = mark.value - shift
        if isRising {
          high = max(high, height)
          if height <= high - climbThreshold {
            climbed += high - low
            (low, isRising) = (height, false)
          }
        } else {
          low = min(low, height)
          if height >= low + climbThreshold { (high, isRising) = (height, true) }
        }
        marks.append(RouteSeries.Mark(key: mark.key, value: climbed + (isRising ? high - low : 0)))
      }
      end = smooth[smooth.count - 1].value
    }
  }

  /// Nil without heights.
  func value(at distance: Double) -> Double? { marks.isEmpty ? nil : mixed(marks, at: distance, by: \.key, \.value) }

  /// With the median of the values around each.
  private static func middles(of run: [RouteSeries.Mark]) -> [RouteSeries.Mark] {
    var (low, high) = (0, 0)
    return run.enumerated().map { index, mark in
      while mark.key - run[low].key > reach || index - low > count { low += 1 }
      while high + 1 < run.count, run[high + 1].key - mark.key <= reach, high - index < count { high += 1 }
      let values = run[low...high].map(\.value).sorted()
      let middle = values.count / 2
      let value = values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
      return RouteSeries.Mark(key: mark.key, value: value)
    }
  }
}
