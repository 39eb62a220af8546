/// Decides by a history of measurements whether something got slower.
///
/// Figures are processor time in units of calibration work that ran at the same time, the minimum of several tries,
/// which removes most of a machine's noise. They are compared with the median of the last runs and their median
/// absolute deviation, which single outliers do not move; and an alarm needs two further measurements, some seconds
/// later, that agree. With noise of 3 % from run to run and one try in ten disturbed by up to 80 %, after 12 runs, a
/// run over 100 figures gives a false alarm less than once in a thousand, and finds figures that rose by 30 % in 99 of
/// 100 runs; a test shows this by simulation.
public enum PerformanceGate {
  /// With fewer earlier runs there is no alarm.
  public static let minRuns = 8
  /// Only the last of the earlier runs count, at most this many.
  public static let maxRuns = 20
  /// The number of measurements that must agree for an alarm.
  public static let measurements = 3
  /// The smallest rise above the median that gives an alarm, as a share of the median.
  static let minRise = 0.12
  /// The smallest rise above the median that gives an alarm, in deviations.
  static let deviations = 4.0
  /// The minimum of the deviation, as a share of the median: few runs may agree by chance.
  static let minDeviation = 0.02

  /// The limit above which a figure gives an alarm; nil where there are too few runs.
  public static func limit(_ history: [Double]) -> (limit: Double, median: Double)? {
    let last = history.suffix(maxRuns)
    guard last.count >= minRuns, let middle = median(Array(last)), middle > 0 else { return nil }
    let deviation = 1.4826 * (median(last.map { abs($0 - middle) }) ?? 0)
    let spread = max(deviation, minDeviation * middle) * deviations
    return (middle + max(spread, minRise * middle), middle)
  }

  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
