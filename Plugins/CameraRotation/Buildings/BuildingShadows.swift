import StageKit

/// The shadows of buildings on the ground.
enum BuildingShadows {
  /// The outlines of all shadows, so that they are filled as one by the non-zero rule; `sun` points to the sun.
  ///
  /// A footprint that moves away from the sun sweeps over what the edges sweep that lie ahead; what lies below the building
  /// itself is not seen. Of a roof the faces that meet the sun have the shadow of all of it.
  static func path(of buildings: [(building: Building, shell: RoofShell?)], sun: SpacePoint) -> Path {
    guard sun.z > 0.05 else { return .empty }
    let step = Point(-sun.x / sun.z, -sun.y / sun.z)
    return Path { path in
      for (building, shell) in buildings {
        let high = shell?.eaves ?? building.top
        for ring in building.rings { sweep(ring, from: step * building.base, to: step * high, into: &path) }
        guard let shell else { continue }
        let places = shell.corners.map { $0.ground + step * $0.z }
        for face in shell.faces {
          let rings = face.rings.map { $0.map { places[$0] } }
          // Those that the sun does not meet run the other way seen from there.
          guard Building.area(rings[0]) > 1e-3 else { continue }
          for ring in rings { path.polyline(ring, closed: true) }
        }
      }
    }
  }

  static func path(of buildings: [Building], sun: SpacePoint) -> Path {
    path(of: buildings.map { ($0, $0.shell) }, sun: sun)
  }

  private static func sweep(_ ring: [Point], from start: Point, to end: Point, into path: inout PathBuilder) {
    let way = end - start
    guard ring.count >= 3, way.length > 0.01 else { return }
    // Outward of an edge of a ring that runs clockwise is (dy, −dx).
    let isAhead = ring.indices.map { i in
      let edge = ring[(i + 1) % ring.count] - ring[i]
      return edge.y * way.x - edge.x * way.y > 0
    }
    guard let first = ring.indices.first(where: { isAhead[$0] && !isAhead[($0 + ring.count - 1) % ring.count] }) else {
      return
    }
    var i = 0
    while i < ring.count {
      guard isAhead[(first + i) % ring.count] else {
        i += 1
        continue
      }
      var chain = [ring[(first + i) % ring.count]]
      while i < ring.count, isAhead[(first + i) % ring.count] {
        i += 1
        chain.append(ring[(first + i) % ring.count])
      }
      path.polyline(chain.map { $0 + end } + chain.reversed().map { $0 + start }, closed: true)
    }
  }
}
