/// The number of times that a motion plays, with or without a way back.
public struct Repeat: Hashable, Sendable {
  /// Forth, or forth and back where it reverses, counts once. May be fractional or infinite; below 0 counts as 0.
  public var count: Double

  /// True if each forward pass is followed by a backward one, which takes as long again.
  public var autoreverse: Bool

  /// As often as `count`; infinity for forever.
  public init(count: Double = 1, autoreverse: Bool = false) {
    self.count = count
    self.autoreverse = autoreverse
  }

  /// Forth, and no more.
  public static let once = Repeat()

  /// Forth, over and over.
  public static let forever = Repeat(count: .infinity)

  /// Forth and back, over and over.
  public static let backAndForth = Repeat(count: .infinity, autoreverse: true)

  /// The number of passes, forward and backward, in all.
  public var passes: Double { max(count.isNaN ? 0 : count, 0) * (autoreverse ? 2 : 1) }

  /// The progress, 0…1, at a time counted in passes.
  ///
  /// A pass includes its start and leaves its end to the next one (an end up to 1e-9 of a pass ahead counts as
  /// reached). From the last pass's end on the progress stays: 1 after a whole forward pass, 0 after a backward one,
  /// the progress reached where the count is fractional. Before 0 it is 0, and so it is where nothing is ever played.
  public func progress(at time: Double) -> Double { progress(at: time, duration: 1) }

  /// The progress, 0…1, at a number of seconds, for passes of `duration` seconds.
  ///
  /// The same as in passes, but equal bit by bit at instants whole repetitions apart, as `Cycle` is.
  public func progress(at seconds: Double, duration: Double) -> Double {
    progress(at: seconds, duration: duration, of: passes)
  }

  func progress(at seconds: Double, duration: Double, of total: Double) -> Double {
    let time = seconds / duration
    guard time > 0, total > 0 else { return 0 }
    var cycle = Cycle(at: seconds, period: duration)
    // The cycle determines the progress, so that no second comparison can see the end one frame later than it does.
    let isOver = max(time, cycle.index + cycle.fraction) >= total - TimingLimits.tolerance
    if isOver && !total.isFinite { return 0 }
    if isOver { cycle = Cycle(at: total, period: 1) }
    var (pass, share) = (cycle.index, cycle.fraction)
    if isOver && share <= TimingLimits.tolerance {
      pass -= 1
      share = 1
    }
    let isBackward = autoreverse && pass.truncatingRemainder(dividingBy: 2) == 1
    return isBackward ? 1 - share : share
  }
}
