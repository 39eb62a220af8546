/// Instants as whole numbers, so that periods add up without rounding.
///
/// Its flick is 1/705,600,000 s: the frames of all common rates, those of NTSC too, and all multiples of 10 µs are whole
/// numbers of flicks. A unit is 1/4096 flick, for instants that are not.
public enum TimeGrid {
  /// The whole flick that `seconds` is within rounding of, in seconds; `seconds` itself where it is near none.
  ///
  /// It takes back what sums and differences of times have lost: 2.8 − 0.8 gives exactly 2, and so equals what is
  /// written as 2.
  public static func snapped(_ seconds: Double) -> Double {
    let position = seconds * unitsPerSecond
    guard abs(position) < 0x1p63 else { return seconds }
    let flicks = (position / Double(unitsPerFlick)).rounded()
    return isNear(position, flicks) ? flicks * Double(unitsPerFlick) / unitsPerSecond : seconds
  }

  static let unitsPerFlick: Int64 = 4096
  static let unitsPerSecond = 705_600_000.0 * Double(unitsPerFlick)

  /// The instant nearest to a number of seconds, a flick where one is as near as rounding may have led away from it;
  /// nil beyond three million seconds.
  static func units(_ seconds: Double) -> Int64? {
    let position = seconds * unitsPerSecond
    guard abs(position) < 0x1p63 else { return nil }
    let flicks = (position / Double(unitsPerFlick)).rounded()
    if isNear(position, flicks) { return Int64(flicks) * unitsPerFlick }
    // Not at a half: what lies there by its nature would go either way by chance.
    return Int64((position + 0.318).rounded(.down))
  }

  /// A duration above 0 that is a whole number of flicks but for rounding, in units; nil for any other.
  static func wholeFlicks(_ seconds: Double) -> Int64? {
    let position = seconds * unitsPerSecond
    let flicks = (position / Double(unitsPerFlick)).rounded()
    guard flicks >= 1, position < 0x1p62, isNear(position, flicks) else { return nil }
    return Int64(flicks) * unitsPerFlick
  }

  static func seconds(_ units: Int64) -> Double { Double(units) / unitsPerSecond }

  private static func isNear(_ position: Double, _ flicks: Double) -> Bool {
    abs(position - flicks * Double(unitsPerFlick)) <= 16 + abs(position) * 0x1p-50
  }
}
