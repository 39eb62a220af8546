import StageKit

/// A camera that moves over a map, and the map as it sees it.
///
/// Distance, pitch, heading and center of a move follow one curve, and every move starts from where the last one left
/// the camera, so nothing ever jumps. A job without moves, a view at its start and anything to follow gets two: it arrives at
/// 6000 m and a pitch of 60° within a second, then turns by 180° in 180 s and back again, forever.
public struct CameraRotation: Stage {
  /// The range of distances, in meters.
  static let minDistance = 1.0
  static let maxDistance = 1e9
  /// In degrees; the horizon is then above the middle of the canvas.
  static let maxPitch = 85.0

  public static let definition = StageDefinition(
    Self.self, "camera-rotation", version: 1,
    "A camera that moves over a map, which fades into haze toward the horizon.",
    handles: [.view("start")],
    example: .init(
      at: 2,
      """
      {
        "id": "camera",
        "stage": "camera-rotation",
        "parameters": {
          "map": { "city": { "seed": 3, "style": "light" } },
          "start": { "distance": 2600, "pitch": 55, "heading": -20 },
          "moves": [{ "to": { "heading": 20 }, "duration": 4, "curve": "ease-in-out" }]
        }
      }
      """))

  private let parameters: Parameters
  private let ground: WebMercatorPlane
  private let canvas: Size
  private let fieldOfView: Double
  private let path: CameraMoves
  private let map: GroundMap?
  private let imagery: Imagery?
  private let haze: Haze?
  private let credit: Attribution?
  private let skyline: Skyline?
  private let labels: MapLabels?
  private let clouds: Clouds?
  private let raised: RaisedGround?
  private let landscape: Landscape?
  private let routeLight: RouteLight?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let made = try Self.makeMap(parameters, context)
    let map = made?.map
    let middle = map?.ground.origin ?? Coordinate(longitude: 0, latitude: 0)
    ground = try made?.plane ?? Self.ground(parameters, around: middle, context)
    raised = try parameters.map.elevation?.raised(on: ground, context)
    path = try Self.makeMoves(parameters, on: ground, raised, context)
    canvas = context.composition.size
    fieldOfView = parameters.fieldOfView
    haze = try made.map { try Self.makeHaze(parameters.haze, over: $0) }
    let (path, plane, canvas, fieldOfView, raised) = (path, ground, canvas, fieldOfView, raised)
    func camera(at seconds: Double) throws -> Camera {
      let followed = try Self.followed(parameters, seconds, on: plane, context)
      return Self.camera(path.view(at: seconds, following: followed), on: plane, raised, fieldOfView, canvas)
    }
    let reach = haze?.reach ?? .infinity
    let pictures = try made?.imagery?.imagery(
      from: Self.way(context.composition, camera), reach: reach, on: raised, context)
    imagery = pictures?.imagery
    credit = try map.flatMap { map in
      let named = [map.attribution, pictures?.attribution].compactMap { $0 }.filter { !$0.isEmpty }
      let text = parameters.attribution ?? named.joined(separator: " · ")
      return text.isEmpty ? nil : try Attribution(text, at: parameters.attributionPlace, on: map, context)
    }
    clouds = parameters.clouds.flatMap { Clouds($0, period: context.composition.duration) }
    self.map = map
    skyline = made.flatMap { Skyline($0, on: plane, around: path.start.center) }
    if let map { try Self.warnIfUnseen(map, context, camera) }
    if let made, let raised {
      landscape = try Landscape(
        made, pictures?.imagery, skyline, on: raised, from: Self.way(context.composition, camera), reach: reach, context
      )
    } else {
      landscape = nil
    }
    let groundFaces = landscape?.terrain.mesh.faces.count ?? 0
    routeLight = try parameters.routeLight.map { light in
      guard let map else {
        throw StageError("there is no map that it could light", parameter: parameters.$routeLight.location)
      }
      return try RouteLight(light, on: map, ground: groundFaces, context)
    }
    if routeLight == nil, try context.value(of: parameters.lightProgress, at: 0) != nil {
      context.warn("the input 'lightProgress' has nothing to light: give 'routeLight' with the route that shines")
    }
    let (landscape, labelReach) = (landscape, (haze?.start ?? 1.15) * 1.2)
    let reserved = credit.flatMap(\.bounds).map { [$0] } ?? []
    labels = try made.flatMap {
      try Self.planLabels(
        $0, context.composition.duration, reach: labelReach, reserved: reserved, on: plane,
        landscape, context
      ) { seconds in
        var camera = try camera(at: seconds)
        camera.terrain = landscape?.terrain
        return camera
      }
    }
  }

  /// The cameras of a film on a plane, before there is a map.
  static func cameras(
    _ parameters: Parameters, on plane: WebMercatorPlane, raised: RaisedGround?, _ context: any StageContext
  ) throws -> [Camera] {
    let path = try makeMoves(parameters, on: plane, raised, context)
    return try way(context.composition) { seconds in
      let followed = try followed(parameters, seconds, on: plane, context)
      return camera(
        path.view(at: seconds, following: followed), on: plane, raised, parameters.fieldOfView,
        context.composition.size)
    }
  }

  private static func camera(
    _ view: CameraView, on ground: WebMercatorPlane, _ raised: RaisedGround?, _ fieldOfView: Double, _ canvas: Size
  ) -> Camera {
    var camera = Camera(
      ground: ground, center: view.center, distance: view.distance, pitch: view.pitch, heading: view.heading,
      roll: view.roll, fieldOfView: fieldOfView, canvas: canvas, anchor: view.anchor)
    if let raised { camera.level = raised.level(for: camera) }
    return camera
  }

  /// The cameras of a film, as far apart as they show nearly the same.
  private static func way(_ composition: Composition, _ camera: (Double) throws -> Camera) rethrows -> [Camera] {
    let steps = min(max((composition.duration * composition.framesPerSecond).rounded(.up), 1), 100_000)
    var cameras: [Camera] = []
    for step in 0...Int(steps) {
      let next = try camera(composition.duration * Double(step) / steps)
      if let last = cameras.last, step < Int(steps), looksAlike(last, next) { continue }
      cameras.append(next)
    }
    return cameras
  }

  private static func looksAlike(_ a: Camera, _ b: Camera) -> Bool {
    let shift = (a.center - b.center).length * max(a.pointsPerMeter, b.pointsPerMeter)
    return shift < 0.02 * min(a.canvas.width, a.canvas.height) && abs(a.distance / b.distance - 1) < 0.02
      && abs(a.pitch - b.pitch) < 1 && abs(a.heading - b.heading) < 1 && abs(a.roll - b.roll) < 1
      && a.anchor == b.anchor && abs(a.level - b.level) < 0.02 * b.distance
  }

  /// Warns of a map that no frame shows anything of.
  private static func warnIfUnseen(
    _ map: GroundMap, _ context: any StageContext, _ camera: (Double) throws -> Camera
  ) throws {
    for step in 0...20 where map.isSeen(from: try camera(context.composition.duration * Double(step) / 20)) { return }
    let (low, high) = (map.ground.coordinate(map.extent.corners[0]), map.ground.coordinate(map.extent.corners[2]))
    context.warn(
      "the camera never sees the map, which lies between \(low.jobText) and \(high.jobText); look there with 'center'")
  }

  public var moments: [Moment.Time] { [parameters.arrived.at(path.moves.first?.arrival ?? 0)] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    (moments + path.moves.flatMap { $0.cues(departed: parameters.departed, moved: parameters.moved, until: seconds) })
      .ordered(until: seconds)
  }

  public var duration: Double? { path.end.isFinite ? path.end : nil }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let followed = Followed(
      center: try inputs[parameters.centerInput].map(ground.point), heading: try inputs[parameters.headingInput] ?? 0)
    let view = path.view(at: time.seconds, following: followed)
    var camera = Self.camera(view, on: ground, raised, fieldOfView, canvas)
    if let landscape {
      camera.terrain = landscape.terrain
      camera.solids = landscape.solids(at: time.seconds, from: camera, haze: haze)
    } else {
      camera.solids = skyline?.solids(at: time.seconds, from: camera, haze: haze)
    }
    let lit = try inputs[parameters.lightProgress]
    if let light = routeLight?.onWalls(at: time.seconds, progress: lit) { camera.solids?.wallLight = light }
    var frame = StageFrame(
      DisplayList { list in
        if let map, landscape != nil {
          map.drawBackground(under: camera, into: &list)
        } else {
          map?.draw(
            from: camera, shade: skyline?.shade(at: time.seconds) ?? GroundMap.Shade(), over: imagery, into: &list)
          routeLight?.draw(at: time.seconds, progress: lit, from: camera, into: &list)
        }
        haze?.draw(from: camera, into: &list)
        // Names on the ground lie below buildings, and on ground that is drawn with these.
        if landscape == nil { labels?.drawLying(at: time.seconds, from: camera, into: &list) }
        if let solids = camera.solids { list.solids(solids) }
        if landscape != nil { labels?.drawLying(at: time.seconds, from: camera, into: &list) }
        if let clouds, let map { clouds.draw(at: time.seconds, over: map, from: camera, haze: haze, into: &list) }
        labels?.drawFacing(at: time.seconds, from: camera, into: &list)
        credit?.draw(into: &list)
      })
    frame[parameters.camera] = camera
    frame[parameters.progress] = path.moves.first?.progress(at: time.seconds) ?? 1
    frame[parameters.distance] = view.distance
    frame[parameters.pitch] = view.pitch
    frame[parameters.heading] = view.heading
    frame[parameters.roll] = view.roll
    return frame
  }
}
