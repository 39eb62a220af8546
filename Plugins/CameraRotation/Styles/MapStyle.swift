import StageKit

/// The look of a map's features.
struct MapStyle: Hashable, Sendable, Digestible {
  var background: Color
  /// For text on the map.
  var foreground: Color
  /// The first one that is for a feature counts; features that none is for are left out.
  var rules: [MapRule]

  /// A built-in style, which understands plain OpenStreetMap tags and the layers and classes of common vector tiles; without
  /// rules it has the palette's background and text alone.
  init(_ palette: MapPalette, hasRules: Bool = true) {
    background = palette[.background]
    foreground = palette[.text]
    rules = hasRules ? Self.entries.compactMap { $0.rule(palette) } : []
  }

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(background)
    hasher.combine(foreground)
    hasher.combine(rules)
  }
}
