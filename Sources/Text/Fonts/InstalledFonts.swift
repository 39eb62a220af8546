import CText
import StageKit

/// The fonts in `FontFolders.all`, as fontconfig finds them.
///
/// Neither fontconfig's configuration nor an environment variable nor the locale has a say: fontconfig's own matching
/// adds the locale's language and follows rules, which differ between machines.
final class InstalledFonts {
  /// The preferences among the faces of a family, and among families that have the same characters.
  struct Query {
    var weight: Int
    var isItalic: Bool
    /// A BCP 47 tag.
    var language: String
  }

  /// One face of a font file.
  struct Entry {
    let source: Font.Source
    let families: [String]
    fileprivate let isColor: Bool
    fileprivate let isScalable: Bool

    /// Kept by the pattern of the configuration.
    fileprivate let characters: OpaquePointer?

    /// True if the face has a character, without opening it.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
      guard let characters else { return false }
      return FcCharSetHasChar(characters, scalar.value) != 0
    }
  }

  private let configuration: OpaquePointer?

  /// Results of sorting, which hold what entries point to.
  private var sets: [UnsafeMutablePointer<FcFontSet>] = []

  init() {
    configuration = FcConfigCreate()
    guard let configuration else { return }
    let text = Self.configuration
    _ = text.withCString { bytes in
      bytes.withMemoryRebound(to: FcChar8.self, capacity: text.utf8.count) {
        FcConfigParseAndLoadFromMemory(configuration, $0, 1)
      }
    }
    FcConfigBuildFonts(configuration)
  }

  deinit {
    for set in sets { FcFontSetDestroy(set) }
    if let configuration { FcConfigDestroy(configuration) }
  }

  /// All outline fonts that add characters, the best match first.
  func sorted(families: [String], _ query: Query) -> [Entry] {
    entries(families, query, isColor: false, trims: true).filter { $0.isScalable && !$0.isColor }
  }

  /// All fonts with color glyphs, the best match first.
  func colorFonts(families: [String], _ query: Query) -> [Entry] {
    entries(families, query, isColor: true, trims: false).filter(\.isColor)
  }

  private func entries(_ families: [String], _ query: Query, isColor: Bool, trims: Bool) -> [Entry] {
    guard let configuration, let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    for family in families { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(query.weight)))
    FcPatternAddInteger(pattern, FC_SLANT, query.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddInteger(pattern, FC_WIDTH, FC_WIDTH_NORMAL)
    FcPatternAddBool(pattern, FC_SCALABLE, 1)
    FcPatternAddBool(pattern, FC_COLOR, isColor ? 1 : 0)
    FcPatternAddString(pattern, FC_LANG, Self.fontconfigLanguage(query.language))
    var result = FcResultMatch
    guard let set = FcFontSort(configuration, pattern, trims ? 1 : 0, nil, &result) else { return [] }
    sets.append(set)
    guard let patterns = set.pointee.fonts else { return [] }
    return (0..<Int(set.pointee.nfont)).compactMap { patterns[$0].flatMap(Self.entry) }
  }

  private static func entry(_ pattern: OpaquePointer) -> Entry? {
    guard let path = string(pattern, FC_FILE, 0) else { return nil }
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    var families: [String] = []
    while let family = string(pattern, FC_FAMILY, Int32(families.count)) { families.append(family) }
    var characters: OpaquePointer?
    FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters)
    // The upper half of the index numbers the named instances of a variable font.
    return Entry(
      source: .file(path: path, index: Int(index & 0xFFFF)), families: families, isColor: flag(pattern, FC_COLOR),
      isScalable: flag(pattern, FC_SCALABLE), characters: characters)
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

  // MARK: Configuration

  private static var configuration: String {
    let folders = FontFolders.all.map { "<dir>\(escaped($0))</dir>" }.joined()
    // The cache holds the same data in any folder, so the environment may choose its folder.
    let caches = "<cachedir>/var/cache/fontconfig</cachedir><cachedir prefix=\"xdg\">fontconfig</cachedir>"
    return "<?xml version=\"1.0\"?><fontconfig>\(folders)\(caches)</fontconfig>"
  }

  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { $0 += ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$1] ?? String($1) }
  }

  /// Fontconfig knows Chinese by country, and not by script.
  private static func fontconfigLanguage(_ tag: String) -> String {
    let parts = tag.lowercased().split(separator: "-")
    guard parts.first == "zh" else { return parts.joined(separator: "-") }
    if parts.contains("hk") || parts.contains("mo") { return "zh-hk" }
    return parts.contains("hant") || parts.contains("tw") ? "zh-tw" : "zh-cn"
  }
}
