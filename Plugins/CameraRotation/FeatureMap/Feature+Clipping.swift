import StageKit

extension GeoJSON.Feature {
  /// The part of it that lies in a box; nil where nothing does.
  func clipped(to box: GeoJSON.BoundingBox) -> GeoJSON.Feature? {
    guard let part = geometry?.clipped(to: BoxSide.all(of: box)) else { return nil }
    return GeoJSON.Feature(geometry: part, properties: properties, id: id)
  }
}

/// A side of a box: the half of the world on its inner side.
private struct BoxSide {
  let limit: Double
  let isLatitude: Bool
  let isLower: Bool

  static func all(of box: GeoJSON.BoundingBox) -> [BoxSide] {
    [
      BoxSide(limit: box.southWest.longitude, isLatitude: false, isLower: true),
      BoxSide(limit: box.northEast.longitude, isLatitude: false, isLower: false),
      BoxSide(limit: box.southWest.latitude, isLatitude: true, isLower: true),
      BoxSide(limit: box.northEast.latitude, isLatitude: true, isLower: false),
    ]
  }

  /// The distance of a place from the side, in degrees; above 0 inside.
  func depth(of place: Coordinate) -> Double {
    ((isLatitude ? place.latitude : place.longitude) - limit) * (isLower ? 1 : -1)
  }

  /// The place of a line on the side, between two of which one lies inside.
  func crossing(_ a: Coordinate, _ b: Coordinate) -> Coordinate {
    let share = depth(of: a) / (depth(of: a) - depth(of: b))
    return Coordinate(
      longitude: a.longitude + (b.longitude - a.longitude) * share,
      latitude: a.latitude + (b.latitude - a.latitude) * share)
  }

  /// A ring's part inside, which goes along the side where it leaves it.
  func ring(_ ring: [Coordinate]) -> [Coordinate] {
    var result: [Coordinate] = []
    for (place, next) in zip(ring, ring.dropFirst()) {
      if depth(of: place) >= 0 { result.append(place) }
      if (depth(of: place) >= 0) != (depth(of: next) >= 0) { result.append(crossing(place, next)) }
    }
    if let first = result.first { result.append(first) }
    return result.count >= 4 ? result : []
  }

  /// A line's parts inside.
  func lines(_ line: [Coordinate]) -> [[Coordinate]] {
    var result: [[Coordinate]] = []
    var part: [Coordinate] = []
    for (index, place) in line.enumerated() {
      let isInside = depth(of: place) >= 0
      if index > 0, isInside != (depth(of: line[index - 1]) >= 0) { part.append(crossing(line[index - 1], place)) }
      if isInside {
        part.append(place)
      } else {
        if part.count >= 2 { result.append(part) }
        part = []
      }
    }
    if part.count >= 2 { result.append(part) }
    return result
  }
}

extension GeoJSON.Geometry {
  fileprivate func clipped(to sides: [BoxSide]) -> GeoJSON.Geometry? {
    func points(_ all: [Coordinate]) -> [Coordinate] {
      all.filter { place in sides.allSatisfy { $0.depth(of: place) >= 0 } }
    }
    func lines(_ all: [[Coordinate]]) -> [[Coordinate]] { sides.reduce(all) { rest, side in rest.flatMap(side.lines) } }
    func rings(_ all: [[Coordinate]]) -> [[Coordinate]]? {
      let clipped = all.map { ring in sides.reduce(ring) { $1.ring($0) } }
      return clipped.first?.isEmpty == false ? clipped.filter { !$0.isEmpty } : nil
    }
    switch self {
    case .point(let place): return points([place]).first.map { .point($0) }
    case .multiPoint(let all):
      let part = points(all)
      return part.isEmpty ? nil : .multiPoint(part)
    case .lineString(let line):
      let part = lines([line])
      return part.isEmpty ? nil : .multiLineString(part)
    case .multiLineString(let all):
      let part = lines(all)
      return part.isEmpty ? nil : .multiLineString(part)
    case .polygon(let all): return rings(all).map { .polygon($0) }
    case .multiPolygon(let all):
      let part = all.compactMap(rings)
      return part.isEmpty ? nil : .multiPolygon(part)
    case .collection(let all):
      let part = all.compactMap { $0.clipped(to: sides) }
      return part.isEmpty ? nil : .collection(part)
    }
  }
}
