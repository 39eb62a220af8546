import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("The light of routes")
struct RouteLightTests {
  private static let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  /// A way of 200 m to the east through the origin.
  private static func way() throws -> LightWay {
    try #require(LightWay([[Point(-100, 0), Point(100, 0)].map(plane.coordinate)], on: plane))
  }

  /// A house 8 m beside the way, one behind it, and one far away.
  private static let mesh = Mesh { mesh in
    for (half, y) in [(10.0, 8.0), (3, 20), (10, 300)] {
      let ring = [Point(-half, y), Point(half, y), Point(half, y + 8), Point(-half, y + 8)]
      Building(rings: [ring], base: 0, top: 12).add(to: &mesh, fade: 0)
    }
  }

  private static func lit() throws -> LitWalls { LitWalls(of: mesh, after: 0, along: try way(), reach: 32) }

  private func shone(on walls: LitWalls, from tail: Double = 0, to head: Double = 200) -> WallLight {
    WallLight(.white, height: 20, at: walls.places, values: walls.values(from: tail, to: head, times: 1))
  }

  @Test("A wall beside a way has its light at its foot, and walls behind it have none")
  func places() throws {
    let light = shone(on: try Self.lit())
    let faces = Self.mesh.faces.indices.filter { !light.values(ofFace: $0).isEmpty }
    let front = try #require(faces.first { Self.mesh.faces[$0].normal.y < -0.9 })
    // The front, 8 m away, and the two walls beside it, which see a part of the way.
    #expect(faces.count == 3 && faces.allSatisfy { $0 < 5 })
    let values = light.values(ofFace: front)
    #expect(values.allSatisfy { abs($0 - 1) < 0.06 })
    for face in faces where face != front { #expect(light.values(ofFace: face).allSatisfy { $0 < 0.7 }) }
  }

  @Test("The light comes with the head and goes with the tail, and nothing jumps")
  func front() throws {
    let walls = try Self.lit()
    func sum(_ tail: Double, _ head: Double) -> Float { shone(on: walls, from: tail, to: head).values.reduce(0, +) }
    #expect(sum(0, 0) == 0 && sum(0, 50) == 0)
    let sums = (0...800).map { sum(0, Double($0) / 4) }
    #expect(zip(sums, sums.dropFirst()).allSatisfy { $1 >= $0 && $1 - $0 < 0.01 * sums[800] })
    #expect(sum(200, 200) == 0 && sum(150, 200) == 0)
    #expect(abs(sum(0, 100) + sum(100, 200) - sum(0, 200)) < 1e-3)
  }

  @Test("Faces that come before the map's have no light")
  func offset() throws {
    let walls = LitWalls(of: Self.mesh, after: 7, along: try Self.way(), reach: 32)
    let (own, moved) = (shone(on: try Self.lit()), shone(on: walls))
    #expect((0..<7).allSatisfy { moved.values(ofFace: $0).isEmpty })
    #expect(Self.mesh.faces.indices.allSatisfy { own.values(ofFace: $0) == moved.values(ofFace: $0 + 7) })
  }

  @Test("Parts of a way follow each other without a distance, and ends are cut where the head is")
  func parts() throws {
    let corners = [[Point(0, 0), Point(30, 0)], [Point(100, 0), Point(100, 40), Point(130, 40)]]
    let way = try #require(LightWay(corners.map { $0.map(Self.plane.coordinate) }, on: Self.plane))
    #expect(abs(way.length - 100) < 0.2)
    let path = way.path(from: 10, to: 50)
    let bounds = try #require(path.bounds)
    #expect(abs(bounds.minX - 10) < 0.1 && abs(bounds.maxX - 100) < 0.1 && abs(bounds.maxY - 20) < 0.1)
    let pieces = way.pieces(of: 3, in: way.bounds)
    #expect(abs(pieces.reduce(0) { $0 + $1.size } - 100) < 0.1 && pieces.allSatisfy { $0.size <= 3 })
    #expect(LightWay([[Coordinate(longitude: 1, latitude: 1)]], on: Self.plane) == nil)
  }

  private func stage(_ light: String) throws -> CameraRotation {
    try make(
      CameraRotation.self,
      #"{ "map": { "city": { "seed": 7 } }, "start": { "distance": 500, "pitch": 50 }\#(light) }"#)
  }

  private func walls(_ list: DisplayList) -> WallLight? {
    for case .solids(let solids, _) in list.commands { return solids.wallLight }
    return nil
  }

  @Test("Without it nothing is drawn, and with it as far as the way is passed")
  func stages() throws {
    let route = #""route": [[-0.002, 0], [0.002, 0]]"#
    let dark = try draw(try stage(""), at: 0)
    #expect(walls(dark) == nil)
    let whole = try draw(try stage(#", "routeLight": { \#(route), "color": "gold" }"#), at: 0)
    #expect(try #require(walls(whole)).values.contains { $0 > 0.1 })
    for none in [#""progress": 0"#, #""strength": 0"#, #""trail": 0"#] {
      #expect(try draw(try stage(#", "routeLight": { \#(route), \#(none) }"#), at: 0) == dark)
    }
    let half = try draw(try stage(#", "routeLight": { \#(route), "progress": 0.5 }"#), at: 0)
    #expect(try #require(walls(half)).values.reduce(0, +) < #require(walls(whole)).values.reduce(0, +))
    // It goes back to where it was, as keyframes do.
    let moving = try stage(
      #", "routeLight": { \#(route), "progress": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 2, "value": 1 }, { "at": 4, "value": 0 }] } }"#
    )
    #expect(try draw(moving, at: 0) == draw(moving, at: 4) && draw(moving, at: 1) == draw(moving, at: 3))
  }

  @Test("It needs a map and a route with a length")
  func errors() {
    #expect(throws: StageError.self) {
      try make(CameraRotation.self, #"{ "map": "none", "routeLight": { "route": [[0, 0], [0.01, 0]] } }"#)
    }
    #expect(throws: StageError.self) { try self.stage(#", "routeLight": { "route": [[0, 0], [0, 0]] }"#) }
  }
}
