import StageKit

/// The colors that a feature's tags give to a building; nil for those that it has none for.
struct BuildingColors: Hashable, Sendable {
  var wall: Color?
  var roof: Color?

  init(of feature: GeoJSON.Feature) {
    wall = Self.color(of: feature, ["building:colour", "building:color", "building:material"])
    roof = Self.color(of: feature, ["roof:colour", "roof:color", "roof:material"])
  }

  private static let keys = [
    "building:colour", "building:color", "roof:colour", "roof:color", "building:material", "roof:material",
  ]

  private static func color(of feature: GeoJSON.Feature, _ keys: [String]) -> Color? {
    keys.lazy.compactMap { key in feature[key]?.string.flatMap { color($0, of: key) } }.first
  }

  private static func color(_ text: String, of key: String) -> Color? {
    key.hasSuffix("material") ? material(text) : color(text)
  }

  /// The tags that are no color or material that is known, with their values.
  static func unknown(in feature: GeoJSON.Feature) -> [String] {
    keys.compactMap { key in
      guard let text = feature[key]?.string, color(text, of: key) == nil else { return nil }
      return "'\(key)' \(text)"
    }
  }

  /// A look with the tags' colors in place of its own, as far as a share says.
  ///
  /// They are as bright in a style as its own walls and roofs: white is what these are by their light.
  func look(_ given: BuildingModels.Look, share: Double) -> BuildingModels.Look {
    func mixed(_ own: Color, _ tagged: Color?) -> Color {
      guard let tagged else { return own }
      let light = min((0.2126 * own.red + 0.7152 * own.green + 0.0722 * own.blue) / 0.94, 1)
      return own.interpolated(to: tagged.times(light), at: share)
    }
    return BuildingModels.Look(roof: mixed(given.roof, roof), wall: mixed(given.wall, wall))
  }

  // MARK: Colors

  /// A color as tags have it: as CSS does, in hexadecimal with or without `#`, or a name in several words; opaque. Of several the
  /// first counts.
  static func color(_ text: String) -> Color? {
    guard let first = words(text) else { return nil }
    let name = first.filter { !"_- ".contains($0) }
    let isHex = [3, 6].contains(name.count) && name.allSatisfy { $0.isHexDigit && $0.isASCII }
    if var color = names[name].map({ Color(hex: $0) }) ?? Color(css: name) ?? Color(css: first)
      ?? (isHex ? Color(css: "#" + name) : nil)
    {
      guard color.alpha > 0 else { return nil }
      color.alpha = 1
      return color
    }
    for (prefix, target) in [("light", Color.white), ("pale", .white), ("dark", .black), ("deep", .black)] {
      if name.hasPrefix(prefix), let base = color(String(name.dropFirst(prefix.count))) {
        return base.interpolated(to: target, at: 0.4)
      }
    }
    return nil
  }

  /// The first of several values, in small letters.
  private static func words(_ text: String) -> String? {
    guard let first = text.split(separator: ";").first?.lowercased(), first.utf8.count <= 64 else { return nil }
    let name = first.drop { $0.isWhitespace }
    return name.isEmpty ? nil : String(name.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Names that CSS does not have.
  private static let names: [String: UInt32] = [
    "brick": 0xA65E48, "brickred": 0xA65E48, "cream": 0xF3E8C8, "ochre": 0xCC8E35, "ocher": 0xCC8E35,
    "terracotta": 0xC4694A, "sand": 0xDCC9A0, "sandstone": 0xD6BD90, "rust": 0x9A4F2C, "copper": 0x8A5A3C,
    "bronze": 0x86683C, "mustard": 0xCFA13A, "apricot": 0xF2C39A, "rose": 0xE3A3A3, "offwhite": 0xF4F1E8,
    "anthracite": 0x3C4045, "concrete": 0xB7B5AF, "stone": 0xB8AE9C, "wood": 0xA87B50, "slate": 0x575D67,
    "mint": 0xBFE3CF, "greenpatina": 0x7BA898, "charcoal": 0x3E4145,
  ]

  // MARK: Materials

  /// The usual color of a material; nil for one that is not known.
  static func material(_ text: String) -> Color? {
    words(text).flatMap { materials[$0.replacing("-", with: "_").replacing(" ", with: "_")] }.map { Color(hex: $0) }
  }

  private static let materials: [String: UInt32] = [
    "brick": 0xA8664F, "bricks": 0xA8664F, "clinker": 0x8A4B3C, "plaster": 0xEEE7D9, "stucco": 0xEEE7D9,
    "render": 0xEEE7D9, "concrete": 0xB9B7B1, "reinforced_concrete": 0xB9B7B1, "cement_block": 0xADAAA3,
    "cement": 0xADAAA3, "block": 0xADAAA3, "stone": 0xB9AF9D, "masonry": 0xB9AF9D, "sandstone": 0xD5BC8F,
    "limestone": 0xDDD4BE, "granite": 0x9D9891, "marble": 0xEBE9E5, "slate": 0x565C66, "rammed_earth": 0xB58C63,
    "mud": 0xB58C63, "adobe": 0xB58C63, "loam": 0xB58C63, "clay": 0xB5593D, "wood": 0xA97D51, "timber": 0xA97D51,
    "timber_framing": 0xDBCDB5, "half_timbered": 0xDBCDB5, "bamboo": 0xC6AE72, "thatch": 0xB59B64, "reed": 0xB59B64,
    "grass": 0x88A45E, "plants": 0x88A45E, "sod": 0x88A45E, "glass": 0x9CB6C4, "mirror": 0xA8BCC9,
    "acrylic_glass": 0xB5C8D1, "metal": 0xA9B0B5, "metal_sheet": 0xA1A7AB, "sheet_metal": 0xA1A7AB,
    "metal_plates": 0xA1A7AB, "steel": 0xA1A7AB, "tin": 0xA9B0B5, "aluminium": 0xBAC0C5, "aluminum": 0xBAC0C5,
    "zinc": 0x99A2A8, "lead": 0x81878B, "copper": 0x7CA898, "gold": 0xD8B14B, "roof_tiles": 0xB5593D,
    "tile": 0xB5593D, "tiles": 0xB5593D, "shingle": 0x7C7064, "shingles": 0x7C7064, "asphalt_shingle": 0x5D5B5A,
    "tar_paper": 0x595755, "bitumen": 0x595755, "asphalt": 0x595755, "gravel": 0xB2A99B, "eternit": 0xA7A8A4,
    "asbestos": 0xA7A8A4, "fibre_cement": 0xA7A8A4, "plastic": 0xD7D7D3, "vinyl": 0xE2DFD7, "membrane": 0xD9D9D6,
    "fabric": 0xE6E3DB, "solar_panels": 0x2F3E5B, "siding": 0xE2DFD7, "ceramic": 0xD9CBB8,
  ]
}
