import StageKit

/// A map on ground that rises: what lies on it is drawn from above, in squares, and draped over triangles.
///
/// Which squares there are, and how fine each is, is decided for the camera's whole way before the first frame, so that nothing
/// pops.
struct Landscape: Sendable {
  let terrain: Terrain
  /// The ground, then the buildings, on the camera's ground.
  private let mesh: Mesh
  private let drapery: Drapery
  /// The drawings on the ground when all buildings have risen.
  private let drapes: Drapes
  private let skyline: Skyline?

  /// The pixels of a square, each way, and those around it that its neighbors have, too.
  private static let side = 256
  private static let gutter = 8
  /// The largest number of squares of a film.
  private static let maxSquares = 1500

  /// The ground for the cameras of a film, of which each sees nothing from `reach` times its distance on.
  init(
    _ made: CameraRotation.MadeMap, _ imagery: Imagery?, _ skyline: Skyline?, on raised: RaisedGround,
    from cameras: [Camera], reach: Double, _ context: any StageContext
  ) throws {
    let scale = context.composition.scale
    let plan = TilePlan(
      of: raised.name, 0...20, in: nil, from: cameras, reach: reach, on: raised, maxTiles: Self.maxSquares)
    let (places, limit) = try plan.finestPlaces(side: Self.side, finest: 1 / scale)
    if limit > 1 / scale {
      context.warn(
        "the ground is shown coarser than the camera could see it: its way needs more than \(Self.maxSquares) squares")
    }
    let plane = raised.plane
    let toPlane = Imagery.plane.transform(to: plane)
    let world = Imagery.plane.worldWidth / 2
    let middle = cameras.first?.center.x ?? 0
    let patches = places.map { place in
      // The copy of the world that is nearest to where the camera first looks.
      let turns = ((middle - toPlane.image(of: place.rect).center.x) / plane.worldWidth).rounded()
      return Terrain.Patch(
        level: place.zoom, column: place.column + Int(turns) << place.zoom, row: place.row,
        cells: Self.cells(of: place, raised))
    }
    terrain = Terrain(
      origin: toPlane.apply(Point(-world, -world)), side: plane.worldWidth, patches: patches, height: raised.height)
    if !terrain.places.allSatisfy({ raised.covers($0.center) }) {
      context.warn(
        "'\(raised.name)' does not cover all of the ground that the camera sees; beyond it, the ground is as high as at its edge"
      )
    }
    drapery = Drapery(
      map: made.map, imagery: imagery, relief: made.relief, plane: plane, places: terrain.places, side: Self.side,
      gutter: Self.gutter, scale: scale, detail: cameras.map(\.pointsPerMeter).max() ?? 1)
    drapes = drapery.drapes(in: skyline?.steppedShade(at: .infinity) ?? GroundMap.Shade())
    let terrain = terrain
    mesh = Mesh { mesh in
      mesh.append(terrain.mesh, scale: 1, shift: .zero) { _ in 0 }
      skyline?.addBuildings(to: &mesh, height: terrain.height)
    }
    self.skyline = skyline
  }

  /// The cells of a square, each way: as fine as the heights, and no finer than is seen.
  private static func cells(of place: TilePlan.Place, _ raised: RaisedGround) -> Int {
    let middle = Imagery.plane.coordinate(place.rect.center)
    let known = raised.grid.cellSize(at: middle.latitude)
    let side = Imagery.plane.transform(to: raised.plane).image(of: place.rect).width
    var cells = 2
    while cells < 16, side / Double(cells) > min(known.width, known.height) { cells *= 2 }
    return cells
  }

  /// The buildings on the ground; nil without any.
  var standing: Mesh? {
    guard let skyline else { return nil }
    let terrain = terrain
    return Mesh { skyline.addBuildings(to: &$0, height: terrain.height) }
  }

  /// The ground and the buildings as a camera sees them.
  func solids(at seconds: Double, from camera: Camera, haze: Haze?) -> Solids {
    var projection = camera.spaceToCanvas
    projection.origin = projection.origin - projection.z * camera.level
    var solids =
      skyline?.solids(at: seconds, in: mesh, projection, from: camera, haze: haze)
      ?? Solids(
        mesh, projection: projection, near: camera.distance * Camera.nearPlane, colors: [.black],
        light: drapery.light, haze: haze?.solid(from: camera))
    let shade = skyline?.steppedShade(at: seconds)
    solids.drapes = skyline?.isGrowing(at: seconds) == true ? drapery.drapes(in: shade ?? GroundMap.Shade()) : drapes
    return solids
  }
}

/// The drawings of a map for squares of its ground.
struct Drapery: Sendable {
  let map: GroundMap
  let imagery: Imagery?
  let relief: Relief?
  let plane: WebMercatorPlane
  let places: [Rect]
  let side: Int
  let gutter: Int
  let scale: Double
  /// The points of a meter at the center of the film's nearest camera.
  let detail: Double

  /// The light of ground without buildings, which other stages take the sun from.
  var light: Solids.Light { Solids.Light(sun: relief?.sun.direction ?? SpacePoint(-0.53, -0.4, 0.75), shade: .white) }

  func drapes(in shade: GroundMap.Shade) -> Drapes { Drapes(places.map { drape($0, shade) }) }

  private func drape(_ place: Rect, _ shade: GroundMap.Shade) -> Drapes.Drape {
    let margin = place.width * Double(gutter) / Double(side)
    let whole = place.inset(by: -margin)
    let points = Double(side + 2 * gutter) / scale
    var camera = Camera(
      ground: plane, center: whole.center, distance: 1, canvas: Size(points, points))
    // From a distance of a meter this is how many points a meter has; it falls as the distance grows.
    camera.distance = camera.pointsPerMeter * whole.width / points
    guard hasAnything(in: whole, camera) else {
      let dot = Size(1 / scale, 1 / scale)
      return Drapes.Drape(
        DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 1, height: 1)), map.background) }, size: dot, scale: scale,
        place: whole)
    }
    let drawing = DisplayList { list in
      map.draw(
        from: camera, detail: detail, shade: shade, over: imagery,
        relief: (relief?.tint(of: whole, on: plane), relief?.shading(of: whole, on: plane)), into: &list)
    }
    return Drapes.Drape(drawing, size: camera.canvas, scale: scale, place: whole)
  }

  private func hasAnything(in place: Rect, _ camera: Camera) -> Bool {
    func meets(_ from: WebMercatorPlane, _ extent: Rect) -> Bool {
      camera.transforms(from: from, bounds: extent).contains { $0.image(of: extent).intersection(place) != nil }
    }
    return relief != nil || meets(map.ground, map.extent) || imagery.map { meets(Imagery.plane, $0.extent) } ?? false
  }
}

extension Relief {
  /// The colors by height of a square; nil without any.
  fileprivate func tint(of place: Rect, on plane: WebMercatorPlane) -> Image? {
    water != nil ? picture(of: place, on: plane, "tint") { $0.tint } : nil
  }

  /// The light and shade of a square.
  fileprivate func shading(of place: Rect, on plane: WebMercatorPlane) -> Image? {
    picture(of: place, on: plane, "shading") { $0.shading }
  }

  /// A picture of a square, made when its pixels are asked for.
  private func picture(
    of place: Rect, on plane: WebMercatorPlane, _ name: String,
    _ layer: @escaping @Sendable (Layers) -> GroundMap.Layer?
  ) -> Image? {
    // Four pixels for a cell of the heights, between which the surface is smooth.
    let cell = grid.cellSize(at: plane.coordinate(place.center).latitude)
    let cells = place.width / max(min(cell.width, cell.height), place.width / 32)
    let side = min(max(Int((4 * cells).rounded(.up)), 8), 128)
    let relief = self
    let key = Digest { hasher in
      hasher.combine("\(name) of a square 3")
      hasher.combine(digest)
      plane.digest(into: &hasher)
      for number in [place.x, place.y, place.width] { hasher.combine(number) }
    }
    return Image(width: side, height: side, digest: key) {
      guard case .picture(let image, _) = relief.layers(in: place, on: plane, detail: Double(side)).flatMap(layer)
      else { return [UInt8](repeating: 0, count: side * side * 4) }
      return image.pixels
    }
  }
}
