/// A value that is put into a message.
public enum MessageValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  /// Seconds since the beginning of 1970, in UTC.
  case date(Double)
}
