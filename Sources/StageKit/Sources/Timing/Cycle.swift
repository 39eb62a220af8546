/// The state of a repeating motion.
///
/// Instants a whole number of periods apart give the same `fraction` and `seconds` bit by bit, in spite of their own
/// rounding, so that frames that repeat are equal; see `TimeGrid` for the periods of which this holds.
///
/// ```swift
/// let turn = Cycle(at: time.seconds, period: 1.5).fraction
/// frame.drawing.fill(.circle(center: box.center, radius: 10 + 5 * turn), .white)
/// ```
public struct Cycle: Hashable, Sendable {
  /// The number of complete periods; below 0 before the motion's start.
  public let index: Double
  /// The fraction of the current period that is over, from 0 up to below 1.
  public let fraction: Double
  /// The seconds of the current period that are over, from 0 up to below the period.
  public let seconds: Double

  /// A period includes its start and leaves its end to the next one; an end up to 1e-9 of a period ahead counts as
  /// reached.
  /// - Parameters:
  ///   - seconds: Since the motion's start; any number.
  ///   - period: Above 0 and finite, in seconds; for any other nothing ever moves.
  public init(at seconds: Double, period: Double) {
    let position = seconds / period
    guard period > 0, period.isFinite, position.isFinite, abs(position) < 0x1p50 else {
      (index, fraction, self.seconds) = (0, 0, 0)
      return
    }
    guard let step = TimeGrid.wholeFlicks(period), let time = TimeGrid.units(seconds) else {
      let whole = wholePart(position)
      let share = min(max(0, position - whole) * 0x1p36, 0x1p36 - 1).rounded() / 0x1p36
      (index, fraction, self.seconds) = (whole, share, share * period)
      return
    }
    let (quotient, remainder) = time.quotientAndRemainder(dividingBy: step)
    let rest = remainder < 0 ? remainder + step : remainder
    let isNext = Double(step - rest) <= Double(step) * TimingLimits.tolerance
    index = Double(remainder < 0 ? quotient - 1 : quotient) + (isNext ? 1 : 0)
    fraction = isNext ? 0 : Double(rest) / Double(step)
    self.seconds = isNext ? 0 : TimeGrid.seconds(rest)
  }
}
