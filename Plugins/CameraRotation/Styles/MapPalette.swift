import StageKit

/// The purpose of a map's color.
enum MapColor: String, CaseIterable, Sendable {
  case background, text, land, green, pitch, sand, water, pier, building, roof, wall, rail, tunnel, path, street, major,
    motorway, streetLight

  var summary: String {
    switch self {
    case .background: "The ground below everything."
    case .text: "Text on the map, such as its attribution."
    case .land: "Land that is built on or otherwise used."
    case .green: "Parks, woods and meadows."
    case .pitch: "Playgrounds and sports grounds."
    case .sand: "Beaches and rock."
    case .water: "Seas, rivers and lakes."
    case .pier: "Piers and breakwaters."
    case .building: "Buildings that lie flat."
    case .roof: "Roofs of buildings with a height."
    case .wall: "Their walls, where the sun meets them."
    case .rail: "Railways."
    case .tunnel: "Roads and railways in tunnels."
    case .path: "Footways and lanes."
    case .street: "Streets."
    case .major: "Main streets."
    case .motorway: "Motorways and boulevards."
    case .streetLight: "The light of streets, on the walls and the ground along them; clear by day."
    }
  }
}

/// The colors of a map style, and its light.
struct MapPalette: Sendable, Digestible {
  private var colors: [Color]
  /// Around streets, where it is given.
  var casing: Color?
  /// The factors for colors in the sun and in the shade.
  var sunlight: Color
  var shade: Color
  /// The opacity of shadows on the ground.
  var shadow: Double
  /// The color that multiplies walls at the windows.
  var glass: Color
  /// The color of windows with light, and how many have it.
  var lamp: Color
  var lampShare: Double
  /// The color of the far ground and of the horizon, and that of the sky above it; nil for the background's and the
  /// haze's.
  var haze: Color?
  var sky: Color?
  /// The color of the light around a low sun at the horizon; nil for none.
  var sunGlow: Color?

  /// A palette of colors in the order of `MapColor`.
  init(
    _ colors: [UInt32], casing: UInt32? = nil, sunlight: Color = .white, shade: Color, shadow: Double,
    glass: Color, lamp: UInt32 = 0, lampShare: Double = 0, streetLight: Color = .clear
  ) {
    self.init(
      colors.map { Color(hex: $0) } + [streetLight], casing: casing.map { Color(hex: $0) }, sunlight: sunlight,
      shade: shade,
      shadow: shadow, glass: glass, lamp: Color(hex: lamp), lampShare: lampShare)
  }

  private init(
    _ colors: [Color], casing: Color?, sunlight: Color, shade: Color, shadow: Double, glass: Color, lamp: Color,
    lampShare: Double
  ) {
    precondition(colors.count == MapColor.allCases.count)
    self.colors = colors
    self.casing = casing
    self.sunlight = sunlight
    self.shade = shade
    self.shadow = shadow
    (self.glass, self.lamp, self.lampShare) = (glass, lamp, lampShare)
  }

  /// With a horizon.
  private func with(haze: UInt32, sky: UInt32, sunGlow: UInt32? = nil) -> MapPalette {
    var palette = self
    (palette.haze, palette.sky) = (Color(hex: haze), Color(hex: sky))
    palette.sunGlow = sunGlow.map { Color(hex: $0) }
    return palette
  }

  subscript(key: MapColor) -> Color {
    get { colors[Self.place(of: key)] }
    set { colors[Self.place(of: key)] = newValue }
  }

  /// The color of the shore, into which water fades.
  var shore: Color { self[.water].interpolated(to: self[.sand], at: 0.35) }

  private static func place(of key: MapColor) -> Int { MapColor.allCases.firstIndex(of: key) ?? 0 }

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(colors)
    hasher.combine(casing)
  }

  // In the order of MapColor: background, text, land, green, pitch, sand, water, pier, building; roof, wall; rail, tunnel,
  // path, street, major, motorway, and streetLight by itself.

  static let dark = MapPalette(
    [
      0x0A0C18, 0xDDE2F0, 0x0E1020, 0x0F2620, 0x143028, 0x3B3628, 0x0A1A3A, 0x1A1E30, 0x1A1E30,
      0x252D52, 0x20274A, 0x2A3048, 0x171A2A, 0x6A4E36, 0xDE9E58, 0xE7A964, 0xECB273,
    ], shade: Color(0.52, 0.56, 0.68), shadow: 0, glass: Color(0.62, 0.66, 0.76), lamp: 0xFFD896, lampShare: 0.28,
    streetLight: Color(hex: 0xFFA656).opacity(0.96)
  ).with(haze: 0x2A2A4C, sky: 0x0B0D1A)

  static let light = MapPalette(
    [
      0xF1F2F4, 0x4A5261, 0xECEEF1, 0xCFE7CC, 0xBFDFBF, 0xF2EAD3, 0xA3CDEF, 0xE9EAED, 0xDCE0E7,
      0xF7F8FA, 0xF0F2F6, 0xC2C8D2, 0xE3E6EB, 0xFFFFFF, 0xFFFFFF, 0xFFF6DC, 0xFFE3A3,
    ], casing: 0xCDD4DE, shade: Color(0.80, 0.83, 0.90), shadow: 0.16, glass: Color(0.86, 0.90, 0.96))

  static let dusk = MapPalette(
    [
      0x171330, 0xFFE9D6, 0x211B3C, 0x21383F, 0x2A4A50, 0x6A5158, 0x1F3F78, 0x3A3159, 0x332B54,
      0x584374, 0xC27E7A, 0x4C4170, 0x2C2550, 0x4A3F6E, 0xDC9878, 0xF0AA74, 0xFFC47E,
    ], sunlight: Color(1, 0.93, 0.86), shade: Color(0.40, 0.40, 0.64), shadow: 0.4, glass: Color(0.60, 0.58, 0.72),
    lamp: 0xFFD690, lampShare: 0.34, streetLight: Color(hex: 0xFF8E4E).opacity(0.7)
  ).with(haze: 0xC0747A, sky: 0x241C52, sunGlow: 0xFFC384)

  static let paper = MapPalette(
    [
      0xF4EEDF, 0x5B4B34, 0xEEE5D0, 0xD7DCB4, 0xCBD4A6, 0xEADBB4, 0xB4D0CE, 0xE3D9C2, 0xDACCAE,
      0xFCF8EE, 0xF5EBD6, 0xB8A888, 0xE6DCC6, 0xD9CCB0, 0xFFFDF6, 0xFFF1C9, 0xF2C383,
    ], casing: 0xCFC0A0, shade: Color(0.80, 0.74, 0.66), shadow: 0.18, glass: Color(0.86, 0.82, 0.76))

  static let blueprint = MapPalette(
    [
      0x0A2856, 0xE6F0FF, 0x0C2E63, 0x0F3A6E, 0x124179, 0x15427C, 0x071F47, 0x143C76, 0x123A78,
      0x2458A6, 0x2E66B8, 0x2E66B0, 0x113872, 0x2F66B2, 0x5A92DA, 0x96C0F2, 0xDCEBFF,
    ], shade: Color(0.62, 0.68, 0.84), shadow: 0.3, glass: Color(1.3, 1.25, 1.2))

  /// Land shows the heights below it.
  static let relief: MapPalette = {
    var palette = MapPalette(
      [
        0xE9EBDD, 0x3E4A3D, 0xF3F1E6, 0xB7CF9C, 0xAAC58E, 0xEBDFBD, 0x94C1DC, 0xDDDDD2, 0xCFC8B5,
        0xFFFFFF, 0xF0ECE0, 0xAAA79B, 0xDCD8CA, 0xE9E4D6, 0xFFFFFF, 0xFFF3CF, 0xF5CF94,
      ], casing: 0xC3BEAC, shade: Color(0.78, 0.80, 0.84), shadow: 0.2, glass: Color(0.86, 0.88, 0.9))
    palette[.land] = palette[.land].opacity(0.35)
    palette[.green] = palette[.green].opacity(0.6)
    return palette
  }()

  /// A style from two colors: all of the map in shades of the first, main streets in the second.
  static func brand(_ ground: Color, _ accent: Color) -> MapPalette {
    let isDark = ground.isDark
    let (deep, bright) = isDark ? (Color.black, Color.white) : (Color.white, Color.black)
    /// The ground toward its own extreme for shares below 0, toward the other above.
    func shaded(_ share: Double) -> Color {
      share < 0 ? ground.interpolated(to: deep, at: -share) : ground.interpolated(to: bright, at: share)
    }
    let roofs = isDark ? (shaded(0.16), shaded(0.2)) : (shaded(-0.92), shaded(-0.86))
    return MapPalette(
      [
        shaded(-0.72), isDark ? .white : shaded(0.7), shaded(-0.64), shaded(-0.52), shaded(-0.46), shaded(-0.4),
        isDark ? shaded(-0.84) : shaded(-0.3), shaded(-0.42), shaded(-0.36), roofs.0, roofs.1, shaded(-0.2),
        shaded(-0.55),
        isDark ? shaded(-0.3) : shaded(-0.85), isDark ? shaded(-0.05) : .white,
        accent.interpolated(to: ground, at: 0.45),
        accent,
        isDark ? accent.opacity(0.5) : .clear,
      ], casing: isDark ? nil : shaded(-0.25), sunlight: .white,
      shade: isDark ? Color(0.56, 0.58, 0.68) : Color(0.82, 0.83, 0.88), shadow: isDark ? 0.4 : 0.16,
      glass: isDark ? Color(0.72, 0.72, 0.76) : Color(0.88, 0.88, 0.9), lamp: accent, lampShare: isDark ? 0.12 : 0)
  }
}
