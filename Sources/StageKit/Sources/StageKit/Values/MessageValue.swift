/// A value that is put into a message.
///
/// ```swift
/// let text = try context.message("{n, plural, one {# stop} other {# stops}}", ["n": .number(3)], locale: "en")
/// ```
public enum MessageValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  /// Seconds since the beginning of 1970, in UTC.
  case date(Double)
}
