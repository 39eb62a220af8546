import StageKit
import Testing

@testable import CameraRotation

private let origin = Coordinate(longitude: 0, latitude: 0)

private func digest(_ city: City) -> Digest {
  Digest { hasher in
    for layer in city.map(around: origin, palette: .dark).layers {
      switch layer {
      case .area(let path, let color):
        hasher.combine(path)
        hasher.combine(color)
      case .line(let path, let color, let style):
        hasher.combine(path)
        hasher.combine(color)
        hasher.combine(style)
      }
    }
  }
}

/// Whether `p` is inside a polygon, by the even-odd rule.
private func contains(_ polygon: [Point], _ p: Point) -> Bool {
  var isInside = false
  for (a, b) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) where (a.y > p.y) != (b.y > p.y) {
    if p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) { isInside.toggle() }
  }
  return isInside
}

private func distance(from p: Point, to a: Point, _ b: Point) -> Double {
  let d = b - a
  let t = min(max((p - a).dot(d) / max(d.lengthSquared, 1e-12), 0), 1)
  return p.distance(to: a + d * t)
}

@Suite("City")
struct CityTests {
  private static let city = City(seed: 7)

  @Test("A seed always makes the same city")
  func seedMakesTheSameCity() { #expect(digest(Self.city) == digest(City(seed: 7))) }

  @Test("Another seed makes another city")
  func otherSeedMakesAnotherCity() { #expect(digest(Self.city) != digest(City(seed: 8))) }

  @Test("A city stays within 150,000 points in few layers", arguments: [1, 7, 42, 1_000_003] as [UInt64])
  func cityStaysSmall(seed: UInt64) {
    let map = City(seed: seed).map(around: origin, palette: .light)
    #expect(map.pointCount < 150_000)
    #expect(map.pointCount > 60_000)
    #expect(map.layers.count <= 20)
  }

  @Test("No building stands in the water", arguments: [3, 7] as [UInt64])
  func noBuildingStandsInWater(seed: UInt64) {
    let city = City(seed: seed)
    for (index, building) in city.buildings.enumerated() where index % 7 == 0 {
      for corner in building.outline { #expect(!city.water.contains { contains($0, corner) }) }
    }
  }

  @Test("No building stands on a street", arguments: [7, 11] as [UInt64])
  func noBuildingStandsOnAStreet(seed: UInt64) {
    let city = City(seed: seed)
    let streets = city.streets.filter { $0.kind != .path }
    for (index, building) in city.buildings.enumerated() where index % 31 == 0 {
      let middle = building.outline.reduce(.zero, +) / Double(building.outline.count)
      for street in streets {
        for (a, b) in zip(street.points, street.points.dropFirst()) {
          guard distance(from: middle, to: a, b) < 300 else { continue }
          for corner in building.outline {
            #expect(distance(from: corner, to: a, b) > street.kind.width / 2)
          }
        }
      }
    }
  }

  @Test("Buildings have an area, and courtyards lie inside them")
  func courtyardsLieInside() {
    for building in Self.city.buildings {
      guard let court = building.court else { continue }
      for corner in court { #expect(contains(building.outline, corner)) }
    }
  }

  @Test("The map is whole well beyond what an arrived camera sees")
  func mapReachesBeyondTheView() {
    let reach = Self.city.streets.flatMap(\.points).map(\.length).max() ?? 0
    #expect(reach > City.border.outer)
  }
}
