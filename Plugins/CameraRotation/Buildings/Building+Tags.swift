import StageKit

extension Building {
  /// What a map's file says of heights, and what is taken where it says nothing.
  struct Heights: Hashable, Sendable, Digestible {
    /// What all heights are multiplied by.
    var scale = 1.0
    /// Of a level, in meters.
    var level = 3.2

    func digest(into hasher: inout DigestHasher) {
      hasher.combine(scale)
      hasher.combine(level)
    }
  }

  /// A feature's polygon as OpenStreetMap's simple 3D buildings have it, or vector tiles.
  ///
  /// Without a height or levels it depends on the place and the area alone, so that it is the same in every file.
  init(_ rings: [[Point]], of feature: GeoJSON.Feature, heights: Heights, look: Int) {
    func meters(_ names: String...) -> Double? { names.lazy.compactMap { feature.meters($0) }.first }
    let levels = meters("building:levels")
    let roofLevels = meters("roof:levels")
    self.rings = rings
    self.look = look
    (base, top) = (0, 0)
    roof =
      switch feature["roof:shape"]?.string {
      case "gabled", "half-hipped", "gambrel", "saltbox": .gabled
      case "hipped", "mansard": .hipped
      case "pyramidal", "cone", "conical": .pyramidal
      case "dome", "onion", "round": .dome
      default: .flat
      }
    let low = meters("min_height", "render_min_height") ?? (meters("building:min_level") ?? 0) * heights.level
    let high =
      meters("height", "render_height") ?? levels.map { ($0 + (roofLevels ?? 0)) * heights.level }
      ?? max(low, 0) + plausibleHeight
    base = max(low, 0) * heights.scale
    top = min(max(high, 0), 2000) * heights.scale
    roofHeight = (meters("roof:height") ?? roofLevels.map { $0 * heights.level }).map { $0 * heights.scale }
  }

  /// Between a shed and six levels.
  private var plausibleHeight: Double {
    let place = center
    let seed = Digest { hasher in
      hasher.combine("building")
      hasher.combine((place.x * 10).rounded())
      hasher.combine((place.y * 10).rounded())
    }
    var random = SeededNumbers(seed: seed.high)
    let share = random.unit()
    switch area {
    case ..<40: return 2.6 + share
    case ..<150: return 5.5 + 4 * share
    case ..<600: return 8 + 9 * share
    default: return 7 + 14 * share
    }
  }
}

extension GeoJSON.Feature {
  /// A number of meters, or without a unit, in a property; feet and inches are converted.
  func meters(_ name: String) -> Double? {
    switch self[name] {
    case .number(let value): return value
    case .string(let text):
      let parts = text.split(whereSeparator: { $0 == " " || $0 == "'" || $0 == "\"" })
      let number = parts.first?.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      guard let number, let value = Double(number) else { return nil }
      if text.contains("'") {
        let inches = parts.dropFirst().first.flatMap { Double($0) } ?? 0
        return value * 0.3048 + inches * 0.0254
      }
      return text.hasSuffix("ft") ? value * 0.3048 : value
    default: return nil
    }
  }
}
