import Coding
import Geography
import Geometry
import Graphics
import Testing

@testable import Raster

/// Ground of 1600 m with patches of three levels, and a drape for each that tells its places by its colors: red grows
/// eastward, green southward, and blue is the patch's number.
private struct Ground {
  let terrain: Terrain
  let drapes: Drapes

  static let levels: [(level: Int, column: Int, row: Int)] =
    [(2, 0, 0), (2, 1, 0), (2, 0, 1), (2, 1, 1), (2, 2, 0), (2, 3, 0), (2, 2, 1), (2, 3, 1), (2, 0, 2), (2, 1, 2)]
    + [(2, 0, 3), (2, 1, 3), (3, 4, 4), (3, 5, 4), (3, 4, 5), (3, 5, 5), (3, 6, 4), (3, 7, 4), (3, 6, 5), (3, 7, 5)]
    + [(3, 4, 6), (3, 5, 6), (3, 4, 7), (3, 5, 7), (2, 3, 3)]

  init(_ height: @escaping @Sendable (Point) -> Double) {
    let patches = Self.levels.map {
      Terrain.Patch(level: $0.level, column: $0.column, row: $0.row, cells: $0.level == 2 ? 8 : 16)
    }
    terrain = Terrain(origin: Point(-800, -800), side: 1600, patches: patches, height: height)
    let size = Size(64, 64)
    drapes = Drapes(
      terrain.places.enumerated().map { index, place in
        let blue = Double(index * 8 + 40) / 255
        let drawing = DisplayList { list in
          list.fill(.rect(Rect(x: 0, y: 0, width: 64, height: 64)), Color(0, 0, blue))
          for (red, green, to) in [(1.0, 0.0, Point(64, 0)), (0, 1, Point(0, 64))] {
            list.group(blend: .plus) {
              $0.fill(
                .rect(Rect(x: 0, y: 0, width: 64, height: 64)),
                .linear(
                  from: .zero, to: to,
                  stops: [GradientStop(0, .black), GradientStop(1, Color(red, green, 0))]))
            }
          }
        }
        return Drapes.Drape(drawing, size: size, scale: 2, place: place)
      })
  }

  /// The place that a color tells; nil for none.
  func place(red: UInt8, green: UInt8, blue: UInt8) -> Point? {
    let number = Int(blue) - 40
    guard number >= -1, (number + 1) % 8 <= 2, terrain.places.indices.contains((number + 1) / 8) else { return nil }
    let patch = terrain.places[(number + 1) / 8]
    return Point(patch.minX + patch.width * Double(red) / 255, patch.minY + patch.height * Double(green) / 255)
  }

  func solids(under camera: Camera) -> Solids {
    var projection = camera.spaceToCanvas
    projection.origin = projection.origin - projection.z * camera.level
    var solids = Solids(
      terrain.mesh, projection: projection, near: camera.distance * Camera.nearPlane, colors: [.white],
      light: Solids.Light(sun: SpacePoint(0, 0, 1), shade: .white))
    solids.drapes = drapes
    return solids
  }
}

/// The first place of a terrain on the line of sight at a point of the canvas, by small steps.
private func march(_ terrain: Terrain, _ camera: Camera, at point: Point) -> Point? {
  guard let sight = camera.spaceToCanvas.sight else { return nil }
  let way = sight.forward + sight.byX * point.x + sight.byY * point.y
  let eye = SpacePoint(sight.eye.ground, sight.eye.z + camera.level)
  func isBelow(_ depth: Double) -> Bool? {
    let place = eye + way * depth
    guard abs(place.x) <= 800, abs(place.y) <= 800 else { return nil }
    return terrain.height(at: place.ground) > place.z
  }
  var depth = camera.distance * Camera.nearPlane
  let step = 1.5 / max(way.length, 1e-9)
  while depth < camera.distance * 6 {
    if isBelow(depth) == true {
      var (low, high) = (depth - step, depth)
      for _ in 0..<30 {
        let middle = (low + high) / 2
        if isBelow(middle) == true { high = middle } else { low = middle }
      }
      return (eye + way * high).ground
    }
    depth += step
  }
  return nil
}

private let size = Size(160, 120)

private func rendered(_ list: DisplayList) -> [UInt8] {
  FrameRenderer(
    width: Int(size.width), height: Int(size.height), background: .black, cache: ResourceCache()
  ).render(list).pixels
}

@Suite("Ground that rises is drawn as it is seen")
struct GroundTests {
  private static func hills(_ place: Point) -> Double {
    let (s, _) = sineAndCosine(degrees: place.x * 0.9)
    let (t, _) = sineAndCosine(degrees: place.y * 0.7 + place.x * 0.2)
    return 60 * s + 45 * t + max(120 - 0.6 * (place - Point(150, -100)).length, 0)
  }

  private static func camera(_ random: inout SeededNumbers, _ ground: Ground) -> Camera {
    var camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)),
      center: Point(random.within(-250...250), random.within(-250...250)), distance: random.within(400...900),
      pitch: random.within(0...80), heading: random.within(0...360), roll: random.within(-10...10), canvas: size)
    camera.terrain = ground.terrain
    camera.level = ground.terrain.height(at: camera.center) + random.within(0...120)
    return camera
  }

  @Test("At 50 random views each pixel shows the place that a line through its middle meets first", arguments: 0..<5)
  func places(part: Int) {
    let ground = Ground(Self.hills)
    var random = SeededNumbers(seed: UInt64(part + 1))
    var distances: [Double] = []
    for _ in 0..<10 {
      let camera = Self.camera(&random, ground)
      guard let eye = camera.spaceToCanvas.sight?.eye, ground.terrain.height(at: eye.ground) < eye.z + camera.level - 5
      else { continue }
      let pixels = rendered(DisplayList { $0.solids(ground.solids(under: camera)) })
      for y in stride(from: 3, to: Int(size.height) - 3, by: 13) {
        for x in stride(from: 3, to: Int(size.width) - 3, by: 13) {
          // Only where the neighbors see the same slope: at a silhouette a pixel shows two places.
          let middle = Point(Double(x) + 0.5, Double(y) + 0.5)
          let around = [Point(0, 0), Point(0.8, 0), Point(-0.8, 0), Point(0, 0.8), Point(0, -0.8)]
          let seen: [Point] = around.compactMap { march(ground.terrain, camera, at: middle + $0) }
          guard seen.count == around.count, let expected = seen.first else { continue }
          let images = seen.map { camera.depth(of: $0) }
          guard let near = images.min(), let far = images.max(), far - near < 0.03 * near else { continue }
          let at = (y * Int(size.width) + x) * 4
          guard let place = ground.place(red: pixels[at], green: pixels[at + 1], blue: pixels[at + 2]) else { continue }
          // Near the borders of patches a pixel that sees a strip of ground takes texels beyond them.
          guard ground.terrain.places.contains(where: { $0.inset(by: 40).contains(expected) }),
            let image = camera.project(place)
          else { continue }
          // A level of a color is this many pixels there.
          let width = ground.terrain.places.first { $0.contains(place) }?.width ?? 0
          let level = width / 255 * camera.pointsPerMeter * camera.distance / camera.depth(of: place)
          distances.append(image.distance(to: middle) - level)
        }
      }
    }
    #expect(distances.count > 250)
    distances.sort()
    #expect(distances[distances.count * 99 / 100] < 0.4)
    #expect(distances.last ?? 1 < 0.75)
  }

  @Test("The silhouette covers what lines of sight meet, in each column within a quarter of a pixel", arguments: 0..<3)
  func silhouette(part: Int) {
    let ground = Ground(Self.hills)
    var random = SeededNumbers(seed: UInt64(part + 30))
    var (largest, edges) = (0.0, 0)
    for _ in 0..<6 {
      var camera = Self.camera(&random, ground)
      camera.pitch = random.within(70...82)
      guard let eye = camera.spaceToCanvas.sight?.eye, ground.terrain.height(at: eye.ground) < eye.z + camera.level - 5
      else { continue }
      var solids = ground.solids(under: camera)
      solids.drawing = .silhouette(.white)
      let pixels = rendered(DisplayList { $0.solids(solids) })
      for x in stride(from: 5, to: Int(size.width), by: 15) {
        var drawn = 0.0
        for y in 0..<Int(size.height) { drawn += Double(pixels[(y * Int(size.width) + x) * 4]) / 255 }
        // The column by lines of sight, 4 across and 8 down in each pixel.
        var met = 0.0
        for y in 0..<Int(size.height) {
          for across in 0..<4 {
            let column = Double(x) + (Double(across) + 0.5) / 4
            let ends = [0.02, 0.98].map { march(ground.terrain, camera, at: Point(column, Double(y) + $0)) != nil }
            if ends[0] == ends[1] {
              met += ends[0] ? 0.25 : 0
            } else {
              for down in 0..<8
              where march(ground.terrain, camera, at: Point(column, Double(y) + (Double(down) + 0.5) / 8)) != nil {
                met += 1 / 32.0
              }
            }
          }
        }
        if met > 0.5, met < size.height - 0.5 { edges += 1 }
        largest = max(largest, abs(drawn - met))
      }
    }
    #expect(edges > 10)
    #expect(largest < 0.25)
  }

  @Test("Level ground seen from straight above looks like its drawing")
  func fromAbove() {
    let drawing = DisplayList { list in
      list.fill(.rect(Rect(x: 0, y: 0, width: 160, height: 120)), Color(0.2, 0.3, 0.4))
      list.fill(.circle(center: Point(80, 60), radius: 40), Color(0.9, 0.8, 0.3))
    }
    let terrain = Terrain(
      origin: Point(-400, -400), side: 800, patches: [Terrain.Patch(level: 0, column: 0, row: 0, cells: 4)]
    ) { _ in 30 }
    var camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 500, canvas: size)
    camera.level = 30
    let k = camera.pointsPerMeter
    let place = Rect(center: .zero, size: Size(size.width / k, size.height / k))
    var projection = camera.spaceToCanvas
    projection.origin = projection.origin - projection.z * camera.level
    var solids = Solids(
      terrain.mesh, projection: projection, near: 5, colors: [.white],
      light: Solids.Light(sun: SpacePoint(0, 0, 1), shade: .white))
    solids.drapes = Drapes([Drapes.Drape(drawing, size: size, scale: 1, place: place)])
    let (draped, flat) = (rendered(DisplayList { $0.solids(solids) }), rendered(drawing))
    let largest = zip(draped, flat).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(largest <= 2)
  }

  @Test("Silhouettes without the ground have what stands on it alone, in front of it")
  func masks() {
    let ground = Ground { max(100 - abs($0.x) / 2, 0) }
    var camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), center: Point(-300, 0), distance: 500,
      pitch: 70, heading: 90, canvas: size)
    camera.terrain = ground.terrain
    func shown(at x: Double, withGround: Bool) -> Int {
      var solids = ground.solids(under: camera)
      let tower = Rect(x: x, y: -10, width: 20, height: 20)
      let base = ground.terrain.height(at: tower.center)
      solids.mesh = Mesh { mesh in
        mesh.append(ground.terrain.mesh, scale: 1, shift: .zero) { _ in 0 }
        mesh.solid(base: base) { solid in
          solid.face(solid.walls([tower.corners], from: base, to: base + 30, color: 0), color: 0)
        }
      }
      solids.drawing = .silhouette(.white)
      solids.masksWithGround = withGround
      let pixels = rendered(DisplayList { $0.solids(solids) })
      return stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] > 127 }
    }
    #expect(shown(at: -200, withGround: false) > 50)
    // Behind the ridge nothing of it is seen.
    #expect(shown(at: 150, withGround: false) == 0)
    #expect(shown(at: 150, withGround: true) > 5000)
  }
}
