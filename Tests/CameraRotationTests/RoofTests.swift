import StageKit
import StageTesting
import Testing

@testable import CameraRotation

@Suite("Roofs")
struct RoofTests {
  /// 24 m from west to east, and 12 m from north to south.
  private static let hall = [Point(0, 0), Point(24, 0), Point(24, 12), Point(0, 12)]
  private static let wings: [[[Point]]] = [
    [[Point(0, 0), Point(20, 0), Point(20, 8), Point(8, 8), Point(8, 22), Point(0, 22)]],
    [[Point(0, 0), Point(20, 0), Point(20, 15), Point(13, 15), Point(13, 6), Point(6, 6), Point(6, 20), Point(0, 20)]],
    [
      [Point(0, 0), Point(30, 3), Point(27, 25), Point(-2, 20)],
      [Point(8, 8), Point(9, 15), Point(18, 16), Point(19, 9)],
    ],
    [
      [Point(0, 5), Point(9, 4), Point(12, 0), Point(14, 6), Point(30, 9), Point(16, 11), Point(12, 19), Point(10, 10)]
    ],
  ]
  private static let shapes: [RoofShape] = [
    .skillion, .gabled, .hipped, .halfHipped, .pyramidal, .gambrel, .mansard, .dome, .onion, .round, .cone, .saltbox,
  ]

  private func mesh(
    _ rings: [[Point]], _ shape: RoofShape, _ alignment: RoofAlignment = RoofAlignment(), base: Double = 4,
    top: Double = 15
  ) -> Mesh {
    var building = Building(rings: rings, base: base, top: top, roof: shape, roofHeight: 6)
    building.alignment = alignment
    return Mesh { building.add(to: &$0, fade: 0) }
  }

  /// Above a level, for a solid that is closed but for its bottom there.
  private func volume(_ mesh: Mesh, above level: Double) -> Double {
    mesh.faces.reduce(0) { sum, face in
      let rings = mesh.corners[face.corners].split(separator: Mesh.ringEnd)
        .map { $0.map { mesh.vertices[Int($0)] - SpacePoint(0, 0, level) } }
      return rings.reduce(sum) { sum, ring in
        zip(ring.dropFirst(), ring.dropFirst(2)).reduce(sum) { $0 + ring[0].dot($1.0.cross($1.1)) / 6 }
      }
    }
  }

  /// The edges that have no face on their other side.
  private func openEdges(_ mesh: Mesh) -> [[SpacePoint]] {
    func rounded(_ p: SpacePoint) -> SpacePoint {
      SpacePoint((p.x * 1e5).rounded(), (p.y * 1e5).rounded(), (p.z * 1e5).rounded())
    }
    var count: [[SpacePoint]: Int] = [:]
    for face in mesh.faces {
      for ring in mesh.corners[face.corners].split(separator: Mesh.ringEnd) {
        let places = ring.map { rounded(mesh.vertices[Int($0)]) }
        for (a, b) in zip(places, places.dropFirst() + places.prefix(1)) where a != b {
          count[[a, b], default: 0] += 1
        }
      }
    }
    return count.keys.filter { count[$0] != 1 || count[[$0[1], $0[0]]] != 1 }
  }

  @Test(
    "On a rectangle a roof has the volume of its shape",
    arguments: [
      (RoofShape.flat, 1728.0), (.skillion, 864), (.gabled, 864), (.hipped, 720), (.halfHipped, 846),
      (.pyramidal, 576), (.cone, 576), (.gambrel, 1152), (.mansard, 1024), (.saltbox, 1008),
      // A decagon's half of the same width.
      (.round, 1334.953_415_699_773),
    ])
  func volumes(shape: RoofShape, roof: Double) {
    // Turned by 3–4–5, far from the origin.
    let turned = Self.hall.map { Point(700 + $0.x * 0.8 - $0.y * 0.6, -900 + $0.x * 0.6 + $0.y * 0.8) }
    for ring in [Self.hall, turned] {
      #expect(abs(volume(mesh([ring], shape), above: 4) - (24 * 12 * 5 + roof)) < 1e-6)
    }
  }

  @Test("A dome is a stack of frustums")
  func dome() {
    let rings = (0...5).map { sineAndCosine(degrees: 18 * Double($0)) }
    let roof = zip(rings, rings.dropFirst()).reduce(0.0) { sum, step in
      let (low, high) = (step.0.cosine, step.1.cosine)
      return sum + 24 * 12 * 6 * (step.1.sine - step.0.sine) / 3 * (low * low + low * high + high * high)
    }
    #expect(abs(volume(mesh([Self.hall], .dome), above: 4) - (24 * 12 * 5 + roof)) < 1e-6)
  }

  @Test(
    "Every roof closes over every footprint, from the eaves to exactly its top, and hangs over no wall",
    arguments: shapes)
  func footprints(shape: RoofShape) {
    for rings in Self.wings {
      for alignment in [RoofAlignment(), RoofAlignment(direction: 200), RoofAlignment(isAcross: true)] {
        let mesh = mesh(rings, shape, alignment)
        let heights = mesh.vertices.map(\.z)
        #expect(heights.min() == 4 && heights.max() == 15)
        #expect(heights.allSatisfy { $0 == 4 || $0 >= 9 })
        #expect(openEdges(mesh).allSatisfy { $0[0].z == 4e5 && $0[1].z == 4e5 })
        let area = rings.reduce(0) { $0 + Building.area($1) }
        #expect((area * 5...area * 11).contains(volume(mesh, above: 4)))
        for corner in mesh.vertices.map(\.ground) {
          let isInside = rings[0].surrounds(corner) && !rings.dropFirst().contains { $0.surrounds(corner) }
          let nearest = rings.flatMap { ring in
            zip(ring, ring.dropFirst() + ring.prefix(1)).map { a, b in
              let share = min(max((corner - a).dot(b - a) / (b - a).lengthSquared, 0), 1)
              return corner.distance(to: a.interpolated(to: b, at: share))
            }
          }.min()
          #expect(isInside || (nearest ?? 1) < 1e-6)
        }
      }
    }
  }

  @Test("A hipped roof rises from the eaves along all walls, on wings and around a court")
  func hips() {
    for rings in Self.wings {
      let eaves = mesh(rings, .hipped).faces.filter(\.isUpright).count
      #expect(eaves == rings.joined().count)
    }
  }

  @Test("Wings of a gabled roof have a gable at each end")
  func gables() {
    let mesh = mesh(Self.wings[0], .gabled)
    // Six walls and two gables; four slopes.
    #expect(mesh.faces.filter(\.isUpright).count == 8)
    #expect(mesh.faces.filter { !$0.isUpright }.count == 4)
  }

  @Test("A skillion roof falls to where its direction faces", arguments: [0.0, 90, 180, 225])
  func direction(degrees: Double) throws {
    let (s, c) = sineAndCosine(degrees: degrees)
    let mesh = mesh([Self.hall], .skillion, RoofAlignment(direction: degrees))
    let roof = try #require(mesh.faces.first { !$0.isUpright })
    #expect(roof.normal.ground.normalized.distance(to: Point(s, -c)) < 1e-6)
  }

  @Test("A ridge runs along the longer side, across it, or at right angles to the direction")
  func ridges() {
    func ridge(_ alignment: RoofAlignment) -> Point {
      let top = mesh([Self.hall], .gabled, alignment).vertices.filter { $0.z == 15 }
      return top.count == 2 ? (top[0] - top[1]).ground : .zero
    }
    #expect(abs(ridge(RoofAlignment()).x) == 24)
    #expect(abs(ridge(RoofAlignment(isAcross: true)).y) == 12)
    #expect(abs(ridge(RoofAlignment(direction: 90)).y) == 12)
    // Compass points are rough.
    #expect(abs(ridge(RoofAlignment(direction: 157.5, isRough: true)).x) == 24)
  }

  @Test("The same formula is above 0 inside a footprint and below 0 outside, whatever its corners")
  func fields() {
    var random = SeededNumbers(seed: 3)
    for rings in Self.wings {
      let field = RoofField(inward: rings)
      for _ in 0..<400 {
        let place = Point(random.within(-3...32), random.within(-2...26))
        let isInside = rings[0].surrounds(place) && !rings.dropFirst().contains { $0.surrounds(place) }
        #expect((field.height(at: place) > 0) == isInside)
      }
    }
  }

  @Test("A roof's shadow is its own: that of a pyramid ends in a point")
  func shadows() throws {
    let square = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    let tower = Building(rings: [square], base: 0, top: 30, roof: .pyramidal, roofHeight: 20)
    let path = BuildingShadows.path(of: [tower], sun: Sun(azimuth: 0, altitude: 45).direction)
    let box = try #require(path.controlBounds)
    // The middle's shadow lies 30 m south of it; those of the eaves 10 m.
    #expect(abs(box.maxY - 35) < 1e-9)
    #expect(path.points.filter { $0.y > 20 + 1e-9 }.allSatisfy { abs($0.x - 5) < 1e-9 })
  }

  @Test("An outline that crosses itself has a flat roof", arguments: [RoofShape.hipped, .mansard])
  func crossedOutline(shape: RoofShape) {
    let ring = [Point(0, 0), Point(20, 0), Point(3, 12), Point(20, 14), Point(0, 14), Point(14, 6)]
    let mesh = mesh([ring], shape)
    #expect(Set(mesh.vertices.map(\.z)) == [4, 15])
    #expect(mesh.faces.count == 7)
  }
}
