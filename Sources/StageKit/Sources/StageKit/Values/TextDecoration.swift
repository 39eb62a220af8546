import Coding

/// Lines along a text.
public struct TextDecoration: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// A set by its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A line below the letters, which gives way where they reach down.
  public static let underline = TextDecoration(rawValue: 1)
  /// A line through the letters.
  public static let strikethrough = TextDecoration(rawValue: 2)
}
