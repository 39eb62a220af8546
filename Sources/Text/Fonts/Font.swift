import CText
import StageKit

/// An open font at a given weight and slope, in units of a 64th of its own.
final class Font {
  /// The location of a font's bytes.
  enum Source: Hashable {
    case file(path: String, index: Int)
    /// An index of `EmbeddedFonts.all`.
    case embedded(Int)
  }

  let face: OpaquePointer
  let font: OpaquePointer

  /// The English family name.
  let family: String

  /// Units of outlines and advances to the em.
  let unitsPerEm: Double

  /// Above the baseline, below it, and the gap that the font asks for between lines; in ems, none below 0.
  let ascent: Double
  let descent: Double
  let lineGap: Double

  /// The slant of an upright font for an italic: x for each y.
  let slant: Double

  /// Its weight, from 1 to 1000: that of the file, or the nearest that its axis has.
  let weight: Int

  /// True if the file has an axis of weights.
  let hasWeightAxis: Bool

  /// True if it has outlines, and not only bitmaps.
  let hasOutlines: Bool

  /// Nil where the font has no color glyphs.
  private(set) lazy var colorGlyphs: ColorGlyphs? = openColorGlyphs()

  private let source: Source

  private var outlines: [hb_codepoint_t: [Path.Element]] = [:]

  /// Opens a face; nil where there is none.
  init?(_ source: Source, weight: Int, isItalic: Bool, variations: [FontVariation] = []) {
    guard let face = Self.face(source) else { return nil }
    guard hb_face_get_glyph_count(face) > 0, let font = hb_font_create(face) else {
      hb_face_destroy(face)
      return nil
    }
    self.face = face
    self.font = font
    self.source = source
    hasOutlines = Self.hasOutlines(face)
    let scale = Int32(clamping: max(hb_face_get_upem(face), 1)) * 64
    hb_font_set_scale(font, scale, scale)
    let canSlope = Self.setVariations(of: font, face, weight: weight, isItalic: isItalic, variations)
    unitsPerEm = Double(scale)
    self.weight = Int(hb_style_get_value(font, HB_STYLE_TAG_WEIGHT).rounded())
    var axis = hb_ot_var_axis_info_t()
    hasWeightAxis = hb_ot_var_find_axis_info(face, tag("wght"), &axis) != 0
    var extents = hb_font_extents_t()
    if hb_font_get_h_extents(font, &extents) != 0 {
      ascent = max(Double(extents.ascender), 0) / Double(scale)
      descent = max(-Double(extents.descender), 0) / Double(scale)
      lineGap = max(Double(extents.line_gap), 0) / Double(scale)
    } else {
      ascent = 0.8
      descent = 0.2
      lineGap = 0
    }
    let isSloped =
      hb_style_get_value(font, HB_STYLE_TAG_ITALIC) != 0
      || hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE) != 0
    slant = isItalic && !canSlope && !isSloped ? 0.2 : 0
    family = Self.englishFamily(of: face) ?? "?"
  }

  deinit {
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// A new face; nil where there is none.
  static func face(_ source: Source) -> OpaquePointer? {
    let blob: OpaquePointer?
    var faceIndex = 0
    switch source {
    case .file(let path, let index):
      if PackedFont.isPacked(path) {
        blob = PackedFont.blob(path, index: index)
      } else {
        blob = hb_blob_create_from_file_or_fail(path)
        faceIndex = index
      }
    case .embedded(let index):
      blob = EmbeddedFonts.blob(index)
    }
    guard let blob else { return nil }
    defer { hb_blob_destroy(blob) }
    guard let number = UInt32(exactly: faceIndex), hb_face_count(blob) > number else { return nil }
    return hb_face_create(blob, number)
  }

  /// Sets a variable font's axes; whether one of them slopes it.
  private static func setVariations(
    of font: OpaquePointer, _ face: OpaquePointer, weight: Int, isItalic: Bool, _ more: [FontVariation]
  ) -> Bool {
    var variations: [hb_variation_t] = []
    func set(_ tag: hb_tag_t, _ value: (hb_ot_var_axis_info_t) -> Float) -> Bool {
      var axis = hb_ot_var_axis_info_t()
      guard hb_ot_var_find_axis_info(face, tag, &axis) != 0 else { return false }
      let value = min(max(value(axis), axis.min_value), axis.max_value)
      variations.append(hb_variation_t(tag: tag, value: value))
      return value != axis.default_value
    }
    _ = set(tag("wght")) { _ in Float(weight) }
    // A slant axis counts counterclockwise, so that slopes to the right are negative.
    var canSlope = false
    if isItalic { canSlope = set(tag("ital")) { _ in 1 } || set(tag("slnt")) { _ in -10 } }
    // The later of two positions on an axis counts.
    for variation in more { _ = set(tag(of: variation.tag)) { _ in Float(variation.value) } }
    if !variations.isEmpty { hb_font_set_variations(font, variations, UInt32(variations.count)) }
    return canSlope
  }

  /// The font as a use, for a report of the fonts that drew a text.
  var use: FontUse { FontUse(family: family, source: source) }

  /// The number of faces in a file. Throws `StageError` for one that cannot be read, or is no font.
  static func faceCount(of file: FileReference) throws(StageError) -> Int {
    guard let blob = hb_blob_create_from_file_or_fail(file.path) else {
      throw StageError("\(file.literal): cannot be read")
    }
    defer { hb_blob_destroy(blob) }
    let count = PackedFont.isPacked(file.path) ? PackedFont.faceCount(file.path) : Int(hb_face_count(blob))
    guard count > 0, let face = face(.file(path: file.path, index: 0)) else { throw notFont(file) }
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0 else { throw notFont(file) }
    return count
  }

  private static func notFont(_ file: FileReference) -> StageError {
    StageError("\(file.literal): is not a font", hint: "TrueType, OpenType, WOFF and WOFF2 fonts can be used.")
  }

  private static func englishFamily(of face: OpaquePointer) -> String? {
    let candidates = [CTEXT_NAME_TYPOGRAPHIC_FAMILY, CTEXT_NAME_FAMILY]
    let english = hb_language_from_string("en", -1)
    return candidates.lazy.compactMap { name(of: face, $0, english) }.first
  }

  /// One of the names in a font; nil for an empty one.
  static func name(of face: OpaquePointer, _ id: hb_ot_name_id_t, _ language: hb_language_t?) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    var size = UInt32(buffer.count)
    guard hb_ot_name_get_utf8(face, id, language, &size, &buffer) > 0 else { return nil }
    return String(decoding: buffer.prefix(Int(size)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func hasOutlines(_ face: OpaquePointer) -> Bool { hasTable(among: ["glyf", "CFF ", "CFF2"], face) }

  /// True if a face has one of some tables.
  static func hasTable(among names: [StaticString], _ face: OpaquePointer) -> Bool {
    names.contains { name in
      let table = hb_face_reference_table(face, tag(name))
      defer { hb_blob_destroy(table) }
      return hb_blob_get_length(table) > 0
    }
  }

  /// True if the font has an outline for a character, or where `isColor` a glyph of whatever kind.
  func hasGlyph(for scalar: Unicode.Scalar, isColor: Bool = false) -> Bool {
    var glyph: hb_codepoint_t = 0
    return (isColor || hasOutlines) && hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 && glyph != 0
  }

  /// A glyph's outline, y upward.
  func outline(of glyph: hb_codepoint_t) -> [Path.Element] {
    if let known = outlines[glyph] { return known }
    let elements = OutlineRecorder.record(glyph, of: font)
    outlines[glyph] = elements
    return elements
  }

  private func openColorGlyphs() -> ColorGlyphs? {
    guard case .file(let path, let index) = source else { return nil }
    return ColorGlyphs(path: path, index: index, face) { [unowned self] glyph in
      let scale = Double(max(hb_face_get_upem(face), 1)) / unitsPerEm
      return Path { builder in for element in outline(of: glyph) { builder.append(element) } }
        .transformed(by: .scale(scale))
    }
  }
}

extension Font {
  /// True for a font with an axis of a name.
  func hasAxis(_ name: String) -> Bool {
    var axis = hb_ot_var_axis_info_t()
    return hb_ot_var_find_axis_info(face, tag(of: name), &axis) != 0
  }

  /// True for a font with an OpenType feature of a name, in any script.
  func hasFeature(_ name: String) -> Bool {
    let wanted = tag(of: name)
    return [tag("GSUB"), tag("GPOS")].contains { table in
      var count: UInt32 = 0
      let total = hb_ot_layout_table_get_feature_tags(face, table, 0, &count, nil)
      var tags = [hb_tag_t](repeating: 0, count: Int(total))
      count = total
      hb_ot_layout_table_get_feature_tags(face, table, 0, &count, &tags)
      return tags.contains(wanted)
    }
  }

  /// The middle of a line along text, upward from the baseline, and its thickness; in ems.
  func line(_ decoration: TextDecoration) -> (middle: Double, thickness: Double) {
    let isUnder = decoration == .underline
    func metric(_ name: StaticString) -> Double? {
      var position: hb_position_t = 0
      let metric = hb_ot_metrics_tag_t(rawValue: tag(name))
      return hb_ot_metrics_get_position(font, metric, &position) != 0 ? Double(position) / unitsPerEm : nil
    }
    // Fonts give the top of a line.
    let thickness = metric(isUnder ? "unds" : "strs").flatMap { $0 > 0 ? $0 : nil } ?? 0.05
    let top = metric(isUnder ? "undo" : "stro") ?? (isUnder ? -0.1 : 0.28)
    return (top - thickness / 2, thickness)
  }
}

/// The tag of four letters, fewer of which are filled up with spaces.
func tag(of name: String) -> hb_tag_t {
  (Array(name.utf8.prefix(4)) + [32, 32, 32, 32]).prefix(4).reduce(0) { $0 << 8 | hb_tag_t($1) }
}

/// The tag of four letters.
func tag(_ letters: StaticString) -> hb_tag_t {
  letters.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | hb_tag_t($1) } }
}
