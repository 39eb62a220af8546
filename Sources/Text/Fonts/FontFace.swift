import CText
import StageKit

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
  /// Its full names, as `FontFamilies.plain` writes them.
  let names: Set<String>
  /// The positions on its axes that have names, by these.
  let instances: [String: [FontVariation]]

  /// Nil where there is no face, or one without characters or glyphs to draw.
  init?(_ source: Font.Source) {
    guard let face = Font.face(source) else { return nil }
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0, Self.hasCharacters(face), Self.hasDrawings(face),
      let font = hb_font_create(face)
    else { return nil }
    defer { hb_font_destroy(font) }
    self.source = source
    families = Self.names(of: face, [CTEXT_NAME_TYPOGRAPHIC_FAMILY, CTEXT_NAME_FAMILY])
    names = Self.names(of: face, [CTEXT_NAME_FULL, CTEXT_NAME_POSTSCRIPT])
    instances = Self.instances(of: face, families)
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

  /// Some of the names of a face, in all languages.
  private static func names(of face: OpaquePointer, _ ids: [hb_ot_name_id_t]) -> Set<String> {
    var count: UInt32 = 0
    guard let entries = hb_ot_name_list_names(face, &count) else { return [] }
    let names = UnsafeBufferPointer(start: entries, count: Int(count)).filter { ids.contains($0.name_id) }
    return Set(names.compactMap { Font.name(of: face, $0.name_id, $0.language).map(FontFamilies.plain) })
  }

  /// The named instances of a variable font: each by its family and style, and by its PostScript name.
  private static func instances(of face: OpaquePointer, _ families: Set<String>) -> [String: [FontVariation]] {
    var count = hb_ot_var_get_axis_count(face)
    guard count > 0 else { return [:] }
    var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    hb_ot_var_get_axis_infos(face, 0, &count, &axes)
    var instances: [String: [FontVariation]] = [:]
    for index in 0..<hb_ot_var_get_named_instance_count(face) {
      var coordinates = [Float](repeating: 0, count: axes.count)
      var length = UInt32(axes.count)
      hb_ot_var_named_instance_get_design_coords(face, index, &length, &coordinates)
      let variations = zip(axes, coordinates).map { FontVariation(name(of: $0.tag), Double($1)) }
      let styles = names(of: face, [hb_ot_var_named_instance_get_subfamily_name_id(face, index)])
      let own = names(of: face, [hb_ot_var_named_instance_get_postscript_name_id(face, index)])
      for name in families.flatMap({ family in styles.map { family + $0 } }) + own { instances[name] = variations }
    }
    return instances
  }

  private static func name(of tag: hb_tag_t) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(tag >> $0 & 255) }, as: UTF8.self)
  }

  private static func axis(_ name: StaticString, of face: OpaquePointer) -> ClosedRange<Float>? {
    var axis = hb_ot_var_axis_info_t()
    guard hb_ot_var_find_axis_info(face, tag(name), &axis) != 0, axis.min_value < axis.max_value else { return nil }
    return axis.min_value...axis.max_value
  }
}
