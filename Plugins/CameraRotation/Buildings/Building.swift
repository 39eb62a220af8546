import StageKit

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
  var alignment = RoofAlignment()
  /// The form of the roof, where it is known.
  var form: RoofForm?
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
  func add(to mesh: inout MeshBuilder, fade: Double) { add(to: &mesh, with: shell, fade: fade) }

  func add(to mesh: inout MeshBuilder, with shell: RoofShell?, fade: Double) {
    guard top > base, let outline = rings.first, outline.count >= 3 else { return }
    let (wall, cover) = (
      color(isRoof: false, fade: fade), color(isRoof: true, fade: fade)
    )
    mesh.solid { solid in
      if let shell {
        add(shell, to: &solid, wall: wall, cover: cover)
      } else if let rise = plainRise {
        let upper = solid.walls(rings, from: base, to: top - rise, color: wall)
        addRidge(to: &solid, on: upper[0], outline, wall: wall, cover: cover)
      } else {
        solid.face(solid.walls(rings, from: base, to: top, color: wall), color: cover)
      }
    }
  }

  private func add(_ shell: RoofShell, to solid: inout SolidBuilder, wall: Int, cover: Int) {
    var indices = solid.walls(shell.rings, from: base, to: shell.eaves, color: wall).flatMap(\.self)
    for corner in shell.corners[indices.count...] { indices.append(solid.vertex(corner)) }
    for face in shell.faces {
      solid.face(face.rings.map { $0.map { indices[$0] } }, color: face.isWall ? wall : cover)
    }
  }

  /// Its outside above the eaves; nil for roofs that are flat or plain.
  var shell: RoofShell? {
    guard top > base, let form = form ?? RoofForm(of: self) else { return nil }
    // Where a tag tells no height, walls remain that are as high as the roof.
    let rise = min(
      roofHeight ?? alignment.rise(over: form.run) ?? min(form.run * roof.pitch, (top - base) * 0.5), top - base)
    guard rise > 0 else { return nil }
    return RoofShell(form, over: rings, origin: center, eaves: rise == top - base ? base : top - rise, top: top)
  }

  /// The height of a plain roof; nil for other roofs, and for outlines that have none.
  private var plainRise: Double? {
    guard roof == .plainGabled || roof == .plainHipped, rings.count == 1, rings[0].count == 4 else { return nil }
    let rise = min(roofHeight ?? min(shortSide * roof.pitch / 2, (top - base) * 0.5), top - base)
    return rise > 0 ? rise : nil
  }

  private var shortSide: Double {
    guard let ring = rings.first, ring.count == 4 else { return 0 }
    return min(
      (ring[0] - ring[1]).length + (ring[2] - ring[3]).length, (ring[1] - ring[2]).length + (ring[3] - ring[0]).length)
      / 2
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
    if roof == .plainHipped {
      let inset = (to - from).normalized * min((ring[a] - ring[b]).length / 2, (to - from).length * 0.45)
      (from, to) = (from + inset, to - inset)
    }
    let (first, last) = (solid.vertex(SpacePoint(from, top)), solid.vertex(SpacePoint(to, top)))
    let end = roof == .plainGabled ? wall : cover
    solid.face([[eave[a], eave[b], first]], color: end)
    solid.face([[eave[c], eave[d], last]], color: end)
    // An outline that is no parallelogram would bend these, so they are halved.
    for (p, q, near, far) in [(b, c, first, last), (d, a, last, first)] {
      solid.face([[eave[p], eave[q], far]], color: cover)
      solid.face([[eave[p], far, near]], color: cover)
    }
  }
}

extension RoofForm {
  /// That of a building, about the middle of its corners.
  init?(of building: Building) {
    let middle = building.center
    self.init(building.roof, over: building.rings.map { $0.map { $0 - middle } }, building.alignment)
  }
}

extension [Point] {
  /// The middle of the area that a ring encloses.
  var centroid: Point {
    guard let first else { return .zero }
    var (sum, area) = (Point.zero, 0.0)
    for (a, b) in zip(self, dropFirst() + prefix(1)) {
      let cross = (a - first).cross(b - first)
      area += cross
      sum = sum + (a - first + b - first) * cross
    }
    return area == 0 ? first : first + sum / (3 * area)
  }
}
