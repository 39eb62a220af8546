import StageKit

/// A map's buildings in front of a camera.
struct Skyline: Sendable {
  private let mesh: Mesh
  private let colors: [Color]
  private let light: Solids.Light
  private let windows: Solids.Windows?
  private let darkness: Double
  private let footDarkness: Double
  /// The outlines of what stands on the ground; empty where nothing darkens it there.
  private let feet: Path
  private let growth: BuildingChoice.Growth?
  /// Maps the map's ground to the camera's.
  private let ground: Transform
  /// The center around which buildings rise, on the map's ground.
  private let center: Point

  /// Nil if there are no buildings; `center` is a point of the camera's ground.
  init?(_ made: CameraRotation.MadeMap, on ground: WebMercatorPlane, around center: Point) {
    let (map, choice) = (made.map, made.buildings)
    guard let models = map.buildings else { return nil }
    mesh = models.mesh
    colors = models.colors(on: map.background)
    // By day less light comes to the foot of walls; at night that of streets does.
    let glow = made.palette[.streetLight]
    light = Solids.Light(
      sun: made.sun.direction, sunlight: made.palette.sunlight, shade: made.palette.shade,
      footShade: glow.alpha > 0 ? 0 : 0.3, footHeight: glow.alpha > 0 ? 18 : 9, footGlow: glow)
    windows =
      choice.hasWindows
      ? Solids.Windows(
        spacing: Size(3, choice.heights.level), glass: made.palette.glass, lit: made.palette.lamp,
        litShare: made.palette.lampShare) : nil
    darkness = (choice.shadow ?? made.palette.shadow) * made.sun.shadowShare
    footDarkness = choice.footDarkness
    feet = choice.footDarkness > 0 ? models.mesh.feet : .empty
    growth = choice.grow
    self.ground = map.ground.transform(to: ground)
    self.center = ground.transform(to: map.ground).apply(center)
  }

  /// Nil while nothing has risen.
  func solids(at seconds: Double, from camera: Camera, haze: Haze?) -> Solids? {
    let rise = rise(at: seconds)
    if let rise, rise.front <= 0 { return nil }
    // Heights shrink with the ground where that is scaled.
    var projection = camera.spaceToCanvas * ground
    projection.z = projection.z * ground.m11
    return solids(mesh, projection, rise, from: camera, haze: haze)
  }

  /// The same buildings within another mesh, on the camera's ground.
  func solids(
    at seconds: Double, in mesh: Mesh, _ projection: SpaceTransform, from camera: Camera, haze: Haze?
  ) -> Solids {
    let rise = rise(at: seconds).map {
      Solids.Rise(center: ground.apply($0.center), front: $0.front * ground.m11, width: $0.width * ground.m11)
    }
    return solids(mesh, projection, rise, from: camera, haze: haze)
  }

  private func solids(
    _ mesh: Mesh, _ projection: SpaceTransform, _ rise: Solids.Rise?, from camera: Camera, haze: Haze?
  ) -> Solids {
    Solids(
      mesh, projection: projection, near: camera.distance * Camera.nearPlane, colors: colors, light: light,
      windows: windows, haze: haze?.solid(from: camera), rise: rise)
  }

  /// Adds the buildings to a mesh on the camera's ground, each as high as the lowest ground that it stands on.
  func addBuildings(to builder: inout MeshBuilder, height: (Point) -> Double) {
    builder.append(mesh, scale: ground.m11, shift: ground.apply(.zero)) { solid in
      mesh.vertices[solid.vertices].reduce(.infinity) { min($0, height(ground.apply($1.ground))) }
    }
  }

  /// The part of the ground's light that the buildings take; those that have not risen take nothing yet.
  func shade(at seconds: Double) -> GroundMap.Shade {
    shade(risen: growth.map { share(of: $0, at: seconds) } ?? 1)
  }

  /// The same in 16 steps, so that ground which is drawn anew for each is not for every frame.
  func steppedShade(at seconds: Double) -> GroundMap.Shade {
    shade(risen: growth.map { (share(of: $0, at: seconds) * 16).rounded() / 16 } ?? 1)
  }

  private func shade(risen: Double) -> GroundMap.Shade {
    GroundMap.Shade(shadow: darkness * risen, feet: feet, footDarkness: footDarkness * risen)
  }

  /// True until all of its buildings have risen.
  func isGrowing(at seconds: Double) -> Bool { rise(at: seconds) != nil }

  private func rise(at seconds: Double) -> Solids.Rise? {
    guard let growth else { return nil }
    let share = share(of: growth, at: seconds)
    guard share < 1 else { return nil }
    // The last ones have risen when the front is a width beyond them.
    let width = growth.reach / 2
    return Solids.Rise(center: center, front: (growth.reach + width) * share, width: width)
  }

  private func share(of growth: BuildingChoice.Growth, at seconds: Double) -> Double {
    growth.curve.value(at: min(max((seconds - growth.begin) / growth.duration, 0), 1), over: growth.duration)
  }
}

extension Mesh {
  /// The outlines of solids at their foot, of those whose foot is less than 3 m above the ground, to be filled by the
  /// non-zero rule: the lower edges of walls, which follow each other.
  var feet: Path {
    Path { path in
      var outline: [Point] = []
      var last: SpacePoint?
      func close(_ path: inout PathBuilder) {
        if outline.count > 2 { path.polyline(outline, closed: true) }
        outline = []
        last = nil
      }
      for face in faces {
        let start = face.corners.lowerBound
        guard face.isUpright, face.corners.count == 4 else {
          close(&path)
          continue
        }
        let (from, to) = (vertices[Int(corners[start])], vertices[Int(corners[start + 1])])
        if last != from { close(&path) }
        guard from.z < 3, to.z == from.z else { continue }
        outline.append(Point(from.x, from.y))
        last = to
      }
      close(&path)
    }
  }
}
