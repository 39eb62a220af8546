import StageKit

/// The outside of a building above its eaves: its roof, and the walls up to it where it does not begin at the eaves.
struct RoofShell: Sendable {
  struct Face: Sendable {
    /// The indices of corners, seen from outside clockwise on the map.
    var rings: [[Int]]
    var isWall: Bool
  }

  /// The footprint, with the corners that the roof adds to it.
  private(set) var rings: [[Point]]
  let eaves: Double
  /// Those of the rings at the eaves first.
  private(set) var corners: [SpacePoint]
  private(set) var faces: [Face] = []

  /// - Parameter origin: The place of the form's origin.
  init(_ form: RoofForm, over footprint: [[Point]], origin: Point, eaves: Double, top: Double) {
    (self.eaves, rings, corners) = (eaves, footprint, [])
    switch form {
    case .rings(let middle, let profile, _): addRings(around: middle + origin, profile, top: top)
    case .surface(let surface, let profile): add(surface, profile, footprint, origin, top: top)
    }
  }

  private mutating func addRings(around middle: Point, _ profile: RoofProfile, top: Double) {
    let outline = rings[0]
    corners = outline.map { SpacePoint($0, eaves) }
    var lower = Array(outline.indices)
    func wall(_ i: Int, _ upper: (Int) -> [Int]) -> [Int] {
      let next = (i + 1) % outline.count
      return [lower[i], lower[next]] + upper(next)
    }
    for step in profile.points.dropFirst().dropLast() {
      let first = corners.count
      corners += outline.map { SpacePoint(middle.interpolated(to: $0, at: 1 - step.x), eaves + (top - eaves) * step.y) }
      for i in outline.indices { faces.append(Face(rings: [wall(i) { [first + $0, first + i] }], isWall: false)) }
      lower = Array(first..<corners.count)
    }
    corners.append(SpacePoint(middle, top))
    for i in outline.indices { faces.append(Face(rings: [wall(i) { _ in [corners.count - 1] }], isWall: false)) }
  }

  private mutating func add(
    _ surface: RoofSurface, _ profile: RoofProfile, _ footprint: [[Point]], _ origin: Point, top: Double
  ) {
    let given = footprint.flatMap(\.self)
    let shares = surface.points.indices.map(surface.share)
    func place(_ corner: Int) -> Point { corner < given.count ? given[corner] : surface.points[corner] + origin }
    // The walls end at the eaves. Corners of the roof there are theirs, too, so that both have the same edges.
    let feet = surface.borders.map { $0.filter { $0 < given.count || shares[$0] == 0 } }
    rings = feet.map { $0.map(place) }
    corners = rings.joined().map { SpacePoint($0, eaves) }
    var foot: [Int: Int] = [:]
    for corner in feet.joined() { foot[corner] = foot.count }
    var indices: [Int: Int] = foot.filter { shares[$0.key] == 0 }
    func index(of corner: Int) -> Int {
      if let known = indices[corner] { return known }
      let share = shares[corner]
      corners.append(
        SpacePoint(place(corner), share >= 1 ? top : eaves + (top - eaves) * profile.height(at: share)))
      indices[corner] = corners.count - 1
      return corners.count - 1
    }
    for border in surface.borders {
      guard let start = border.firstIndex(where: { foot[$0] != nil }) else { continue }
      var above: [Int] = []
      for step in 0...border.count {
        let corner = border[(start + step) % border.count]
        above.append(corner)
        guard step > 0, let end = foot[corner], let begin = foot[above[0]] else { continue }
        let upper = above.filter { shares[$0] > 0 }
        if !upper.isEmpty {
          faces.append(Face(rings: [[begin, end] + upper.reversed().map(index)], isWall: true))
        }
        above = [corner]
      }
    }
    for face in surface.faces { faces.append(Face(rings: face.rings.map { $0.map(index) }, isWall: false)) }
  }
}
