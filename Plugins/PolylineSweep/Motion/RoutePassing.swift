import StageKit

/// The times at which places of a route are passed.
enum RoutePassing {
  /// The time at which each share of the way is passed, by an input that is known before the first frame; infinite for those that
  /// never are. Nil where it never has a value, as where nothing is connected.
  ///
  /// In steps as fine as frames, with even progress between. `shares` do not fall.
  static func times(
    of shares: [Double], by input: Input<Double?>, _ context: any StageContext
  ) throws -> [Double]? {
    let (rate, duration) = (context.composition.framesPerSecond, context.composition.duration)
    var (seconds, before) = (0.0, 0.0)
    var first = try context.value(of: input, at: 0)
    while first == nil, seconds < duration {
      seconds += 1 / rate
      first = try context.value(of: input, at: seconds)
    }
    guard var now = first else { return nil }
    return try shares.map { share in
      // The end is reached but for rounding.
      let share = share - 1e-9
      while now < share, seconds < duration {
        seconds += 1 / rate
        (before, now) = (now, max(try context.value(of: input, at: seconds) ?? now, now))
      }
      guard now >= share else { return .infinity }
      let part = now > before ? min(max((share - before) / (now - before), 0), 1) : 1
      return max(seconds - (1 - part) / rate, 0)
    }
  }
}
