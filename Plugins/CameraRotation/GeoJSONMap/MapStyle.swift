import StageKit

/// What the features of a map look like.
struct MapStyle: Hashable, Sendable, Digestible {
  var background: Color
  /// For text on the map.
  var foreground: Color
  /// The first one that is for a feature counts; features that none is for are left out.
  var rules: [MapRule]

  /// No rules on a background; text is light on dark ground and dark on light ground.
  init(background: Color) {
    self.background = background
    let isDark = 0.2126 * background.red + 0.7152 * background.green + 0.0722 * background.blue < 0.5
    foreground = isDark ? MapPalette.dark.foreground : MapPalette.light.foreground
    rules = []
  }

  /// A built-in style, which understands plain OpenStreetMap tags and the layers and classes of common vector tiles.
  init(_ palette: MapPalette) {
    background = palette.background
    foreground = palette.foreground
    rules = Self.entries.compactMap { $0.rule(palette) }
  }

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(background)
    hasher.combine(foreground)
    hasher.combine(rules)
  }
}

/// The colors of a built-in map style.
struct MapPalette: Sendable {
  var background: Color
  var foreground: Color
  /// Land that is built on or otherwise used.
  var land: Color
  var green: Color
  var pitch: Color
  var sand: Color
  var water: Color
  var pier: Color
  var building: Color
  /// Of standing buildings.
  var roof: Color
  var wall: Color
  var rail: Color
  var tunnel: Color
  var path: Color
  var street: Color
  var major: Color
  var motorway: Color
  /// Around streets, where it is given.
  var casing: Color?

  static let dark = MapPalette(
    background: Color(hex: 0x12151B), foreground: Color(hex: 0xC9D0DB), land: Color(hex: 0x161A21),
    green: Color(hex: 0x16241C), pitch: Color(hex: 0x1A2E23), sand: Color(hex: 0x26241F),
    water: Color(hex: 0x0E2233), pier: Color(hex: 0x1B2027), building: Color(hex: 0x20242E),
    roof: Color(hex: 0x3A4252), wall: Color(hex: 0x333B4B),
    rail: Color(hex: 0x2A2F3A), tunnel: Color(hex: 0x1D222B), path: Color(hex: 0x2A2F3A),
    street: Color(hex: 0x363D4B), major: Color(hex: 0x4A5366), motorway: Color(hex: 0x5A657B))

  static let light = MapPalette(
    background: Color(hex: 0xF1F2F4), foreground: Color(hex: 0x4A5261), land: Color(hex: 0xECEEF1),
    green: Color(hex: 0xCFE7CC), pitch: Color(hex: 0xBFDFBF), sand: Color(hex: 0xF2EAD3),
    water: Color(hex: 0xA3CDEF), pier: Color(hex: 0xE9EAED), building: Color(hex: 0xDCE0E7),
    roof: Color(hex: 0xFCFCFD), wall: Color(hex: 0xEDF0F5),
    rail: Color(hex: 0xC2C8D2), tunnel: Color(hex: 0xE3E6EB), path: Color(hex: 0xFFFFFF),
    street: Color(hex: 0xFFFFFF), major: Color(hex: 0xFFF6DC), motorway: Color(hex: 0xFFE3A3),
    casing: Color(hex: 0xCDD4DE))
}
