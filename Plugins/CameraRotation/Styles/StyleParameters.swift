import StageKit

extension CameraRotation {
  private static let overrides = MapColor.allCases.map { ParameterKey.color($0.rawValue, $0.summary).optional }
  private static let primary = ParameterKey.color(
    "primary", "For the style 'brand': what the map is in shades of.", default: Color(hex: 0x1F3A5F))
  private static let secondary = ParameterKey.color(
    "secondary", "For the style 'brand': the color of main streets.", default: Color(hex: 0xFFB84D))

  static let colors = ParameterKey.object(
    "colors", "Colors that take the place of the style's.", overrides + [primary, secondary])

  /// A look with the colors that a job gives; for none, those of what is on its background.
  static func palette(_ look: FileMapLook, _ fields: ParameterValues, on background: Color) -> MapPalette {
    let given = fields[colors]
    var palette: MapPalette
    switch look {
    case .dark: palette = .dark
    case .light: palette = .light
    case .dusk: palette = .dusk
    case .paper: palette = .paper
    case .blueprint: palette = .blueprint
    case .relief: palette = .relief
    case .brand: palette = .brand(given[primary], given[secondary])
    case .none:
      palette = (given[overrides[0]] ?? background).isDark ? .dark : .light
      palette[.background] = background
    }
    for (key, override) in zip(MapColor.allCases, overrides) {
      if let color = given[override] { palette[key] = color }
    }
    return palette
  }
}

extension Color {
  /// Whether light text reads well on it.
  var isDark: Bool { 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 }
}
