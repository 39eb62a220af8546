import CText
import StageKit

/// The installed fonts, as fontconfig knows them.
final class InstalledFonts {
  private let configuration: OpaquePointer?

  init() { configuration = FcInitLoadConfigAndFonts() }

  deinit { if let configuration { FcConfigDestroy(configuration) } }

  /// All outline fonts that add characters, the best match for a style first.
  ///
  /// The language is always English, and not the locale's: it decides between fonts that would do.
  func sorted(families: [String], weight: Int, isItalic: Bool) -> SortedFonts? {
    guard let configuration, let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    for family in families { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(weight)))
    FcPatternAddInteger(pattern, FC_SLANT, isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddBool(pattern, FC_SCALABLE, 1)
    FcPatternAddBool(pattern, FC_COLOR, 0)
    FcPatternAddString(pattern, FC_LANG, "en")
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    FcPatternDel(pattern, FC_LANG)
    FcPatternAddString(pattern, FC_LANG, "en")
    var result = FcResultMatch
    guard let set = FcFontSort(configuration, pattern, 1, nil, &result) else { return nil }
    return SortedFonts(set, of: self)
  }
}

/// Fonts in the order in which they are tried.
final class SortedFonts {
  /// One face of a font file.
  struct Entry {
    let path: String
    let index: Int
    let families: [String]

    /// Kept by the set.
    fileprivate let characters: OpaquePointer?

    /// Whether the face has a character, without opening it.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
      guard let characters else { return false }
      return FcCharSetHasChar(characters, scalar.value) != 0
    }
  }

  let entries: [Entry]
  private let set: UnsafeMutablePointer<FcFontSet>

  /// The patterns in the set point into its caches.
  private let owner: InstalledFonts

  /// Takes ownership of `set`.
  init(_ set: UnsafeMutablePointer<FcFontSet>, of owner: InstalledFonts) {
    self.set = set
    self.owner = owner
    let count = Int(set.pointee.nfont)
    guard let patterns = set.pointee.fonts else {
      entries = []
      return
    }
    entries = (0..<count).compactMap { patterns[$0].flatMap(Self.entry) }
  }

  deinit { FcFontSetDestroy(set) }

  /// Nil for bitmap and color fonts.
  private static func entry(_ pattern: OpaquePointer) -> Entry? {
    guard let path = string(pattern, FC_FILE, 0), !flag(pattern, FC_COLOR), flag(pattern, FC_SCALABLE) else {
      return nil
    }
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    var families: [String] = []
    while let family = string(pattern, FC_FAMILY, Int32(families.count)) { families.append(family) }
    var characters: OpaquePointer?
    FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters)
    // The upper half of the index numbers the named instances of a variable font.
    return Entry(path: path, index: Int(index & 0xFFFF), families: families, characters: characters)
  }

  private static func string(_ pattern: OpaquePointer, _ object: String, _ number: Int32) -> String? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, number, &text) == FcResultMatch, let text else { return nil }
    return String(cString: text)
  }

  private static func flag(_ pattern: OpaquePointer, _ object: String) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value != 0
  }
}
