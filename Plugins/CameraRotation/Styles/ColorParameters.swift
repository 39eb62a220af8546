import StageKit

/// Colors that take the place of a style's, as parameters.
struct ColorParameters: ParameterGroup {
  let overrides = ParameterTable<MapColor, Color>(MapColor.allCases) { ($0.rawValue, $0.summary) }
  @Parameter("For the style 'brand': the color that the map is in shades of.") var primary: Color = Color(hex: 0x1F3A5F)
  @Parameter("For the style 'brand': the color of main streets.") var secondary: Color = Color(hex: 0xFFB84D)

  /// A look with the colors that a job gives; the default text colors suit the background.
  func palette(_ look: FileMapLook, on background: Color) -> MapPalette {
    var palette: MapPalette
    switch look {
    case .dark: palette = .dark
    case .light: palette = .light
    case .dusk: palette = .dusk
    case .paper: palette = .paper
    case .blueprint: palette = .blueprint
    case .relief: palette = .relief
    case .brand: palette = .brand(primary, secondary)
    case .none:
      palette = (overrides[MapColor.allCases[0]] ?? background).isDark ? .dark : .light
      palette[.background] = background
    }
    // The ground fades into its own color where a job gives that.
    if overrides[.background] != nil { (palette.haze, palette.sky, palette.sunGlow) = (nil, nil, nil) }
    for key in MapColor.allCases { if let color = overrides[key] { palette[key] = color } }
    return palette
  }
}

extension Color {
  /// True if light text reads well on it.
  var isDark: Bool { 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 }
}
