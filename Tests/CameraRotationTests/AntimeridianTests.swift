import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Around the 180th meridian")
struct AntimeridianTests {
  private static let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  private func fit(_ longitudes: [Double]) throws -> Camera {
    let corners = longitudes.map { Coordinate(longitude: $0, latitude: -16.8) }
    let to = ParameterValue.object(ParameterValues([("fit", .route(.coordinates(corners)))]))
    let stage = try CameraRotation(
      ParameterValues([
        ("map", .variant("none", ParameterValues())),
        ("moves", .list([.object(ParameterValues([("to", to), ("duration", .number(0))]))])),
      ]), FakeContext())
    return try #require(try stage.frame(at: StageTime(seconds: 1), Inputs())[CameraRotation.Parameters.named.camera])
  }

  @Test("A fit over it is one elsewhere, moved", arguments: [[179.9, -179.9], [179.9, 180.1], [-180.1, -179.9]])
  func fits(longitudes: [Double]) throws {
    let (here, there) = (try fit(longitudes), try fit([177.9, 178.1]))
    #expect(abs(here.distance / there.distance - 1) < 1e-9)
    let place = try #require(here.project(Coordinate(longitude: 180.05, latitude: -16.8)))
    let same = try #require(there.project(Coordinate(longitude: 178.05, latitude: -16.8)))
    #expect(place.distance(to: same) < 1e-6)
    let other = try #require(here.project(Coordinate(longitude: -179.95, latitude: -16.8)))
    #expect(place.distance(to: other) < 1e-6)
  }

  @Test("Far away the whole world is in view")
  func farAway() throws {
    let camera = try fit([-170, -60, 60, 170])
    #expect(camera.distance > 20_000_000)
    #expect(
      [-170.0, 0, 170].allSatisfy { longitude in
        camera.project(Coordinate(longitude: longitude, latitude: 0)).map { (0...540).contains($0.x) } ?? false
      })
  }

  private func map(_ polygons: [[Double]]) throws -> GroundMap {
    let features = polygons.map { longitudes in
      let ring = [
        (longitudes[0], 10.0), (longitudes[1], 10), (longitudes[1], 20), (longitudes[0], 20), (longitudes[0], 10),
      ]
      let text = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
      return
        #"{"type":"Feature","properties":{"natural":"wood"},"geometry":{"type":"Polygon","coordinates":[[\#(text)]]}}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    return try #require(
      GroundMap(PatchedFeatures(try GeoJSON.parse(Array(text.utf8))), style: MapStyle(.dark), edge: 0))
  }

  @Test("A file on both sides of it lies around it, whether its areas are cut there or not")
  func box() throws {
    for areas in [[[178.0, 180], [-180, -178]], [[178, -178]], [[178, 182]]] {
      let map = try map(areas)
      #expect(abs(map.ground.origin.longitude.magnitude - 180) < 1e-9)
      #expect(abs(map.extent.width / map.ground.worldWidth - 4.0 / 360) < 1e-9)
    }
  }

  @Test("A map of all the world is seen on both sides of its edge")
  func copies() throws {
    let map = try map([[-180, -130], [-90, -10], [0, 60], [100, 180]])
    #expect(map.spansWorld)
    let camera = Camera(
      ground: Self.plane, center: Self.plane.point(Coordinate(longitude: 175, latitude: 15)), distance: 8_000_000,
      canvas: Size(540, 960))
    let drawing = DisplayList { map.draw(from: camera, into: &$0) }
    #expect(drawing.commands.count > 2)
    #expect(camera.transforms(from: map.ground, bounds: map.extent).count > 1)
    let near = Camera(ground: Self.plane, center: .zero, distance: 1000, canvas: Size(540, 960))
    #expect(near.transforms(from: Self.plane, bounds: Rect(x: -50, y: -50, width: 100, height: 100)) == [.identity])
  }

  @Test("A map is seen where the camera looks, on either side of the world, and elsewhere it is not")
  func seen() throws {
    let map = try map([[178, -178]])
    func isSeen(_ longitude: Double, _ latitude: Double) -> Bool {
      let center = Self.plane.point(Coordinate(longitude: longitude, latitude: latitude))
      return map.isSeen(from: Camera(ground: Self.plane, center: center, distance: 10_000, canvas: Size(540, 960)))
    }
    #expect(isSeen(179, 15) && isSeen(-179, 15))
    #expect(!isSeen(40, 50) && !isSeen(179, -15))
  }

  @Test("The hull of points has the same bounds under every camera")
  func hull() {
    var random = SeededNumbers(seed: 3)
    let points = (0..<500).map { _ in Point(random.unit() * 1000, random.unit() * 700) }
    let hull = points.convexHull
    #expect(hull.count < 60)
    for degrees in stride(from: 0.0, to: 360, by: 30) {
      let camera = Camera(
        ground: Self.plane, center: Point(500, 350), distance: 4000, pitch: 50, heading: degrees, canvas: Size(540, 960)
      )
      #expect(Rect(around: hull.compactMap(camera.project)) == Rect(around: points.compactMap(camera.project)))
    }
  }
}
