import CText
import StageKit

/// The fonts of one style: the one to use, and those that supply the characters that it lacks.
final class FontFallback {
  /// The first font with outlines.
  let primary: Font

  /// The requested fonts that are missing, one sentence each.
  private(set) var substitutions: [String] = []

  private let query: InstalledFonts.Query
  /// The fonts of the collection, which are tried first.
  private let own: [Font]
  private let fallbacks: [InstalledFonts.Entry]
  private let open: Opening

  /// A file that has color glyphs only.
  private let colorFile: Font?
  private let colorFonts: [InstalledFonts.Entry]

  /// Opens a font at positions on its axes, over which the style's own go.
  typealias Opening = (Font.Source, [FontVariation]) -> Font?

  /// Nil where there is no font at all.
  ///
  /// - Parameter file: The font of a file that the style names, and whether it is named in full.
  init?(
    file named: (font: Font, isFull: Bool)?, families: [String], _ query: InstalledFonts.Query,
    _ collection: FontCollection, _ installed: InstalledFonts, open: @escaping Opening
  ) {
    let file = named?.font
    self.open = open
    self.query = query
    fallbacks = installed.sorted(families: FontFamilies.resolved(families), query)
    colorFonts = installed.colorFonts(families: families + FontFamilies.emoji, query)
    own = collection.faces(weight: query.weight, isItalic: query.isItalic).compactMap { open($0.source, []) }
    let firstInstalled = fallbacks.first.map(\.families) ?? []
    var names: [String] = []
    var isFull = named?.isFull ?? false
    var chosen: Font?
    if let file, file.hasOutlines {
      chosen = file
    } else {
      for family in FontFamilies.resolved(families) {
        let matches = [
          collection.match(family, weight: query.weight, isItalic: query.isItalic), EmbeddedFonts.match(family, query),
        ]
        for case let match? in matches where chosen == nil {
          guard let font = open(match.face.source, match.positions), font.hasOutlines else { continue }
          (chosen, names, isFull) = (font, [family], match.isFull)
        }
        if chosen != nil || firstInstalled.contains(where: { FontFamilies.plain($0) == FontFamilies.plain(family) }) {
          break
        }
      }
    }
    colorFile = file.flatMap { $0.hasOutlines ? nil : $0 }
    guard let primary = chosen ?? fallbacks.lazy.compactMap({ open($0.source, []) }).first else { return nil }
    self.primary = primary
    if let colorFile {
      if colorFile.colorGlyphs == nil {
        substitutions = ["The font '\(colorFile.family)' has no outlines; '\(primary.family)' is used instead."]
      }
    } else if file == nil {
      substitutions = Self.substitutions(of: families, by: primary, named: chosen == nil ? firstInstalled : names)
    }
    // A file of one weight, or a face that is named in full, is drawn as it is: whoever names it has chosen its weight.
    if !isFull, file == nil || primary !== file || primary.hasWeightAxis {
      substitutions += Self.substitutions(of: query, by: primary)
    }
  }

  /// Each family that comes before the one in use and is not installed.
  private static func substitutions(of families: [String], by font: Font, named names: [String]) -> [String] {
    let used = ([font.family] + names).map(FontFamilies.plain)
    let missing = families.prefix { !used.contains(FontFamilies.plain($0)) && !FontFamilies.isGeneric($0) }
    return missing.filter { !$0.isEmpty }.map {
      "The font family '\($0)' is not installed; '\(font.family)' is used instead."
    }
  }

  /// A weight or an italic that the font in use lacks.
  private static func substitutions(of query: InstalledFonts.Query, by font: Font) -> [String] {
    var sentences: [String] = []
    if font.weight != query.weight {
      sentences.append("'\(font.family)' has no weight \(query.weight); \(font.weight) is used instead.")
    }
    if font.slant != 0 { sentences.append("'\(font.family)' has no italic; its upright letters are slanted.") }
    return sentences
  }

  /// The first font that has all of a character, or nil.
  /// - Parameter allowsColor: Whether emoji take a font with color glyphs, if there is one.
  func font(for cluster: ArraySlice<Unicode.Scalar>, allowsColor: Bool) -> Font? {
    let needed = cluster.filter(\.isDrawn)
    let isEmoji = allowsColor && Self.isEmoji(cluster)
    if isEmoji, let font = colorFont(for: needed) { return font }
    if covers(needed, { primary.hasGlyph(for: $0) }) { return primary }
    if let font = own.first(where: { font in covers(needed) { font.hasGlyph(for: $0) } }) { return font }
    for entry in fallbacks where covers(needed, entry.contains) {
      if let font = open(entry.source, []), covers(needed, { font.hasGlyph(for: $0) }) { return font }
    }
    // A default of this program may lack what a system font has, and the other way round.
    if let font = EmbeddedFonts.face(family: "Inter", query).flatMap({ open($0.source, []) }),
      covers(needed, { font.hasGlyph(for: $0) })
    {
      return font
    }
    return allowsColor && !isEmoji ? colorFont(for: needed) : nil
  }

  private func colorFont(for needed: [Unicode.Scalar]) -> Font? {
    let fonts =
      ([colorFile].compactMap { $0 } + own).lazy + colorFonts.lazy.compactMap { [open] in open($0.source, []) }
    return fonts.first { font in
      covers(needed) { font.hasGlyph(for: $0, isColor: true) } && font.colorGlyphs != nil
    }
  }

  /// True if a character is a picture by itself, or by a variation selector or what joins it.
  private static func isEmoji(_ cluster: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = cluster.first, !cluster.contains("\u{FE0E}") else { return false }
    return first.properties.isEmojiPresentation || cluster.contains("\u{FE0F}") || cluster.contains("\u{20E3}")
      || cluster.contains { $0.properties.isEmojiModifier }
  }

  /// True if all scalars are there, or those that they compose to.
  private func covers(_ scalars: [Unicode.Scalar], _ has: (Unicode.Scalar) -> Bool) -> Bool {
    if scalars.allSatisfy(has) { return true }
    guard scalars.count > 1 else { return false }
    var composed: [Unicode.Scalar] = []
    for scalar in scalars {
      var result: hb_codepoint_t = 0
      if let last = composed.last,
        hb_unicode_compose(hb_unicode_funcs_get_default(), last.value, scalar.value, &result) != 0,
        let whole = Unicode.Scalar(result)
      {
        composed[composed.count - 1] = whole
      } else {
        composed.append(scalar)
      }
    }
    return composed.count < scalars.count && composed.allSatisfy(has)
  }
}

extension Unicode.Scalar {
  /// True if a font needs a glyph for it.
  var isDrawn: Bool {
    !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .control
      && properties.generalCategory != .format
  }
}
