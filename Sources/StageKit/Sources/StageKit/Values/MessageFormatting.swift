/// Puts values into texts, such as `{n, plural, one {# stop} other {# stops}}`.
///
/// Patterns are ICU's: names in braces, with types and styles; `'{'` is a brace. Errors of patterns are reported when they
/// are asked for their arguments.
public protocol MessageFormatting: Sendable {
  /// The arguments that a pattern uses, in order, those of its branches included.
  func arguments(of pattern: String) throws(MessageError) -> [MessageArgument]

  /// The text of a pattern by the rules of a locale (BCP 47).
  func format(_ pattern: String, _ values: [String: MessageValue], locale: String) throws(MessageError) -> String
}

/// A place in a message where a value is put.
public struct MessageArgument: Hashable, Sendable {
  public var name: String
  /// Such as `number`, `date` or `plural`; empty for none.
  public var type: String
  /// The offset of the name in the pattern, in UTF-16 code units.
  public var offset: Int

  /// A place for the value of a name.
  public init(name: String, type: String, offset: Int) {
    self.name = name
    self.type = type
    self.offset = offset
  }
}

/// An error in a message.
public struct MessageError: Error, Hashable, Sendable {
  /// A phrase without a period at its end.
  public var message: String
  /// In UTF-16 code units from the pattern's start; nil where that is not known.
  public var offset: Int?

  /// An error with a phrase, at a place of the pattern if that is known.
  public init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}
