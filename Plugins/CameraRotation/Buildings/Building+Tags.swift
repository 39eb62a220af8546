import StageKit

extension Building {
  /// The heights that a map's file gives to buildings, and the defaults if it gives none.
  struct Heights: Hashable, Sendable, Digestible {
    /// The factor for all heights.
    var scale = 1.0
    /// The height of a level, in meters.
    var level = 3.2

    func digest(into hasher: inout DigestHasher) {
      hasher.combine(scale)
      hasher.combine(level)
    }
  }

  /// A feature's polygon as OpenStreetMap's simple 3D buildings have it, or vector tiles.
  ///
  /// Without a height or levels it depends on the coordinate and the area alone, so that it is the same in every file and in every
  /// part of one.
  init(_ rings: [[Point]], of feature: GeoJSON.Feature, heights: Heights, look: Int, on ground: WebMercatorPlane) {
    func meters(_ names: String...) -> Double? { names.lazy.compactMap { feature.meters($0) }.first }
    let levels = meters("building:levels")
    let roofLevels = meters("roof:levels")
    self.rings = rings
    self.look = look
    (base, top) = (0, 0)
    let place = ground.coordinate(center)
    let units = Point(place.longitude.remainder(dividingBy: 360), place.latitude) * 1e6
    tone = Self.tone(at: units)
    roof = Self.roof(of: feature)
    let low = meters("min_height", "render_min_height") ?? (meters("building:min_level") ?? 0) * heights.level
    let high =
      meters("height", "render_height") ?? levels.map { ($0 + (roofLevels ?? 0)) * heights.level }
      ?? max(low, 0) + plausibleHeight(at: place, units, on: ground)
    base = max(low, 0) * heights.scale
    top = min(max(high, 0), 2000) * heights.scale
    roofHeight = (meters("roof:height") ?? roofLevels.map { $0 * heights.level }).map { $0 * heights.scale }
  }

  /// Between a shed and six levels; `units` is the coordinate in units of about 0.1 m.
  private func plausibleHeight(
    at place: Coordinate, _ units: Point, on ground: WebMercatorPlane
  ) -> Double {
    let seed = Digest { hasher in
      hasher.combine("building")
      hasher.combine(units.x.rounded())
      hasher.combine(units.y.rounded())
    }
    var random = SeededNumbers(seed: seed.high)
    let share = random.unit()
    let scale = ground.transform(to: WebMercatorPlane(origin: place)).m11
    switch area * scale * scale {
    case ..<40: return 2.6 + share
    case ..<150: return 5.5 + 4 * share
    case ..<600: return 8 + 9 * share
    default: return 7 + 14 * share
    }
  }
}

extension Building {
  private static func roof(of feature: GeoJSON.Feature) -> RoofShape {
    feature["roof:shape"]?.string.flatMap { RoofShape(tag: $0) } ?? .flat
  }

  /// The tags of a feature that say of a building what is drawn otherwise, or not at all, with how it is drawn.
  static func omissions(of feature: GeoJSON.Feature) -> [String] {
    var result: [String] = []
    if let shape = feature["roof:shape"]?.string, RoofShape(tag: shape) == nil {
      result.append("'roof:shape' \(shape), drawn flat")
    }
    let colors = ["building:colour", "roof:colour", "building:material", "roof:material"]
    return result + colors.filter { feature[$0] != nil }.map { "'\($0)', drawn in the style's colors" }
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
