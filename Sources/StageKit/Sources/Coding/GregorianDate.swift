/// Dates of the Gregorian calendar, also for years before it was made.
public enum GregorianDate {
  /// The days from January 1, 1970, to a date; negative before it. Nil for one that the calendar does not have.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  ///
  /// - Parameters:
  ///   - year: From 1 to 9999.
  ///   - month: From 1 to 12.
  ///   - day: From 1 to the last one of the month.
  public static func days(year: Int, month: Int, day: Int) -> Int? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let next = month == 12 ? count(year + 1, 1, 1) : count(year, month + 1, 1)
    let result = count(year, month, day)
    return result < next ? result : nil
  }

  /// Years begin with March here, so that the leap day is their last.
  private static func count(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let month = month <= 2 ? month + 9 : month - 3
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468
  }
}
