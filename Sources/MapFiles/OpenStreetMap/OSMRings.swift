/// Areas from the ways around them.
enum OSMRings {
  /// Ways joined where they end at one node until they are closed; nil where some do not close.
  static func closed(_ ways: [[Int64]]) -> [[Int64]]? {
    var result: [[Int64]] = []
    var open: [[Int64]] = []
    for way in ways where way.count > 1 {
      if way.first == way.last { result.append(way) } else { open.append(way) }
    }
    var ends: [Int64: [Int]] = [:]
    for (index, way) in open.enumerated() {
      ends[way[0], default: []].append(index)
      ends[way[way.count - 1], default: []].append(index)
    }
    var isUsed = [Bool](repeating: false, count: open.count)
    for start in open.indices where !isUsed[start] {
      isUsed[start] = true
      var ring = open[start]
      while let end = ring.last, end != ring.first, let next = ends[end]?.first(where: { !isUsed[$0] }) {
        isUsed[next] = true
        ring += (open[next][0] == end ? open[next] : open[next].reversed()).dropFirst()
      }
      guard ring.first == ring.last else { return nil }
      result.append(ring)
    }
    return result
  }

  /// Closed rings as outlines, each with its holes: a ring within an odd number of others is a hole.
  static func polygons(_ rings: [[OSMPlace]]) -> [[[OSMPlace]]] {
    let sizes = rings.map { abs(doubledArea($0)) }
    var within = [[Int]](repeating: [], count: rings.count)
    for (index, ring) in rings.enumerated() {
      within[index] = rings.indices.filter { other in
        other != index && sizes[other] > sizes[index] && contains(rings[other], ring)
      }
    }
    var polygons: [[[OSMPlace]]] = []
    var outlines: [Int: Int] = [:]
    for (index, ring) in rings.enumerated() where within[index].count.isMultiple(of: 2) {
      outlines[index] = polygons.count
      polygons.append([ring])
    }
    for (index, ring) in rings.enumerated() where !within[index].count.isMultiple(of: 2) {
      let around = within[index].filter { outlines[$0] != nil }.min { sizes[$0] < sizes[$1] }
      if let around, let outline = outlines[around] { polygons[outline].append(ring) }
    }
    return polygons
  }

  /// Twice the area, above 0 where a ring turns counterclockwise with north up.
  static func doubledArea(_ ring: [OSMPlace]) -> Double {
    guard let origin = ring.first else { return 0 }
    func x(_ p: OSMPlace) -> Double { Double(p.longitude) - Double(origin.longitude) }
    func y(_ p: OSMPlace) -> Double { Double(p.latitude) - Double(origin.latitude) }
    return zip(ring, ring.dropFirst()).reduce(0) { $0 + x($1.0) * y($1.1) - x($1.1) * y($1.0) }
  }

  /// True if a ring has another inside, which may touch it but does not cross it.
  private static func contains(_ ring: [OSMPlace], _ other: [OSMPlace]) -> Bool {
    let corners = Set(ring)
    guard let place = other.first(where: { !corners.contains($0) }) else { return true }
    return contains(ring, place)
  }

  static func contains(_ ring: [OSMPlace], _ place: OSMPlace) -> Bool {
    let (x, y) = (Double(place.longitude), Double(place.latitude))
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) where (a.latitude > place.latitude) != (b.latitude > place.latitude) {
      let share = (y - Double(a.latitude)) / (Double(b.latitude) - Double(a.latitude))
      if x < Double(a.longitude) + share * (Double(b.longitude) - Double(a.longitude)) { isInside.toggle() }
    }
    return isInside
  }
}
