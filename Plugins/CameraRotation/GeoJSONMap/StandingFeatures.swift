import StageKit

/// A file's buildings, gathered for a mesh.
struct StandingFeatures {
  /// Nil where buildings lie flat.
  let heights: Building.Heights?
  private(set) var buildings: [Building] = []
  private(set) var looks: [BuildingModels.Look] = []
  private var isPart: [Bool] = []
  private var lookOfRule: [Int: Int] = [:]

  init(heights: Building.Heights?) { self.heights = heights }

  /// Whether a feature is a building that stands.
  func takes(_ feature: GeoJSON.Feature) -> Bool {
    guard heights != nil else { return false }
    if feature["building:part"] != nil { return feature["building:part"] != .string("no") }
    return feature["building"] != nil || feature["layer"] == .string("building")
  }

  mutating func add(
    _ polygons: [[[Point]]], of feature: GeoJSON.Feature, rule: Int, _ given: BuildingModels.Look
  ) {
    guard let heights else { return }
    let look = lookOfRule[rule] ?? looks.count
    if look == looks.count {
      looks.append(given)
      lookOfRule[rule] = look
    }
    for rings in polygons where !rings.isEmpty {
      buildings.append(Building(rings, of: feature, heights: heights, look: look))
      isPart.append(feature["building:part"] != nil)
    }
  }

  /// All but the outlines of buildings of which the file has parts: these show what stands there.
  var withoutOutlinesOfParts: [Building] {
    let parts = zip(buildings, isPart).filter(\.1).map(\.0)
    guard !parts.isEmpty else { return buildings }
    return zip(buildings, isPart).compactMap { building, isPart in
      guard !isPart, let outline = building.rings.first, let box = Rect(around: outline) else { return building }
      let covered = parts.reduce(0) { sum, part in
        let middle = part.center
        return box.contains(middle) && outline.surrounds(middle) ? sum + part.area : sum
      }
      return covered > building.area * 0.5 ? nil : building
    }
  }
}

extension [Point] {
  /// Whether a point lies inside a ring.
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
