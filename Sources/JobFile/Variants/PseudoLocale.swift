import Foundation
import StageKit

/// Locales that nobody speaks, made of another one's strings, that show what translations may do to a design.
enum PseudoLocale: String, CaseIterable {
  /// Texts with accents, a third longer.
  case accented = "pseudo"
  /// The same, from right to left.
  case mirrored = "pseudo-rtl"

  /// The command line's name for both.
  static let option = "pseudo"

  /// The locale whose rules apply: those that ICU keeps for this.
  private var locale: String { self == .accented ? "en-XA" : "ar-XB" }

  /// A value of an axis with the strings of another, changed; places are those of the originals.
  func value(of original: VariantValue) -> VariantValue {
    VariantValue(
      name: rawValue, position: original.position,
      variables: original.variables.map { member in
        .init(key: member.key, keyPosition: member.keyPosition, value: changed(member.value))
      },
      locale: original.locale.map { SourceValue(.string(locale), at: $0.position, offset: Int($0.offset)) },
      faults: original.faults)
  }

  private func changed(_ value: SourceValue) -> SourceValue {
    switch value.kind {
    case .string(let text) where !Variable.isComputed(text) && Self.isRead(text):
      return SourceValue(.string(changed(text)), at: value.position, offset: Int(value.offset))
    case .array(var array):
      array.items = array.items.map(changed)
      return SourceValue(.array(array), at: value.position, offset: Int(value.offset))
    default: return value
    }
  }

  /// The texts that an axis of locales sets in the job, as the first value that is written from the left has them; nil where it sets none.
  static func original(of axis: VariantAxis, variables: SourceObject) -> VariantValue? {
    func own(_ value: VariantValue) -> [SourceObject.Member] {
      value.overrides.flatMap { overrides -> [SourceObject.Member] in
        if case .object(let variables)? = overrides["variables"]?.kind { variables.members } else { [] }
      }
    }
    let names = Set(axis.values.flatMap { own($0).map(\.key) })
    let first = axis.values.first { !ReadingDirection.isRightToLeft($0.ownLocale ?? "") }
    guard !names.isEmpty, let first else { return nil }
    var result = VariantValue(name: first.name, position: first.position)
    let texts = own(first)
    result.variables = variables.members.filter { names.contains($0.key) }.map { member in
      texts.first { $0.key == member.key } ?? member
    }
    result.locale = SourceValue(.string(""), at: first.position, offset: 0)
    return result
  }

  /// True for a text that people read: colors, names of files and codes of currencies stay as they are.
  private static func isRead(_ text: String) -> Bool {
    if Color(css: text) != nil { return false }
    if Locale.Currency.isoCurrencies.contains(where: { $0.identifier == text }) { return false }
    guard !text.contains(" "), let dot = text.lastIndex(of: "."), dot > text.startIndex else { return true }
    let ending = text[text.index(after: dot)...]
    return !(1...5).contains(ending.count) || !ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// A text or message with its letters changed, and as much of it repeated as makes it a third longer.
  func changed(_ text: String) -> String {
    var walker = MessageText(text)
    let letters = walker.mapLiterals { self.letters($0) }
    let length = walker.literalLength
    let padding = length == 0 ? "" : Self.padding(length)
    switch self {
    case .accented: return "\(letters)\(padding)"
    case .mirrored: return "\(Self.override)\(letters)\(padding)\(Self.overrideEnd)"
    }
  }

  private func letters(_ text: String) -> String {
    // An override ends with its line.
    guard self == .accented else { return text.replacing("\n", with: "\(Self.overrideEnd)\n\(Self.override)") }
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      // Tags of styles, such as <price>, stay as they are.
      let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "/-_".contains($0) }
      if first == "<", !name.isEmpty, rest[name.endIndex...].first == ">" {
        result += rest[..<name.endIndex] + ">"
        rest = rest[name.endIndex...].dropFirst()
      } else {
        result.append(Self.accents[first] ?? first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static let override = "\u{200F}\u{202E}"
  private static let overrideEnd = "\u{202C}"

  /// Words that make a text of `length` characters a third longer.
  private static func padding(_ length: Int) -> String {
    let count = max(1, (length + 2) / 3 - 1)
    var words = ""
    for word in numerals {
      if words.count >= count { break }
      words += " \(word)"
    }
    return String(words.prefix(count + 1))
  }

  private static let numerals = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
  ]

  private static let accents: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
      "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"))
}
