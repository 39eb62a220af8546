import StageKit

/// A file's buildings, gathered for a mesh.
struct StandingFeatures {
  /// Nil where buildings lie flat.
  let heights: Building.Heights?
  private(set) var buildings: [Building] = []
  private(set) var looks: [BuildingModels.Look] = []
  private var isPart: [Bool] = []
  private var lookOfKind: [Kind: Int] = [:]

  private let ground: WebMercatorPlane
  /// The share by which the colors of tags take the place of the style's, from 0 to 1.
  private let tagColors: Double
  /// The number of buildings with tags that are not drawn, by `Building.omissions`.
  private var omissions: [String: Int] = [:]

  /// The rule and the tags that give buildings one look.
  private struct Kind: Hashable {
    var rule: Int
    var colors: BuildingColors?
  }

  init(heights: Building.Heights?, tagColors: Double = 1, on ground: WebMercatorPlane) {
    self.heights = heights
    self.tagColors = tagColors
    self.ground = ground
  }

  /// Sentences without a period, of tags that are not drawn.
  var notes: [String] {
    omissions.sorted { $0.key < $1.key }.map { "\($0.value) building\($0.value == 1 ? " has" : "s have") \($0.key)" }
  }

  /// True if a feature is a building with a height.
  func takes(_ feature: GeoJSON.Feature) -> Bool {
    guard heights != nil else { return false }
    if feature["building:part"] != nil { return feature["building:part"] != .string("no") }
    return feature["building"] != nil || feature["layer"] == .string("building")
      || feature["layer"] == .string("buildings")
  }

  mutating func add(
    _ polygons: [[[Point]]], of feature: GeoJSON.Feature, rule: Int, _ given: BuildingModels.Look
  ) {
    guard let heights else { return }
    let kind = Kind(rule: rule, colors: tagColors > 0 ? BuildingColors(of: feature) : nil)
    let look = lookOfKind[kind] ?? looks.count
    if look == looks.count {
      looks.append(kind.colors?.look(given, share: tagColors) ?? given)
      lookOfKind[kind] = look
    }
    var missing = Building.omissions(of: feature)
    if tagColors > 0 { missing += BuildingColors.unknown(in: feature).map { "\($0), drawn in the style's color" } }
    for rings in polygons where !rings.isEmpty {
      let building = Building(rings, of: feature, heights: heights, look: look, on: ground)
      if building.roof != .flat, building.form == nil {
        missing.append("'roof:shape' \(building.roof.rawValue) on an outline that bears none, drawn flat")
      }
      buildings.append(building)
      isPart.append(feature["building:part"] != nil)
    }
    for omission in missing { omissions[omission, default: 0] += 1 }
  }

  /// All but the outlines of buildings of which the file has parts: these show the same buildings.
  var withoutOutlinesOfParts: [Building] {
    let parts = zip(buildings, isPart).filter(\.1).map { (center: $0.0.center, area: $0.0.area) }
      .sorted { $0.center.x < $1.center.x }
    guard !parts.isEmpty else { return buildings }
    return zip(buildings, isPart).compactMap { building, isPart in
      guard !isPart, let outline = building.rings.first, let box = Rect(around: outline) else { return building }
      // Those whose middle lies within the box from west to east.
      var (low, high) = (0, parts.count)
      while low < high {
        let middle = (low + high) / 2
        if parts[middle].center.x < box.minX { low = middle + 1 } else { high = middle }
      }
      let covered = parts[low...].prefix { $0.center.x <= box.maxX }.reduce(0) { sum, part in
        outline.surrounds(part.center) ? sum + part.area : sum
      }
      return covered > building.area * 0.5 ? nil : building
    }
  }
}

extension [Point] {
  /// True if a point lies inside a ring.
  func surrounds(_ p: Point) -> Bool {
    var isInside = false
    var a = last ?? .zero
    for b in self {
      if (a.y > p.y) != (b.y > p.y), p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) { isInside.toggle() }
      a = b
    }
    return isInside
  }
}
