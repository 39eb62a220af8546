import CText
import StageKit

/// The fonts of one style: the one to use, and those that stand in for characters that it lacks.
final class FontList {
  let primary: Font

  /// What was asked for and is not there, one sentence each.
  private(set) var substitutions: [String] = []

  private let fallbacks: SortedFonts?
  private let open: (_ path: String, _ index: Int) -> Font?

  /// Nil where there is no font at all.
  init?(first: Font?, fallbacks: SortedFonts?, open: @escaping (_ path: String, _ index: Int) -> Font?) {
    let best = first ?? fallbacks?.entries.lazy.compactMap { open($0.path, $0.index) }.first
    guard let best else { return nil }
    primary = best
    self.fallbacks = fallbacks
    self.open = open
  }

  /// Notes each family that comes before the one in use and is not installed.
  func noteSubstitutions(of families: [String]) {
    let used = fallbacks?.entries.first?.families.map(Self.plain) ?? []
    for family in families where !used.contains(Self.plain(family)) && !family.isEmpty {
      if Self.generic.contains(Self.plain(family)) { return }
      substitutions.append("The font family '\(family)' is not installed; '\(primary.family)' stands in.")
    }
  }

  /// Notes a font file that draws colored pictures only.
  func notePictures(_ family: String) {
    substitutions.append("The font '\(family)' has no outlines; '\(primary.family)' stands in.")
  }

  /// The first font that has all of a character, or nil.
  func font(for cluster: ArraySlice<Unicode.Scalar>) -> Font? {
    let needed = cluster.filter(\.isDrawn)
    if covers(needed, primary.hasGlyph) { return primary }
    for entry in fallbacks?.entries ?? [] where covers(needed, entry.contains) {
      if let font = open(entry.path, entry.index), covers(needed, font.hasGlyph) { return font }
    }
    return nil
  }

  /// Whether all scalars are there, or those that they compose to.
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

  /// Names for whatever font is fit, in the spelling of `plain`.
  private static let generic: Set<String> = [
    "sans-serif", "sans", "serif", "monospace", "mono", "cursive", "fantasy", "system-ui", "emoji", "math",
  ]

  /// Family names are compared without case and blanks.
  private static func plain(_ family: String) -> String { family.lowercased().filter { $0 != " " } }
}

extension Unicode.Scalar {
  /// Whether a font needs a glyph for it.
  var isDrawn: Bool {
    !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .control
      && properties.generalCategory != .format
  }
}
