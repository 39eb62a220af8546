import StageKit

/// Makes instants of the times of day that receivers write, across midnight.
struct DayClock {
  private var day = 0
  private var last: Double?
  /// The seconds that instants before the first date are to be moved by; nil without a date.
  private(set) var shift: Double?

  private static let dayLength = 86_400.0

  /// Seconds since 1970 of a time of day, in seconds, within 12 hours of the one before.
  ///
  /// A single wrong time thus leads to no wrong day after it.
  mutating func instant(_ timeOfDay: Double) -> Double {
    if let last, abs(timeOfDay - last) > Self.dayLength / 2 { day += timeOfDay < last ? 1 : -1 }
    last = timeOfDay
    return instant
  }

  private var instant: Double { Double(day) * Self.dayLength + (last ?? 0) }

  /// Says the date of the last instant, in days since 1970, and gives it anew.
  mutating func setDate(_ date: Int) -> Double {
    if shift == nil { shift = Double(date - day) * Self.dayLength }
    day = date
    return instant
  }

  /// Says the date of the next instant.
  mutating func beginDate(_ date: Int) {
    _ = setDate(date)
    last = nil
  }

  /// The seconds since midnight of `HHMMSS`; nil for what is none. A 61st second is one that was inserted.
  static func timeOfDay(_ bytes: some Collection<UInt8>) -> Double? {
    guard bytes.count == 6, let value = digits(bytes), value < 240_000, value / 100 % 100 < 60, value % 100 < 61 else {
      return nil
    }
    return Double(value / 10_000 * 3600 + value / 100 % 100 * 60 + value % 100)
  }

  /// The days since 1970 of `DDMMYY`, with years from 1970 on; nil for what is none.
  static func date(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count == 6, let value = digits(bytes) else { return nil }
    let year = value % 100
    return GregorianDate.days(
      year: year < 70 ? 2000 + year : 1900 + year, month: value / 100 % 100, day: value / 10_000)
  }
}
