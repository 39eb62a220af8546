import CText

/// A Unicode script.
struct Script: Hashable {
  let code: hb_script_t

  static let common = Script(code: HB_SCRIPT_COMMON)

  init(code: hb_script_t) { self.code = code }

  init(of scalar: Unicode.Scalar) {
    code = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
  }

  static func == (a: Script, b: Script) -> Bool { a.code.rawValue == b.code.rawValue }

  func hash(into hasher: inout Hasher) { hasher.combine(code.rawValue) }

  /// True if its characters take the script of their neighbors.
  var isShared: Bool { [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN].contains { $0 == code } }

  /// True if its letters join, so that letter spacing would tear them apart.
  var isCursive: Bool {
    [
      HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_NKO, HB_SCRIPT_MONGOLIAN, HB_SCRIPT_MANDAIC, HB_SCRIPT_PHAGS_PA,
      HB_SCRIPT_MANICHAEAN, HB_SCRIPT_PSALTER_PAHLAVI, HB_SCRIPT_ADLAM, HB_SCRIPT_HANIFI_ROHINGYA, HB_SCRIPT_SOGDIAN,
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
