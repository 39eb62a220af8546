@_spi(Host) import Coding
import StageKit

/// The features of fonts that styles turn on and off (CSS Fonts 4, 6).
enum SVGFontFeatures {
  private static let words: [String: FontFeature] = [
    "lining-nums": FontFeature("lnum"), "oldstyle-nums": FontFeature("onum"),
    "proportional-nums": FontFeature("pnum"), "tabular-nums": FontFeature("tnum"),
    "diagonal-fractions": FontFeature("frac"), "stacked-fractions": FontFeature("afrc"),
    "ordinal": FontFeature("ordn"), "slashed-zero": FontFeature("zero"),
  ]

  /// Those of `font-variant-numeric`; nil where a word is not known.
  static func numeric(_ value: String) -> [FontFeature]? {
    let parts = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if parts == ["normal"] { return [] }
    let found = parts.compactMap { words[$0] }
    return found.count == parts.count && !parts.isEmpty ? found : nil
  }

  /// Those of `font-feature-settings`, such as `"tnum", "salt" 2`; nil where it is not understood.
  static func settings(_ value: String) -> [FontFeature]? {
    if value.lowercased() == "normal" { return [] }
    let parts = StyleDeclaration.parts(of: value[...], at: ",").map { $0.trimmed }
    let found = parts.compactMap { part -> FontFeature? in
      guard let quote = part.first, quote == "\"" || quote == "'", let end = part.dropFirst().firstIndex(of: quote)
      else {
        return nil
      }
      let tag = part[..<end].dropFirst()
      let setting = part[end...].dropFirst().trimmed.lowercased()
      let number = ["": 1, "on": 1, "off": 0][setting] ?? Int(setting)
      guard let number, tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
        (0...65_535).contains(number)
      else { return nil }
      return FontFeature(String(tag), number)
    }
    return found.count == parts.count ? found : nil
  }

  /// Those of a style.
  static func all(_ style: SVGStyle) -> [FontFeature] {
    var features: [FontFeature] = []
    // Letters that are set apart are no ligatures.
    if style["font-variant-ligatures"] == "none" || style.length("letter-spacing", of: style.fontSize.own) ?? 0 != 0 {
      features = [FontFeature("liga", 0), FontFeature("clig", 0)]
    }
    if style["font-kerning"] == "none" { features.append(FontFeature("kern", 0)) }
    features += style["font-variant-numeric"].flatMap(numeric) ?? []
    return features + (style["font-feature-settings"].flatMap(settings) ?? [])
  }
}
