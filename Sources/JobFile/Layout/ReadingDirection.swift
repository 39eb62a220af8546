import Foundation

/// The direction in which languages are written.
public enum ReadingDirection {
  /// Scripts that are written from right to left, by their codes of ISO 15924.
  private static let scripts: Set<String> = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Syre", "Syrj", "Syrn", "Thaa",
  ]

  /// True if a language is written from right to left, as a BCP 47 tag: by its script, or else by the likely one of CLDR.
  public static func isRightToLeft(_ tag: String) -> Bool {
    let likely = Locale.Language(identifier: Locale.Language(identifier: tag).maximalIdentifier)
    return likely.script.map { scripts.contains($0.identifier) } ?? false
  }
}
