import StageKit
import Testing

@testable import CameraRotation

@Suite("Outlines of a city's buildings")
struct CityOutlineTests {
  private func crosses(_ ring: [Point]) -> Bool {
    func side(_ a: Point, _ b: Point, _ p: Point) -> Double { (b - a).cross(p - a) }
    for i in ring.indices {
      for j in ring.indices where j > i + 1 && (i > 0 || j < ring.count - 1) {
        let (a, b, c, d) = (ring[i], ring[(i + 1) % ring.count], ring[j], ring[(j + 1) % ring.count])
        if side(a, b, c) * side(a, b, d) < 0, side(c, d, a) * side(c, d, b) < 0 { return true }
      }
    }
    return false
  }

  @Test("Outlines run clockwise, courts the other way, and none crosses itself", arguments: [1, 7, 11] as [UInt64])
  func simple(seed: UInt64) {
    let buildings = City(seed: seed).buildings
    #expect(buildings.allSatisfy { Building.area($0.rings[0]) > 0 })
    #expect(buildings.allSatisfy { $0.rings.dropFirst().allSatisfy { Building.area($0) < 0 } })
    let crossed = buildings.filter { $0.rings.contains(where: crosses) }
    #expect(crossed.isEmpty, "\(crossed.count) of \(buildings.count): \(crossed.first?.rings ?? [])")
  }
}
