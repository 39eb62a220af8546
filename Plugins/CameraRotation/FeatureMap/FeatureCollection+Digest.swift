import StageKit

extension GeoJSON.FeatureCollection {
  /// A digest of everything in a map.
  var digest: Digest {
    Digest { hasher in
      hasher.combine(attribution ?? "")
      for corner in [boundingBox?.southWest, boundingBox?.northEast] { hasher.combine(corner) }
      for feature in features {
        hasher.combine(feature.properties.count)
        for property in feature.properties {
          hasher.combine(property.name)
          hasher.combine(property.value.text ?? "")
        }
        if let geometry = feature.geometry { geometry.digest(into: &hasher) }
      }
    }
  }
}

extension GeoJSON.Geometry {
  fileprivate func digest(into hasher: inout DigestHasher) {
    func combine(_ lines: [[Coordinate]]) {
      hasher.combine(lines.count)
      for line in lines {
        hasher.combine(line.count)
        for place in line { place.digest(into: &hasher) }
      }
    }
    switch self {
    case .point(let place): combine([[place]])
    case .multiPoint(let places): combine([places])
    case .lineString(let line): combine([line])
    case .multiLineString(let lines): combine(lines)
    case .polygon(let rings): combine(rings)
    case .multiPolygon(let polygons): for polygon in polygons { combine(polygon) }
    case .collection(let parts): for part in parts { part.digest(into: &hasher) }
    }
  }
}
