import CText

/// The description of a face in a font file.
struct FontFace: Hashable, Sendable {
  let source: Font.Source
  /// In all languages, as `FontFamilies.plain` writes them.
  let families: Set<String>
  /// More than one if it has an axis for them.
  let weights: ClosedRange<Int>
  let hasUpright: Bool
  let hasItalic: Bool
  /// In percent of the normal width.
  let width: Double

  /// Nil where there is no face, or one without characters or glyphs to draw.
  init?(_ source: Font.Source) {
    guard let face = Font.face(source) else { return nil }
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0, Self.hasCharacters(face), Self.hasDrawings(face),
      let font = hb_font_create(face)
    else { return nil }
    defer { hb_font_destroy(font) }
    self.source = source
    families = Self.families(of: face)
    let weight = Int(hb_style_get_value(font, HB_STYLE_TAG_WEIGHT))
    weights = Self.axis("wght", of: face).map { Int($0.lowerBound)...Int($0.upperBound) } ?? weight...weight
    let isItalic =
      hb_style_get_value(font, HB_STYLE_TAG_ITALIC) != 0 || hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE) != 0
    let canSlope = Self.axis("ital", of: face) != nil || Self.axis("slnt", of: face) != nil
    hasUpright = !isItalic || canSlope
    hasItalic = isItalic || canSlope
    width = Double(hb_style_get_value(font, HB_STYLE_TAG_WIDTH))
  }

  private static func hasCharacters(_ face: OpaquePointer) -> Bool {
    guard let characters = hb_set_create() else { return false }
    defer { hb_set_destroy(characters) }
    hb_face_collect_unicodes(face, characters)
    return hb_set_is_empty(characters) == 0
  }

  private static func hasDrawings(_ face: OpaquePointer) -> Bool {
    Font.hasTable(among: ["glyf", "CFF ", "CFF2", "CBDT", "sbix", "COLR"], face)
  }

  private static func families(of face: OpaquePointer) -> Set<String> {
    var count: UInt32 = 0
    guard let entries = hb_ot_name_list_names(face, &count) else { return [] }
    let names = UnsafeBufferPointer(start: entries, count: Int(count)).filter {
      [CTEXT_NAME_TYPOGRAPHIC_FAMILY, CTEXT_NAME_FAMILY].contains($0.name_id)
    }
    return Set(names.compactMap { Font.name(of: face, $0.name_id, $0.language).map(FontFamilies.plain) })
  }

  private static func axis(_ name: StaticString, of face: OpaquePointer) -> ClosedRange<Float>? {
    var axis = hb_ot_var_axis_info_t()
    guard hb_ot_var_find_axis_info(face, tag(name), &axis) != 0, axis.min_value < axis.max_value else { return nil }
    return axis.min_value...axis.max_value
  }
}
