import Coding

/// An OpenType feature of a font, such as `tnum`, and its value.
public struct FontFeature: Hashable, Sendable, Digestible {
  /// Four letters, digits or signs of ASCII.
  public var tag: String
  /// 0 turns it off, 1 on; where it offers several forms, the number of one.
  public var value: Int

  /// A feature that is on unless another value is given.
  public init(_ tag: String, _ value: Int = 1) { (self.tag, self.value) = (tag, value) }

  /// A feature as jobs write it: `tnum`, `-liga`, `salt=2`; nil for anything else.
  public init?(parsing text: String) {
    let isOff = text.hasPrefix("-")
    let parts = text.dropFirst(isOff ? 1 : 0).split(separator: "=", omittingEmptySubsequences: false)
    guard let name = parts.first, Self.isTag(name), parts.count == 1 || parts.count == 2 && !isOff else { return nil }
    guard parts.count == 2 else {
      self.init(String(name), isOff ? 0 : 1)
      return
    }
    guard let number = Int(parts[1]), (0...65535).contains(number) else { return nil }
    self.init(String(name), number)
  }

  /// True if a text is the tag of a feature or an axis.
  static func isTag(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 4 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(tag)
    hasher.combine(value)
  }
}

/// A position on an axis of a variable font.
public struct FontVariation: Hashable, Sendable, Digestible {
  /// Four letters, such as `wdth`.
  public var tag: String
  /// In the axis's own units; the font takes the nearest that it has.
  public var value: Double

  /// A position on an axis.
  public init(_ tag: String, _ value: Double) { (self.tag, self.value) = (tag, value) }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(tag)
    hasher.combine(value)
  }
}

extension Parameter where Value == [String] {
  /// The parameter `features` of text.
  static var features: Parameter {
    Parameter(
      wrappedValue: [],
      "OpenType features, such as \"tnum\" (figures of one width), \"ss01\", \"smcp\" (small capitals) or \"frac\"; \"-liga\" turns one off, "
        + "\"salt=2\" takes its second form.")
  }

  /// The features. Throws for what is none.
  public func parsedFeatures() throws -> [FontFeature] {
    try wrappedValue.enumerated().map { index, text in
      guard let feature = FontFeature(parsing: text) else {
        throw StageError(
          "'\(text)' is no OpenType feature", parameter: "\(location)[\(index)]",
          hint: "Write its four letters, \"-liga\" to turn one off, or \"salt=2\".")
      }
      return feature
    }
  }
}
