import StageKit

/// Motions of several layers, one after the other.
struct StaggeredMotion: ParameterGroup {
  @Include var motion: LayerMotion
  @Parameter("The time from the start of one to the start of the next.", .nonnegative(.seconds)) var interval = 0.08
  @Parameter(
    "The time from the start of the first to the start of the last, instead of 'interval'.", .nonnegative(.seconds))
  var spread: Double?
  @Parameter("The order: from the first, from the last, from the middle, from both ends, or any.")
  var order = StaggerOrder.forward
  @Parameter("Chooses among orders of 'random'.", .range(0...1_000_000)) var seed = 1
  @Parameter("A point from which they start, the nearest first, instead of 'order'.") var from: Point?

  func prepare() throws {
    if motion.isNone {
      throw StageError(
        "nothing moves", parameter: $interval.location.split(separator: ".").dropLast().joined(separator: "."),
        hint: "Give 'enter', 'exit' or 'emphasis'.")
    }
  }

  /// The time between the start of the first and the start of each, in seconds. `places` are asked for where the order
  /// goes by distance.
  func delays(of count: Int, places: () -> [Point]) -> [Double] {
    let turns = from.map { from in places().map { $0.distance(to: from) } } ?? order.turns(count, seed: seed)
    let (first, last) = (turns.min() ?? 0, turns.max() ?? 0)
    guard last > first else { return turns.map { _ in 0 } }
    // By distance, the farthest starts when the last of an order would.
    let whole = spread ?? interval * (from == nil ? last - first : Double(count - 1))
    return turns.map { ($0 - first) / (last - first) * whole }
  }

  /// The pose of a layer that starts `delay` seconds after the first, of which the last starts at `last`. The last to leave is
  /// gone at the end.
  func pose(at seconds: Double, of duration: Double, delay: Double, last: Double) -> LayerPose {
    motion.pose(at: seconds - delay, remaining: duration - seconds - (last - delay))
  }

  /// When all of `count` have come to rest; nil if they never do.
  func settlingTime(of count: Int) -> Double? {
    motion.settlingTime.map { $0 + (spread ?? interval * Double(max(count - 1, 0))) }
  }
}
