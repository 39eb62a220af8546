import Geography
import Geometry
import Testing

@Suite("Real maps")
struct MapDataTests {
  @Test(
    "Map files read in full, with their attribution",
    arguments: [("monaco.geojson", 3765), ("san-francisco-haight.geojson", 14_414)])
  func mapsRead(file: String, count: Int) throws {
    guard let bytes = mapFile(file) else { return }
    let map = try GeoJSON.parse(bytes)
    #expect(map.features.count == count)
    #expect(map.attribution == "© OpenStreetMap contributors")
    #expect(map.boundingBox != nil)
    #expect(map.features.allSatisfy { $0.geometry != nil && !$0.properties.isEmpty })
  }

  @Test("A route of 3588 m is as long on the sphere and on the ground plane, within 1 %")
  func routeHasItsLength() throws {
    guard let bytes = mapFile("monaco-routes.geojson") else { return }
    let route = try #require(try GeoJSON.parse(bytes).features.first)
    guard case .lineString(let line) = route.geometry else {
      Issue.record("no line")
      return
    }
    #expect(line.count == 170)
    #expect(isNear(length(of: line) { $0.distance(to: $1) }, 3588, 35.88))
    let plane = WebMercatorPlane(origin: line[0])
    #expect(isNear(length(of: line.map(plane.point)) { $0.distance(to: $1) }, 3588, 35.88))
    #expect(try EncodedPolyline.decode(EncodedPolyline.encode(line, precision: .six), precision: .six).count == 170)
  }
}
