import StageKit

/// The closed ways that are areas rather than lines: those with `area=yes`, and those with a key that areas have.
enum OSMAreaTags {
  private enum Values {
    case all
    case only(Set<String>)
    case allBut(Set<String>)
  }

  private static let keys: [String: Values] = [
    "building": .all, "building:part": .all, "landuse": .all, "landcover": .all, "amenity": .all, "shop": .all,
    "tourism": .all, "historic": .all, "office": .all, "craft": .all, "place": .all, "water": .all, "golf": .all,
    "military": .all, "public_transport": .all, "boundary": .all, "indoor": .all, "ruins": .all, "area:highway": .all,
    "leisure": .allBut(["track", "slipway"]),
    "natural": .allBut(["coastline", "cliff", "ridge", "arete", "tree_row", "valley"]),
    "man_made": .allBut(["cutline", "embankment", "pipeline", "breakwater", "groyne"]),
    "aeroway": .allBut(["taxiway", "runway"]),
    "highway": .only(["services", "rest_area", "escape", "elevator", "platform"]),
    "railway": .only(["station", "turntable", "roundhouse", "platform"]),
    "waterway": .only(["riverbank", "dock", "boatyard", "dam"]),
    "power": .only(["plant", "substation", "generator", "transformer"]),
  ]

  static func describeArea(_ properties: [GeoJSON.Property]) -> Bool {
    var isArea = false
    for property in properties {
      guard let value = property.value.string else { continue }
      if property.name == "area" {
        if value == "yes" { return true }
        if value == "no" { return false }
      }
      guard value != "no" else { continue }
      switch keys[property.name] {
      case .all: isArea = true
      case .only(let values): isArea = isArea || values.contains(value)
      case .allBut(let values): isArea = isArea || !values.contains(value)
      case nil: break
      }
    }
    return isArea
  }
}
