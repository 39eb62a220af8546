/// A direction over time that turns neither faster nor more suddenly than it may.
///
/// The way is known ahead, so the direction is averaged over as much time before an instant as after it, and does not lag.
struct SmoothTurns: Sendable {
  private let step: Double
  private let degrees: [Double]

  /// - Parameters:
  ///   - seconds: The time that the way takes; the direction stays before and after.
  ///   - rate: In degrees a second.
  ///   - acceleration: In degrees a second, a second.
  ///   - least: The time over which it is averaged on each side at least, in seconds.
  ///   - direction: The direction at a time, in degrees, with all turns so far.
  init(
    over seconds: Double, rate: Double = .infinity, acceleration: Double = .infinity, averaging least: Double = 0.4,
    _ direction: (Double) -> Double
  ) {
    let (count, step) = sampling(of: seconds)
    let raw = (0...count).map { direction(Double($0) * step) }
    var reach = least
    var smooth = averaged(raw, reach: reach / step)
    var share = Self.share(of: smooth, step, rate: rate, acceleration: acceleration)
    while share < 1, reach < seconds {
      reach *= 1.2
      smooth = averaged(raw, reach: reach / step)
      share = Self.share(of: smooth, step, rate: rate, acceleration: acceleration)
    }
    // A way that winds all the time is followed in part.
    if share < 1 {
      let mean = smooth.reduce(0, +) / Double(smooth.count)
      smooth = smooth.map { mean + ($0 - mean) * share }
    }
    self.step = step
    degrees = smooth
  }

  /// The direction at a time, in degrees, with all turns so far.
  func degrees(at seconds: Double) -> Double {
    let place = min(max(seconds / step, 0), Double(degrees.count - 1))
    let index = min(Int(place), degrees.count - 2)
    return degrees[index] + (degrees[index + 1] - degrees[index]) * (place - Double(index))
  }

  /// The part of the turns that stays within the limits, at most 1.
  private static func share(of degrees: [Double], _ step: Double, rate: Double, acceleration: Double) -> Double {
    let turns = zip(degrees, degrees.dropFirst()).map { $1 - $0 }
    let fastest = turns.reduce(0) { max($0, abs($1)) } / step
    // It rests before and after.
    let changes = zip([0] + turns, turns + [0]).reduce(0) { max($0, abs($1.1 - $1.0)) } / (step * step)
    return min(fastest > rate ? rate / fastest : 1, changes > acceleration ? acceleration / changes : 1)
  }
}
