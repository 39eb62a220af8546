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
    self.rings = rings
    self.look = look
    (base, top) = (0, 0)
    roof = feature["roof:shape"]?.string.flatMap { RoofShape(tag: $0) } ?? .flat
    alignment = RoofAlignment(of: feature)
    // Tiles round corners to half a meter at most and leave some of them out; the middle of the area hardly moves.
    let place = ground.coordinate(rings.first?.centroid ?? .zero)
    let degrees = Point(place.longitude.remainder(dividingBy: 360), place.latitude)
    tone = Self.tone(at: degrees * 20_000)
    // Meters there.
    let scale = ground.transform(to: WebMercatorPlane(origin: place)).m11

    let low = max(meters("min_height", "render_min_height") ?? (meters("building:min_level") ?? 0) * heights.level, 0)
    let roofLevels = meters("roof:levels").flatMap { $0 > 0 ? $0 * heights.level : nil }
    form = RoofForm(of: self)
    let tagged = meters("roof:height").map { max($0, 0) } ?? roofLevels
    /// Without a tag, as suits the footprint, up to a height.
    func rise(upTo limit: Double) -> Double? {
      form.map { tagged ?? alignment.rise(over: $0.run * scale) ?? min($0.run * scale * roof.pitch, limit) }
    }
    // Levels are those below the roof.
    let walls = meters("building:levels").map { $0 * heights.level }
    let high =
      meters("height", "render_height")
      ?? walls.map { $0 + (rise(upTo: max($0 - low, 0)) ?? roofLevels ?? 0) } ?? low
      + Self.plausibleHeight(at: degrees, area: area * scale * scale)
    // Where the plane stretches the ground, it stretches heights, too.
    let up = heights.scale / scale
    base = low * up
    top = min(max(high, 0), 2000) * up
    roofHeight = rise(upTo: (high - low) / 2).map { $0 * up }
  }

  /// Between a shed and six levels; `area` is in square meters. Neighbors within some 20 m are as high if they are as large.
  private static func plausibleHeight(at degrees: Point, area: Double) -> Double {
    let seed = Digest { hasher in
      hasher.combine("building")
      hasher.combine((degrees.x * 5000).rounded())
      hasher.combine((degrees.y * 5000).rounded())
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

  /// The tags of a feature that say of a building what is drawn otherwise, with how it is drawn.
  static func omissions(of feature: GeoJSON.Feature) -> [String] {
    let lengths = ["height", "min_height", "roof:height"].compactMap { name in
      feature[name]?.string.flatMap { GeoJSON.Feature.meters($0) == nil ? "'\(name)' \($0), which is no length" : nil }
    }
    guard let shape = feature["roof:shape"]?.string, RoofShape(tag: shape) == nil else { return lengths }
    return lengths + ["'roof:shape' \(shape), drawn flat"]
  }
}

extension RoofAlignment {
  fileprivate init(of feature: GeoJSON.Feature) {
    angle = feature.meters("roof:angle").flatMap { $0 > 0 && $0 < 89 ? $0 : nil }
    let facing = feature["roof:direction"] ?? feature["roof:slope:direction"]
    switch facing {
    case .number(let degrees): direction = degrees
    case .string(let text):
      let words = ["north": "n", "east": "e", "south": "s", "west": "w"]
      let short = words.reduce(text.lowercased()) { $0.replacing($1.key, with: $1.value) }.filter { $0.isLetter }
      if let point = Self.compass.firstIndex(of: short) {
        (direction, isRough) = (22.5 * Double(point), true)
      } else {
        direction = Double(text.prefix { "+-.0123456789".contains($0) })
      }
    default: break
    }
    if direction.map({ abs($0) <= 720 }) == false { direction = nil }
    isAcross = feature["roof:orientation"] == .string("across")
  }

  /// From north, clockwise.
  private static let compass = [
    "n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw",
  ]

  /// The height that the angle tells over a distance from the eaves; nil without one.
  func rise(over run: Double) -> Double? {
    guard let angle else { return nil }
    let (s, c) = sineAndCosine(degrees: angle)
    return run * s / c
  }
}

extension GeoJSON.Feature {
  /// A number of meters, or without a unit, in a property; feet, inches and kilometers are converted. Nil for text of another kind.
  func meters(_ name: String) -> Double? {
    switch self[name] {
    case .number(let value): return value
    case .string(let text): return Self.meters(text)
    default: return nil
    }
  }

  /// Meters per unit, as OpenStreetMap's tags name units of length.
  private static let units: [String: Double] = [
    "": 1, "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "km": 1000, "ft": 0.3048, "foot": 0.3048,
    "feet": 0.3048,
    "'": 0.3048, "in": 0.0254, "inch": 0.0254, "inches": 0.0254, "\"": 0.0254,
  ]

  /// The sum of numbers with units, such as `12`, `40 ft`, `65'7"` and `2e1 m`.
  static func meters(_ text: String) -> Double? {
    var (rest, sum) = (text.lowercased()[...], 0.0)
    rest = rest.drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let (value, after) = leadingNumber(rest) else { return nil }
      rest = after.drop(while: \.isWhitespace)
      let unit = rest.prefix { !$0.isNumber && !$0.isWhitespace && $0 != "-" && $0 != "." }
      guard let factor = units[String(unit)] else { return nil }
      rest = rest.dropFirst(unit.count).drop(while: \.isWhitespace)
      // Only the last number may lack a unit, and only the first may have a sign: `10-12` is a range.
      guard rest.isEmpty || !unit.isEmpty && rest.first != "-" && rest.first != "+" else { return nil }
      sum += value * factor
    }
    return sum.isFinite ? sum : nil
  }

  /// The longest beginning that is a number, and what comes after it.
  private static func leadingNumber(_ text: Substring) -> (Double, Substring)? {
    var end = text.prefix { $0.isNumber || "+-.e".contains($0) }.endIndex
    while end > text.startIndex {
      if let value = Double(text[..<end]) { return (value, text[end...]) }
      end = text.index(before: end)
    }
    return nil
  }
}
