import Geography
import Geometry
import Testing

@Suite("Heights on a grid")
struct HeightGridTests {
  /// Rises by 3 for each column and by 2 for each row.
  private func plane(_ change: (inout [Float]) -> Void = { _ in }) throws -> HeightGrid {
    var heights = (0..<8 * 6).map { (i: Int) -> Float in Float(3 * (i % 8) + 2 * (i / 8)) }
    change(&heights)
    return try #require(
      HeightGrid(
        columns: 8, rows: 6, heights: heights, units: .degrees, origin: Point(179.99, 1), step: Size(0.01, 0.01)))
  }

  @Test("Between cells heights are mixed, also across the antimeridian")
  func between() throws {
    let grid = try plane()
    let height = try #require(grid.height(at: Coordinate(longitude: -179.975, latitude: 0.978)))
    #expect(abs(height - (3 * 3.5 + 2 * 2.2)) < 1e-6)
    #expect(grid.height(at: Coordinate(longitude: 179.98, latitude: 0.98)) == nil)
    #expect(grid.height(at: Coordinate(longitude: -179.975, latitude: 1.02)) == nil)
  }

  @Test("The smooth surface of a plane is the plane, and rises as it does", arguments: [0.0, 0.3, 0.9])
  func plane(part: Double) throws {
    let place = Coordinate(longitude: -179.98 + part / 100, latitude: 0.98 - part / 100)
    let surface = try #require(try plane().surface(at: place))
    #expect(abs(surface.height - (3 * (3 + part) + 2 * (2 + part))) < 1e-5)
    let cell = 0.01 * WebMercatorPlane.earthRadius * Double.pi / 180
    #expect(abs(surface.rise.x - 3 / cell) < 1e-5 && abs(surface.rise.y - 2 / cell) < 1e-7)
  }

  @Test("Unknown cells count as their neighbors")
  func unknown() throws {
    let level = try plane { heights in
      for i in heights.indices { heights[i] = i % 3 == 0 ? .nan : 40 }
    }
    let surface = try #require(level.surface(at: Coordinate(longitude: -179.972, latitude: 0.973)))
    #expect(abs(surface.height - 40) < 1e-6)
    #expect(surface.rise.length < 1e-9)
    let none = try plane { heights in for i in heights.indices { heights[i] = .nan } }
    #expect(none.surface(at: Coordinate(longitude: -179.972, latitude: 0.973)) == nil)
    #expect(none.height(at: Coordinate(longitude: -179.972, latitude: 0.973)) == nil)
  }
}
