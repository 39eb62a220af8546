import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Stored maps")
struct StoredMapTests {
  private func readBack(_ map: GroundMap) throws -> GroundMap {
    try FakeContext().cachedOnDisk(Digest(high: 0, low: 0)) { map }
  }

  private func drawing(_ map: GroundMap) -> DisplayList {
    var list = DisplayList()
    map.draw(
      from: Camera(ground: map.ground, distance: 900, pitch: 50, heading: 20, canvas: Size(540, 960)), into: &list)
    return list
  }

  @Test("A city is read back as it was made", arguments: [1, 7] as [UInt64])
  func city(_ seed: UInt64) throws {
    let map = City(seed: seed).map(around: Coordinate(longitude: 8.5, latitude: 47.4), palette: .light)
    let read = try readBack(map)
    #expect(drawing(read) == drawing(map))
    #expect(read.pointCount == map.pointCount)
    #expect(read.attribution == map.attribution)
    #expect(read.foreground == map.foreground)
  }

  @Test("A map from a file is read back as it was made, with its border and whom it names")
  func file() throws {
    let text = """
      {"type":"FeatureCollection","attribution":"© Somebody","features":[
       {"type":"Feature","properties":{"highway":"primary"},
        "geometry":{"type":"LineString","coordinates":[[0,0],[0.002,0.001],[0.003,0]]}},
       {"type":"Feature","properties":{"building":"yes"},
        "geometry":{"type":"Polygon","coordinates":[[[0,0],[0.001,0],[0.001,0.001],[0,0]]]}}]}
      """
    let map = try #require(
      GroundMap(PatchedFeatures(try GeoJSON.parse(Array(text.utf8))), style: MapStyle(.dark), edge: nil))
    let read = try readBack(map)
    #expect(map.layers.count >= 2)
    #expect(drawing(read) == drawing(map))
    #expect(read.attribution == "© Somebody")
    guard case .frame(let a, let b)? = map.border, case .frame(let c, let d)? = read.border else {
      Issue.record("expected borders")
      return
    }
    #expect(a == c && b == d)
  }
}
