import CText

/// A script's own reading direction and how its letters join.
struct Script: Hashable {
  let code: hb_script_t

  static let common = Script(code: HB_SCRIPT_COMMON)

  init(code: hb_script_t) { self.code = code }

  init(of scalar: Unicode.Scalar) {
    code = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
  }

  static func == (a: Script, b: Script) -> Bool { a.code.rawValue == b.code.rawValue }

  func hash(into hasher: inout Hasher) { hasher.combine(code.rawValue) }

  /// Whether characters of it take the script of their neighbors.
  var isShared: Bool { [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN].contains { $0 == code } }

  var isRightToLeft: Bool { hb_script_get_horizontal_direction(code) == HB_DIRECTION_RTL }

  /// Whether its right-to-left letters make Arabic digits of European ones that follow.
  var isArabicLike: Bool { [HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_THAANA].contains { $0 == code } }

  /// Whether its letters join, so that space between them would tear them apart.
  var isCursive: Bool {
    [
      HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_NKO, HB_SCRIPT_MONGOLIAN, HB_SCRIPT_MANDAIC, HB_SCRIPT_PHAGS_PA,
      HB_SCRIPT_MANICHAEAN, HB_SCRIPT_PSALTER_PAHLAVI, HB_SCRIPT_ADLAM, HB_SCRIPT_HANIFI_ROHINGYA, HB_SCRIPT_SOGDIAN,
    ].contains { $0 == code }
  }

  /// Whether lines may break between any two of its characters.
  var isIdeographic: Bool {
    [
      HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL, HB_SCRIPT_YI,
    ].contains { $0 == code }
  }

  /// The script of each scalar, shared ones taking that of the one before or, at the start, of the one after.
  static func resolved(_ scalars: [Unicode.Scalar]) -> [Script] {
    var scripts = scalars.map(Script.init(of:))
    var current = scripts.first { !$0.isShared } ?? .common
    for index in scripts.indices {
      if scripts[index].isShared { scripts[index] = current } else { current = scripts[index] }
    }
    return scripts
  }
}
