/// Names of font families, and the families for generic names. The environment's configuration does not affect them, so
/// that a job looks the same wherever the same fonts are installed.
enum FontFamilies {
  /// Family names are compared without case and blanks.
  static func plain(_ family: String) -> String { family.lowercased().filter { $0 != " " } }

  static func isGeneric(_ family: String) -> Bool { generic[plain(family)] != nil }

  /// The families to try in turn, with generic names replaced; sans-serif ones come last in any case.
  static func resolved(_ families: [String]) -> [String] {
    var seen = Set<String>()
    return (families.flatMap { generic[plain($0)] ?? [$0] } + sans).filter { seen.insert(plain($0)).inserted }
  }

  /// Families with color glyphs, the first installed one of which draws emoji.
  static let emoji = ["Noto Color Emoji", "Twemoji", "Twitter Color Emoji", "OpenMoji", "Apple Color Emoji"]

  private static let sans = ["Inter", "DejaVu Sans", "Noto Sans", "Liberation Sans"]
  private static let serif = ["Caladea", "DejaVu Serif", "Noto Serif", "Liberation Serif"]
  private static let mono = ["JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono"]
  private static let generic = [
    "sans-serif": sans, "sans": sans, "system-ui": sans, "ui-sans-serif": sans, "cursive": sans, "fantasy": sans,
    "serif": serif, "ui-serif": serif, "monospace": mono, "mono": mono, "ui-monospace": mono, "emoji": emoji,
    "math": ["DejaVu Math TeX Gyre", "STIX Two Math", "Noto Sans Math"],
  ]
}
