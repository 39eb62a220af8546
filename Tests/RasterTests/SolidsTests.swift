import Coding
import Geography
import Geometry
import Graphics
import Testing

@testable import Raster

/// Boxes, wedges and towers with courts that stand at random, some of them within others.
private func town(_ random: inout SeededNumbers, count: Int) -> Mesh {
  Mesh { mesh in
    for number in 0..<count {
      let center = Point(random.within(-120...120), random.within(-120...120))
      let size = Size(random.within(4...40), random.within(4...40))
      let (s, c) = sineAndCosine(degrees: random.within(0...360))
      func corner(_ x: Double, _ y: Double) -> Point {
        center + Point(c * x * size.width - s * y * size.height, s * x * size.width + c * y * size.height)
      }
      let low = number % 5 == 0 ? random.within(5...20) : 0
      let top = low + random.within(3...60)
      let outline = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)]
      let court = [corner(-0.2, -0.2), corner(-0.2, 0.2), corner(0.2, 0.2), corner(0.2, -0.2)]
      mesh.solid { solid in
        let rings = number % 4 == 0 ? [outline, court] : [outline]
        let upper = solid.walls(rings, from: low, to: top, color: number * 2)
        if number % 4 == 1 {
          let apex = solid.vertex(SpacePoint(center, top + 15))
          for i in 0..<4 { solid.face([[upper[0][i], upper[0][(i + 1) % 4], apex]], color: number * 2 + 1) }
        } else {
          solid.face(upper, color: number * 2 + 1)
        }
      }
    }
  }
}

/// Colors that tell all faces of a town apart.
private let colors: [Color] = (0..<80).map { (i: Int) -> Color in
  let (red, green, blue) = (Double(i % 5), Double(i / 5 % 4), Double(i / 20))
  return Color(red / 4, green / 3, blue / 3)
}

private let plain = Solids.Light(sun: SpacePoint(0, 0, 1), shade: .white)

private func camera(_ random: inout SeededNumbers, _ size: Size) -> Camera {
  Camera(
    ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)),
    center: Point(random.within(-60...60), random.within(-60...60)), distance: random.within(150...600),
    pitch: random.within(0...84), heading: random.within(0...360), fieldOfView: random.within(20...60), canvas: size)
}

private func solids(_ mesh: Mesh, _ camera: Camera) -> Solids {
  Solids(
    mesh, projection: camera.spaceToCanvas, near: camera.distance * Camera.nearPlane, colors: colors, light: plain)
}

private func rendered(_ list: DisplayList, _ size: Size, stripHeight: Int = 16) -> [UInt8] {
  FrameRenderer(
    width: Int(size.width), height: Int(size.height), background: .black, cache: ResourceCache(),
    stripHeight: stripHeight
  ).render(list).pixels
}

/// The nearest face at each of 64 samples of each pixel, found by trying all faces.
private struct ByTryingAll {
  let sums: [SIMD4<Double>]
  let width: Int

  private static let shifts = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]

  init(_ solids: Solids, _ size: Size) {
    let (width, height) = (Int(size.width), Int(size.height))
    var sums = [SIMD4<Double>](repeating: .zero, count: width * height)
    var nearest = [(depth: Double, color: Int)](repeating: (.infinity, -1), count: width * height * 64)
    let mesh = solids.mesh
    guard let sight = solids.projection.sight else { fatalError("a camera sees") }
    for face in mesh.faces {
      let corners = mesh.corners[face.corners]
      let anchor = mesh.vertices[Int(corners[corners.startIndex])]
      let distance = face.normal.dot(sight.eye - anchor)
      guard distance > 1e-9 else { continue }
      // In 1/256 pixel, as outlines are; those that reach before the near plane are cut there.
      var rings: [[Point]] = []
      for ring in corners.split(separator: Mesh.ringEnd) {
        let places = ring.map { solids.projection.homogeneous(mesh.vertices[Int($0)]) }
        var cut: [SpacePoint] = []
        for i in places.indices {
          let (a, b) = (places[i], places[(i + 1) % places.count])
          let (da, db) = (a.z - solids.near, b.z - solids.near)
          if da >= 0 { cut.append(a) }
          if (da < 0) != (db < 0) { cut.append(a + (b - a) * (da / (da - db))) }
        }
        rings.append(cut.map { Point(($0.x / $0.z * 256).rounded() / 256, ($0.y / $0.z * 256).rounded() / 256) })
      }
      guard
        let box = Rect(around: rings.joined())?.intersection(Rect(x: 0, y: 0, width: size.width, height: size.height))
      else { continue }
      for y in Int(box.minY)..<min(Int(box.maxY) + 1, height) {
        for x in Int(box.minX)..<min(Int(box.maxX) + 1, width) {
          for sample in 0..<64 {
            let (row, column) = (sample / 4, sample % 4)
            let p = Point(
              Double(x) + (Double(column * 16 + Self.shifts[row]) + 0.5) / 64, Double(y) + (Double(row) + 0.5) / 16)
            guard rings.reduce(false, { $0 != Self.surrounds($1, p) }) else { continue }
            let ray = sight.forward + sight.byX * p.x + sight.byY * p.y
            let depth = -distance / face.normal.dot(ray)
            let index = (y * width + x) * 64 + sample
            if depth > 0, depth < nearest[index].depth { nearest[index] = (depth, face.color) }
          }
        }
      }
    }
    for (index, found) in nearest.enumerated() where found.color >= 0 {
      let color = solids.colors[found.color % solids.colors.count]
      sums[index / 64] += SIMD4(color.red, color.green, color.blue, 1) * (255.0 / 64)
    }
    self.sums = sums
    self.width = width
  }

  private static func surrounds(_ ring: [Point], _ p: Point) -> Bool {
    var isInside = false
    guard var a = ring.last else { return false }
    for b in ring {
      if (a.y > p.y) != (b.y > p.y), p.x >= a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) { isInside.toggle() }
      a = b
    }
    return isInside
  }

  /// The number of pixels that differ by more than a rounded sample.
  func differences(from pixels: [UInt8]) -> Int {
    sums.indices.count { i in
      (0..<3).contains { abs(Double(pixels[i * 4 + $0]) - sums[i][$0]) > 255.0 / 64 + 0.6 }
    }
  }
}

@Suite("Solids")
struct SolidsTests {
  @Test("The nearest face is seen at every sample, as trying all faces finds", arguments: 0..<20)
  func depth(view: Int) {
    var random = SeededNumbers(seed: UInt64(view))
    let size = Size(96, 64)
    let mesh = town(&random, count: 40)
    let drawn = solids(mesh, camera(&random, size))
    let reference = ByTryingAll(drawn, size)
    let pixels = rendered(DisplayList { $0.solids(drawn) }, size)
    #expect(reference.sums.contains { $0.w > 200 })
    // A sample on an edge, by rounding, may fall to either side.
    #expect(reference.differences(from: pixels) <= 2)
  }

  @Test("An eye among them sees what is before it, and nothing of what is beside or behind it", arguments: 0..<12)
  func within(view: Int) {
    var random = SeededNumbers(seed: 400 + UInt64(view))
    let size = Size(80, 60)
    let mesh = town(&random, count: 40)
    var place = camera(&random, size)
    (place.distance, place.pitch) = (30, 80)
    let drawn = solids(mesh, place)
    #expect(ByTryingAll(drawn, size).differences(from: rendered(DisplayList { $0.solids(drawn) }, size)) <= 2)
  }

  @Test("The height of strips, and what was drawn before, change nothing")
  func strips() {
    var random = SeededNumbers(seed: 9)
    let size = Size(200, 120)
    let list = DisplayList { $0.solids(solids(town(&random, count: 40), camera(&random, size))) }
    let whole = rendered(list, size)
    for height in [2, 7, 64] { #expect(rendered(list, size, stripHeight: height) == whole) }
    let renderer = FrameRenderer(width: 200, height: 120, background: .black, cache: ResourceCache())
    _ = renderer.render(DisplayList { $0.solids(solids(town(&random, count: 10), camera(&random, size))) })
    #expect(renderer.render(list).pixels == whole)
  }

  @Test("From straight above a box covers its roof's share of each pixel, to a sixty-fourth")
  func area() {
    let mesh = Mesh { mesh in
      mesh.solid { solid in
        let top = solid.walls(
          [[Point(-10, -10), Point(10, -10), Point(10, 10), Point(-10, 10)]], from: 0, to: 5, color: 0)
        solid.face(top, color: 1)
      }
    }
    var view = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 100, canvas: Size(64, 64))
    view.heading = 30
    var drawn = solids(mesh, view)
    drawn.colors = [.white]
    let pixels = rendered(DisplayList { $0.solids(drawn) }, Size(64, 64))
    // At 95 m the roof is 20 × 20 m; straight above no wall is seen.
    let scale = view.pointsPerMeter * 100 / 95
    let covered = (0..<64 * 64).reduce(0.0) { $0 + Double(pixels[$1 * 4 + 0]) / 255 }
    #expect(abs(covered - 400 * scale * scale) < 0.5)
  }

  @Test("A silhouette covers what is drawn, and what is nearer than a depth is what a mask of the rest leaves")
  func silhouettes() {
    var random = SeededNumbers(seed: 5)
    let size = Size(120, 80)
    let view = camera(&random, size)
    var drawn = solids(town(&random, count: 30), view)
    drawn.colors = [.white]
    let shaded = rendered(DisplayList { $0.solids(drawn) }, size)
    drawn.drawing = .silhouette(.white)
    #expect(rendered(DisplayList { $0.solids(drawn) }, size) == shaded)
    drawn.drawing = .nearer(than: 1e9, .white)
    #expect(rendered(DisplayList { $0.solids(drawn) }, size) == shaded)
    drawn.drawing = .nearer(than: view.distance, .white)
    let some = rendered(DisplayList { $0.solids(drawn) }, size)
    #expect(zip(some, shaded).allSatisfy { $0 <= $1 })
    #expect(some != shaded)
    drawn.drawing = .nearer(than: 0, .white)
    #expect(rendered(DisplayList { $0.solids(drawn) }, size) == rendered(DisplayList(), size))
  }

  @Test("A silhouette that is drawn with what the shaded solids cover is as one that covers anew", arguments: 0..<6)
  func sharedCover(seed: UInt64) {
    var random = SeededNumbers(seed: 70 + seed)
    let size = Size(300, 70)
    var view = camera(&random, size)
    (view.distance, view.pitch) = (400, 60)
    let shaded = solids(town(&random, count: 30), view)
    for drawing in [Solids.Drawing.silhouette(.white), .nearer(than: 400, .white)] {
      func drawn(near: Double) -> [UInt8] {
        var flat = shaded
        (flat.drawing, flat.near) = (drawing, near)
        return rendered(
          DisplayList { list in
            list.solids(shaded)
            list.group(clip: Clip(.rect(Rect(x: 40, y: 10, width: 130, height: 50)))) { $0.solids(flat) }
          }, size)
      }
      // Another near plane, which nothing reaches, makes them other solids.
      #expect(drawn(near: shaded.near) == drawn(near: shaded.near * 0.99))
    }
  }

  @Test("Solids rise from the ground with a wave, and stand when it has passed")
  func rise() {
    var random = SeededNumbers(seed: 6)
    let size = Size(120, 80)
    var drawn = solids(town(&random, count: 30), camera(&random, size))
    let standing = rendered(DisplayList { $0.solids(drawn) }, size)
    drawn.rise = Solids.Rise(center: .zero, front: 0, width: 50)
    #expect(rendered(DisplayList { $0.solids(drawn) }, size) == rendered(DisplayList(), size))
    drawn.rise = Solids.Rise(center: .zero, front: 400, width: 50)
    #expect(rendered(DisplayList { $0.solids(drawn) }, size) == standing)
    #expect(Solids.Rise(center: .zero, front: 75, width: 50).share(at: Point(50, 0)) == 0.5)
  }

  @Test("A level face has its color times the sunlight, one that the sun does not meet times the shade")
  func light() {
    let mesh = Mesh { mesh in
      mesh.solid { solid in
        solid.face(
          solid.walls([[Point(-40, -40), Point(40, -40), Point(40, 40), Point(-40, 40)]], from: 0, to: 5, color: 0),
          color: 0)
      }
    }
    let view = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 100, canvas: Size(32, 32))
    for (sun, red) in [(SpacePoint(0, 0, 1), 0.9), (SpacePoint(1, 0, -0.1), 0.4), (SpacePoint(0, 0.6, 0.8), 0.9)] {
      var drawn = solids(mesh, view)
      drawn.colors = [.white]
      drawn.light = Solids.Light(sun: sun, sunlight: Color(0.9, 1, 1), shade: Color(0.4, 0.5, 0.6))
      let pixels = rendered(DisplayList { $0.solids(drawn) }, Size(32, 32))
      let middle: Int = (16 * 32 + 16) * 4
      #expect(abs(Double(pixels[middle]) - red * 255) <= 0.5)
    }
    let light = Solids.Light(sun: SpacePoint(0, 0.6, 0.8), shade: .black)
    #expect(abs(light.share(normal: SpacePoint(0, 1, 0)) - 0.75) < 1e-12)
    #expect(light.share(normal: SpacePoint(0, -1, 0)) == 0)
  }

  /// A wall 33 m long and 30 m high, seen from straight before its middle, at some pixels for a meter.
  private func wall(_ windows: Solids.Windows?, scale: Double) -> Solids {
    let mesh = Mesh { mesh in
      mesh.solid { solid in
        let ring = [Point(-16.5, -10), Point(16.5, -10), Point(16.5, 0), Point(-16.5, 0)]
        _ = solid.walls([ring], from: 0, to: 30, color: 0)
      }
    }
    // Points nearer than 1000 have a larger y.
    let far = 1000.0
    let projection = SpaceTransform(
      x: SpacePoint(scale * far, 0, 0), y: SpacePoint(-50 * scale, -50 * scale, -1), z: SpacePoint(0, -scale * far, 0),
      origin: SpacePoint(50 * scale * far, 50 * scale * far, far))
    return Solids(
      mesh, projection: projection, near: 1, colors: [Color(hex: 0x808080)], light: plain, windows: windows)
  }

  @Test(
    "A wall has as many windows as fit, evenly, and rows of them", arguments: [(3.0, 11, 9), (4.5, 7, 6), (40, 0, 0)])
  func windows(spacing: Double, columns: Int, rows: Int) {
    let size = Size(1000, 1000)
    let windows = Solids.Windows(spacing: Size(spacing, min(spacing * 1.1, 40)), glass: .black)
    let pixels = rendered(DisplayList { $0.solids(wall(windows, scale: 10)) }, size)
    /// The color of the wall at meters from its lower left corner, in tenths.
    func red(_ x: Int, _ y: Int) -> UInt8 { pixels[((499 - y) * 1000 + 335 + x) * 4] }
    func runs(_ values: [UInt8]) -> Int { zip(values, values.dropFirst()).count { $0 > 64 && $1 <= 64 } }
    let across = (0..<330).map { x in (0..<300).reduce(UInt8.max) { min($0, red(x, $1)) } }
    let upward = (0..<300).map { y in (0..<330).reduce(UInt8.max) { min($0, red($1, y)) } }
    #expect(runs(across) == columns)
    #expect(runs(upward) == rows)
  }

  @Test("Light at the foot of a wall fades like a square up to its height, with windows and without")
  func footGlow() {
    let size = Size(1000, 1000)
    // Glass of the wall's own color makes windows that cannot be seen.
    for windows in [nil, Solids.Windows(spacing: Size(3, 3), glass: .white)] {
      var drawn = wall(windows, scale: 10)
      drawn.light.footHeight = 12
      drawn.light.footGlow = Color(0.8, 0.4, 0.2, 0.5)
      let pixels = rendered(DisplayList { $0.solids(drawn) }, size)
      for row in 1..<299 {
        let place = ((499 - row) * 1000 + 500) * 4
        let below = max(1 - (Double(row) + 0.5) / 10 / 12, 0)
        for (channel, glow) in [0.8, 0.4, 0.2].enumerated() {
          let wanted = min(128 + 255 * glow * 0.5 * below * below, 255)
          #expect(abs(Double(pixels[place + channel]) - wanted) <= 1.01, "\(row) \(channel)")
        }
      }
    }
  }

  @Test("Light beside a wall goes evenly from place to place along its foot, and fades like a square upward")
  func wallLight() {
    let size = Size(1000, 1000)
    for windows in [nil, Solids.Windows(spacing: Size(3, 3), glass: .white)] {
      var drawn = wall(windows, scale: 10)
      // The third wall of the four is seen, and its first corner to the right.
      drawn.wallLight = WallLight(
        Color(0.8, 0.4, 0.2, 0.5), height: 12, at: WallLight.Places(counts: [2, 0, 3, 0]), values: [9, 9, 0, 1, 0.25])
      let pixels = rendered(DisplayList { $0.solids(drawn) }, size)
      for row in stride(from: 1, to: 299, by: 3) {
        for column in stride(from: 336, to: 664, by: 7) {
          let place = ((499 - row) * 1000 + column) * 4
          let below = max(1 - (Double(row) + 0.5) / 10 / 12, 0)
          let along = (665 - Double(column) - 0.5) / 165
          let share = (along < 1 ? along : 1 - 0.75 * (along - 1)) * below * below
          for (channel, light) in [0.8, 0.4, 0.2].enumerated() {
            let wanted = min(128 + 255 * light * 0.5 * share, 255)
            #expect(abs(Double(pixels[place + channel]) - wanted) <= 1.01, "\(row) \(column) \(channel)")
          }
        }
      }
    }
    // Values that are missing, or all 0, are no light.
    var dark = wall(nil, scale: 10)
    let plain = rendered(DisplayList { $0.solids(dark) }, size)
    for values in [[0, 0, 0], [1, 1]] as [[Float]] {
      dark.wallLight = WallLight(.white, height: 12, at: WallLight.Places(counts: [0, 0, 3, 0]), values: values)
      #expect(rendered(DisplayList { $0.solids(dark) }, size) == plain)
    }
  }

  @Test("Windows have the part of a wall that they are said to, near and from afar", arguments: [20.0, 6, 2, 0.9, 0.5])
  func windowShare(scale: Double) {
    let size = Size(100 * scale, 100 * scale)
    func mean(_ windows: Solids.Windows?) -> Double {
      let pixels = rendered(DisplayList { $0.solids(wall(windows, scale: scale)) }, size)
      return stride(from: 0, to: pixels.count, by: 4).reduce(0) { $0 + Double(pixels[$1]) }
    }
    let glass = mean(Solids.Windows(spacing: Size(3, 3), share: Size(0.5, 0.6), glass: Color(0.5, 0.5, 0.5)))
    #expect(abs(glass / mean(nil) - (1 - 0.5 * 0.3)) < 0.01)
    // All have light.
    let lit = mean(Solids.Windows(spacing: Size(3, 3), share: Size(0.5, 0.6), glass: .black, lit: .white, litShare: 1))
    #expect(abs(lit / mean(nil) - (0.7 + 0.3 * 255 / 128)) < 0.01)
  }

  @Test(
    "Projections beyond all numbers draw something or nothing, and do not fail",
    arguments: [1e200, 1e308, -1e308, .nan])
  func absurd(scale: Double) {
    var random = SeededNumbers(seed: 8)
    let drawn = solids(town(&random, count: 10), camera(&random, Size(64, 64)))
    for transform in [Transform.scale(scale), .translation(scale, 0), Transform(1, 0, 0, 0, 1, 0, scale, scale, 1)] {
      let list = DisplayList { $0.solids(drawn, transform: transform) }
      #expect(rendered(list, Size(64, 64)).count == 64 * 64 * 4)
    }
  }

  @Test("A mesh is read back as it was written")
  func storing() throws {
    var random = SeededNumbers(seed: 7)
    let mesh = town(&random, count: 20)
    var writer = BinaryWriter()
    writer.write(mesh)
    var reader = BinaryReader(writer.bytes)
    let read = try Mesh(from: &reader)
    #expect(reader.isAtEnd)
    #expect(read == mesh)
    #expect(read.faces == mesh.faces)
    #expect(read.solids == mesh.solids)
  }
}
