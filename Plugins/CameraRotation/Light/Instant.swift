import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// An instant as people write it, by a calendar and a clock.
struct Instant: Hashable, Sendable {
  /// Centuries of 36525 days since noon on January 1, 2000, at midnight of the date, as if that were in UTC.
  private let midnight: Double
  /// Minutes since midnight.
  private let minutes: Double

  /// A date such as `2026-06-21`, of the Gregorian calendar, at a time such as `18:30` or `18:30:15`; nil for others.
  init?(date: String, time: String) {
    guard let days = Self.days(date), let minutes = Self.minutes(time) else { return nil }
    // 2000-01-01 is day 10957 since 1970 began.
    midnight = (Double(days - 10_957) - 0.5) / 36_525
    self.minutes = minutes
  }

  /// Days since 1970 began.
  static func days(_ date: String) -> Int? {
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let year = number(parts[0]), let month = number(parts[1]),
      let day = number(parts[2])
    else { return nil }
    return GregorianDate.days(year: year, month: month, day: day)
  }

  /// Minutes since midnight, below 1440.
  static func minutes(_ time: String) -> Double? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.dropFirst().allSatisfy({ $0.count == 2 }),
      (1...2).contains(parts[0].count)
    else { return nil }
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return Double(numbers[0] * 60 + numbers[1]) + Double(numbers.count > 2 ? numbers[2] : 0) / 60
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
  }

  /// The centuries since noon on January 1, 2000, and the minutes since midnight, both in UTC.
  ///
  /// - Parameter offset: Hours by which the clock is ahead of UTC.
  func universal(offset: Double) -> (centuries: Double, minutes: Double) {
    let shifted = minutes - 60 * offset
    return (midnight + shifted / (1440 * 36_525), shifted)
  }
}
