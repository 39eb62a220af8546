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
      case .picture(let picture, _): picture.digest(into: &hasher)
      case .light(let path, let color):
        hasher.combine(path)
        hasher.combine(color)
      }
    }
  }
}

/// True if `p` is inside a polygon, by the even-odd rule.
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

  @Test("A made-up city's streets have names, each its own")
  func names() {
    let names = Self.city.names(seed: 7)
    let streets = names.filter { $0.kind == .street }
    #expect(streets.count > 60)
    #expect(Set(streets.map(\.text)).count == streets.count)
    #expect(names == Self.city.names(seed: 7))
    #expect(names.map(\.text) != Self.city.names(seed: 8).map(\.text))
    #expect(Set(names.map(\.kind)) == [.place, .area, .street])
  }

  @Test("A city stays within 150,000 points in few layers", arguments: [1, 1_000_003] as [UInt64])
  func cityStaysSmall(seed: UInt64) {
    let map = City(seed: seed).map(around: origin, palette: .light)
    #expect(map.pointCount < 150_000)
    #expect(map.pointCount > 60_000)
    #expect(map.layers.count <= 20)
  }

  @Test("No building stands in the water")
  func noBuildingStandsInWater() {
    var wet = 0
    for (index, building) in Self.city.buildings.enumerated() where index % 9 == 0 {
      if Self.city.water.contains(where: { contains($0, building.rings[0][0]) }) { wet += 1 }
    }
    #expect(wet == 0)
  }

  @Test("No building stands on a street", arguments: [7, 11] as [UInt64])
  func noBuildingStandsOnAStreet(seed: UInt64) {
    let city = seed == 7 ? Self.city : City(seed: seed)
    let stretches = city.streets.filter { $0.kind != .path }.flatMap { street in
      zip(street.points, street.points.dropFirst()).map { (from: $0, to: $1, half: street.kind.width / 2) }
    }
    var least = Double.infinity
    for (index, building) in city.buildings.enumerated() where index % 61 == 0 {
      for stretch in stretches where distance(from: building.rings[0][0], to: stretch.from, stretch.to) < 100 {
        for corner in building.rings[0] {
          least = min(least, distance(from: corner, to: stretch.from, stretch.to) - stretch.half)
        }
      }
    }
    #expect(least > 0)
    #expect(least < 10)
  }

  @Test("Courtyards lie inside their buildings")
  func courtyardsLieInside() {
    let courts = Self.city.buildings.compactMap { building in
      building.rings.dropFirst().first.map { (building.rings[0], $0) }
    }
    #expect(courts.count > 100)
    #expect(courts.allSatisfy { outline, court in court.allSatisfy { contains(outline, $0) } })
  }

  @Test("The map is whole well beyond what an arrived camera sees")
  func mapReachesBeyondTheView() {
    let reach = Self.city.streets.flatMap(\.points).map(\.length).max() ?? 0
    #expect(reach > City.border.outer)
  }
}
