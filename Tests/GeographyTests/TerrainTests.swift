import Coding
import Geography
import Geometry
import Testing

/// Patches of a square of 1600 m around (0, 0): three coarse quarters, and one of finer patches, of which one is finer still.
private func patches(cells: Int = 4) -> [Terrain.Patch] {
  var all = [(0, 0), (1, 0), (0, 1)].map { Terrain.Patch(level: 1, column: $0.0, row: $0.1, cells: cells) }
  all += [(2, 2), (3, 2), (2, 3)].map { Terrain.Patch(level: 2, column: $0.0, row: $0.1, cells: cells * 2) }
  all += [(6, 6), (7, 6), (6, 7), (7, 7)].map { Terrain.Patch(level: 3, column: $0.0, row: $0.1, cells: cells) }
  return all
}

private func terrain(cells: Int = 4, _ height: @escaping @Sendable (Point) -> Double) -> Terrain {
  Terrain(origin: Point(-800, -800), side: 1600, patches: patches(cells: cells), height: height)
}

@Suite("A terrain is a surface of triangles")
struct TerrainTests {
  @Test("A ramp is exact at every place, and beyond the patches, too")
  func ramp() {
    let ground = terrain { 0.25 * $0.x - 0.125 * $0.y + 40 }
    var random = SeededNumbers(seed: 1)
    for _ in 0..<2000 {
      let place = Point(random.within(-1000...1000), random.within(-1000...1000))
      let expected = 0.25 * place.x - 0.125 * place.y + 40
      #expect(abs(ground.height(at: place) - expected) < 1e-9)
    }
    #expect(ground.slope(at: Point(13, -27)).distance(to: Point(0.25, -0.125)) < 1e-12)
    #expect(ground.slope(at: Point(555, 333)).distance(to: Point(0.25, -0.125)) < 1e-12)
  }

  @Test("Each inner edge belongs to two triangles, bit by bit, so that patches of all levels meet without a crack")
  func cracks() {
    let mesh = terrain { 90 * $0.x.remainder(dividingBy: 170) / 170 + $0.y * $0.y / 4000 }.mesh
    struct Edge: Hashable {
      var from: SpacePoint
      var to: SpacePoint
    }
    var edges: Set<Edge> = []
    for face in mesh.faces {
      let ring = mesh.corners[face.corners].map { mesh.vertices[Int($0)] }
      for (index, from) in ring.enumerated() { edges.insert(Edge(from: from, to: ring[(index + 1) % ring.count])) }
    }
    let open = edges.filter { !edges.contains(Edge(from: $0.to, to: $0.from)) }
    let inner = open.filter { edge in
      ![edge.from, edge.to].allSatisfy { abs($0.x) == 800 } && ![edge.from, edge.to].allSatisfy { abs($0.y) == 800 }
    }
    #expect(inner.isEmpty)
    #expect(open.count > 30)
  }

  @Test("The height at a place is that of the triangle there")
  func heights() {
    let ground = terrain { 60 * ($0.x / 97).remainder(dividingBy: 2) + 30 * ($0.y / 61).remainder(dividingBy: 2) }
    let mesh = ground.mesh
    var largest = 0.0
    for face in mesh.faces {
      let ring = mesh.corners[face.corners].map { mesh.vertices[Int($0)] }
      let middle = ring.reduce(SpacePoint.zero) { $0 + $1 } * (1 / Double(ring.count))
      largest = max(largest, abs(ground.height(at: middle.ground) - middle.z))
    }
    #expect(largest < 1e-9)
  }

  @Test("A ridge hides the valley behind it from a low eye, and not from a high one")
  func ridge() {
    // From 200 m to the west up to 100 m at the meridian, and down again.
    let ground = terrain(cells: 16) { max(100 - abs($0.x) / 2, 0) }
    let valley = SpacePoint(300, 10, 0)
    #expect(ground.hides(valley, from: SpacePoint(-600, 10, 60)))
    // The line over the ridge's top, at (0, 100), comes from 300 m above at 900 m to the west of it.
    #expect(ground.hides(valley, from: SpacePoint(-600, 10, 295)))
    #expect(!ground.hides(valley, from: SpacePoint(-600, 10, 305)))
    #expect(!ground.hides(SpacePoint(-50, 10, 75), from: SpacePoint(-600, 10, 200)))
    #expect(ground.hides(SpacePoint(50, 10, 75), from: SpacePoint(-600, 10, 200)))
  }

  @Test("A camera projects a point of the ground by its height, and finds the ground again where that is seen")
  func projection() throws {
    let ground = terrain(cells: 16) { 80 - 0.1 * ($0 - Point(100, -50)).length }
    var random = SeededNumbers(seed: 3)
    var count = 0
    for _ in 0..<200 {
      var camera = Camera(
        ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)),
        center: Point(random.within(-200...200), random.within(-200...200)), distance: 700,
        pitch: random.within(0...70), heading: random.within(0...360), canvas: Size(540, 960))
      camera.terrain = ground
      camera.level = 60
      let place = camera.center + Point(random.within(-80...80), random.within(-80...80))
      let image = try #require(camera.project(place))
      let high = camera.spaceToCanvas.apply(SpacePoint(place, ground.height(at: place) - 60))
      #expect(image.distance(to: high) < 1e-9)
      #expect(camera.groundToCanvas(near: place).apply(place).distance(to: image) < 1e-6)
      guard camera.sees(place) else { continue }
      count += 1
      let found = try #require(camera.groundPoint(under: image))
      #expect(try #require(camera.project(found)).distance(to: image) < 0.01)
    }
    #expect(count > 150)
  }

  @Test("Without a terrain all is as on level ground, bit by bit")
  func level() throws {
    let camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 700, pitch: 50, heading: 20,
      canvas: Size(540, 960))
    let place = Point(31, -77)
    #expect(camera.height(at: place) == 0)
    #expect(camera.groundToCanvas(near: place) == camera.groundToCanvas)
    #expect(camera.depth(of: place) == camera.groundToCanvas.depth(of: place))
    #expect(camera.sees(place))
    #expect(
      camera.groundPoint(under: Point(200, 700)) == camera.groundToCanvas.inverse?.apply(Point(200, 700)))
    #expect(camera.groundPoint(under: Point(200, -4000)) == nil)
  }
}
