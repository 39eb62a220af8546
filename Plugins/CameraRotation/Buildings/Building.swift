import StageKit

/// The shape of a building's roof.
enum RoofShape: String, Sendable {
  case flat, gabled, hipped, pyramidal, dome
}

/// A building, or a part of one, on a map's ground.
struct Building: Sendable {
  /// An outline, clockwise on the map, and its holes, the other way; in meters.
  var rings: [[Point]]
  /// Meters above the ground.
  var base: Double
  /// The height of the roof's top.
  var top: Double
  var roof = RoofShape.flat
  /// The height of the roof only; nil for one that suits the outline.
  var roofHeight: Double?
  /// The index of its look among the map's looks of buildings.
  var look = 0
  /// The index of its tone in `tones`; nil for one by its place on the ground plane.
  var tone: Int?

  /// The middle of the outline's corners.
  var center: Point {
    guard let outline = rings.first, !outline.isEmpty else { return .zero }
    return outline.reduce(.zero, +) / Double(outline.count)
  }

  /// The area of the outline, in square meters.
  var area: Double { rings.first.map(Self.area) ?? 0 }

  /// Above 0 for a ring that runs clockwise on the map.
  static func area(_ ring: [Point]) -> Double {
    guard let first = ring.first else { return 0 }
    var sum = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) { sum += (a - first).cross(b - first) }
    return sum / 2
  }
}

extension Building {
  /// The number that walls or roofs of a look have among a mesh's colors; those that fade at the map's border have others.
  private func color(isRoof: Bool, fade: Double) -> Int {
    let number = (look * 2 + (isRoof ? 1 : 0)) * Self.tones.count + (tone ?? Self.tone(at: center * 10))
    return number * Self.fadeSteps + min(Int(fade * Double(Self.fadeSteps)), Self.fadeSteps - 1)
  }

  static let fadeSteps = 8
  /// Factors for colors, so that neighboring houses differ.
  static let tones = [0.93, 0.98, 1.03, 1.08]

  /// One of the tones, by the building's position, in units of about 0.1 m.
  static func tone(at place: Point) -> Int {
    let digest = Digest { hasher in
      hasher.combine("building tone")
      hasher.combine(place.x.rounded())
      hasher.combine(place.y.rounded())
    }
    return Int(digest.low % UInt64(tones.count))
  }

  /// Adds the building as a solid; `fade`, from 0 to 1, is the share by which the map has faded at its place.
  func add(to mesh: inout MeshBuilder, fade: Double) {
    guard top > base, let outline = rings.first, outline.count >= 3 else { return }
    let (wall, cover) = (
      color(isRoof: false, fade: fade), color(isRoof: true, fade: fade)
    )
    mesh.solid { solid in
      let rise = min(roofHeight ?? suitableRoofHeight, top - base)
      let eaves = roof == .flat || rise <= 0 ? top : top - rise
      let upper = solid.walls(rings, from: base, to: eaves, color: wall)
      if eaves < top, rings.count == 1 {
        addRoof(to: &solid, on: upper[0], outline, eaves: eaves, wall: wall, cover: cover)
      } else {
        solid.face(upper, color: cover)
      }
    }
  }

  private var suitableRoofHeight: Double {
    guard let box = rings.first.flatMap({ Rect(around: $0) }) else { return 0 }
    let width = roof == .gabled || roof == .hipped ? shortSide : min(box.width, box.height)
    return min(width * (roof == .dome ? 0.5 : 0.35), (top - base) * 0.5)
  }

  private var shortSide: Double {
    guard let ring = rings.first, ring.count == 4 else { return 0 }
    return min(
      (ring[0] - ring[1]).length + (ring[2] - ring[3]).length, (ring[1] - ring[2]).length + (ring[3] - ring[0]).length)
      / 2
  }

  private func addRoof(
    to solid: inout SolidBuilder, on eave: [Int], _ ring: [Point], eaves: Double, wall: Int, cover: Int
  ) {
    switch roof {
    case .gabled where ring.count == 4, .hipped where ring.count == 4:
      addRidge(to: &solid, on: eave, ring, wall: wall, cover: cover)
    case .dome: addDome(to: &solid, on: eave, ring, eaves: eaves, cover: cover)
    case .flat, .gabled, .hipped, .pyramidal:
      let apex = solid.vertex(SpacePoint(center, top))
      for i in ring.indices { solid.face([[eave[i], eave[(i + 1) % ring.count], apex]], color: cover) }
    }
  }

  /// A ridge along the longer sides, up to the gables, or, hipped, as far short of them as half of a short side.
  private func addRidge(to solid: inout SolidBuilder, on eave: [Int], _ ring: [Point], wall: Int, cover: Int) {
    let isFirstShort =
      (ring[0] - ring[1]).length + (ring[2] - ring[3]).length < (ring[1] - ring[2]).length
      + (ring[3] - ring[0]).length
    // The roof runs from the short side a–b to the short side c–d.
    let (a, b, c, d) = isFirstShort ? (0, 1, 2, 3) : (1, 2, 3, 0)
    var from = (ring[a] + ring[b]) / 2
    var to = (ring[c] + ring[d]) / 2
    if roof == .hipped {
      let inset = (to - from).normalized * min((ring[a] - ring[b]).length / 2, (to - from).length * 0.45)
      (from, to) = (from + inset, to - inset)
    }
    let (first, last) = (solid.vertex(SpacePoint(from, top)), solid.vertex(SpacePoint(to, top)))
    let end = roof == .gabled ? wall : cover
    solid.face([[eave[a], eave[b], first]], color: end)
    solid.face([[eave[c], eave[d], last]], color: end)
    // An outline that is no parallelogram would bend these, so they are halved.
    for (p, q, near, far) in [(b, c, first, last), (d, a, last, first)] {
      solid.face([[eave[p], eave[q], far]], color: cover)
      solid.face([[eave[p], far, near]], color: cover)
    }
  }

  private func addDome(to solid: inout SolidBuilder, on eave: [Int], _ ring: [Point], eaves: Double, cover: Int) {
    let steps = 5
    let middle = center
    var lower = eave
    for step in 1..<steps {
      let (s, c) = sineAndCosine(degrees: 90 * Double(step) / Double(steps))
      let upper = ring.map { solid.vertex(SpacePoint(middle.interpolated(to: $0, at: c), eaves + (top - eaves) * s)) }
      for i in ring.indices {
        let next = (i + 1) % ring.count
        solid.face([[lower[i], lower[next], upper[next]]], color: cover)
        solid.face([[lower[i], upper[next], upper[i]]], color: cover)
      }
      lower = upper
    }
    let apex = solid.vertex(SpacePoint(middle, top))
    for i in ring.indices { solid.face([[lower[i], lower[(i + 1) % ring.count], apex]], color: cover) }
  }
}
