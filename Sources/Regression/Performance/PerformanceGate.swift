/// Tells from a history of measurements whether something got slower.
///
/// Figures are processor time in units of the calibration work that ran beside, the least of several tries, so that most
/// of a machine's noise is out of them. What is left is judged against the median of the last runs and their median
/// absolute deviation, which single odd runs do not move; and an alarm is given only where two further measurements,
/// taken anew and some seconds apart, say the same. With noise of 3 % from run to run and one try in ten disturbed by up
/// to 80 %, after 12 runs, a run over 100 figures gives a false alarm less than once in a thousand, and finds what got
/// 30 % slower in 99 of 100 runs; a test shows this by simulation.
public enum PerformanceGate {
  /// Fewer runs than this do not judge.
  public static let leastRuns = 8
  /// No more than this many of the last runs count.
  public static let mostRuns = 20
  /// How many measurements have to say the same for an alarm.
  public static let looks = 3
  /// An alarm needs at least this much more than the median.
  static let leastRise = 0.12
  /// And this many deviations.
  static let deviations = 4.0
  /// Deviations are taken for no smaller than this share of the median: few runs may agree by chance.
  static let leastDeviation = 0.02

  /// Above this a figure is an alarm; nil where there are too few runs to tell.
  public static func limit(_ history: [Double]) -> (limit: Double, median: Double)? {
    let last = history.suffix(mostRuns)
    guard last.count >= leastRuns, let middle = median(Array(last)), middle > 0 else { return nil }
    let deviation = 1.4826 * (median(last.map { abs($0 - middle) }) ?? 0)
    let spread = max(deviation, leastDeviation * middle) * deviations
    return (middle + max(spread, leastRise * middle), middle)
  }

  /// Whether a figure is an alarm after some others.
  public static func isSlower(_ figure: Double, after history: [Double]) -> Bool {
    limit(history).map { figure > $0.limit } ?? false
  }

  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
