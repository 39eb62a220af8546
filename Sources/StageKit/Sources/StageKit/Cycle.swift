/// Where a repeating motion stands.
public struct Cycle: Hashable, Sendable {
  /// How many periods are over; below 0 before the motion's start.
  public let index: Double
  /// How far the current period is, from 0 up to below 1.
  public let fraction: Double

  /// The fraction is rounded to 2⁻³⁶, so that instants a whole number of periods apart give the same one in spite of
  /// their own rounding, and frames that repeat are equal bit by bit.
  ///
  /// - `period`: Above 0, in seconds.
  public init(at seconds: Double, period: Double) {
    let position = seconds / period
    guard period > 0, position.isFinite, abs(position) < 0x1p50 else {
      (index, fraction) = (0, 0)
      return
    }
    let whole = position.rounded(.down)
    let steps = ((position - whole) * 0x1p36).rounded()
    let isNext = steps >= 0x1p36
    index = isNext ? whole + 1 : whole
    fraction = isNext ? 0 : steps / 0x1p36
  }
}
