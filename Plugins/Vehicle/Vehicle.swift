import StageKit

@_cdecl("pipeline_stages_Vehicle") public func stages() { StageModule.offer(Vehicle.self) }

/// A car, a bicycle or another model in depth that stands on a map and turns with its way.
public struct Vehicle: Stage {
  /// The parameters of a vehicle.
  public struct Parameters: ParameterGroup {
    @Include var anchor: Anchor
    @Parameter("The model.") var model = VehicleModel.car
    @Parameter("The color of its body, or of a person's clothes.") var color: Animated<Color> = Animated(
      Color(hex: 0x2F7BF6))
    @Parameter("Its length, or its height where that is more, as seen at its place.", .nonnegative(.points)) var size:
      Animated<Double> = 64
    @Parameter(
      "The same on the ground instead, so that it grows as the camera comes near.", .positive(.meters),
      requires: "camera")
    var length: Double?
    @Parameter(
      "The direction that it looks in, clockwise from north under a camera, else from the top.", .any(.degrees),
      replacedBy: ["heading"])
    var heading: Animated<Double> = 0
    @Parameter("Its height above the ground, in lengths of its own.", .nonnegative()) var height: Animated<Double> = 0
    @Parameter(
      "The angle from looking straight down from which it is seen without a camera.", .range(0...80, .degrees))
    var pitch = 50.0
    @Parameter("The darkness of its shadow.", .fraction) var shadow = 0.36
    @Include var occlusion = Occlusion(occludedOpacity: 1)

    let headingInput = Input<Double?>(
      "The direction that it looks in, in degrees, such as the 'heading' of a stage 'route'.", name: "heading")

    let point = Output<Point>("Its place on the canvas; missing where it is not seen.")

    /// The parameters of a vehicle.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "vehicle", version: 1,
    "A car, van, scooter, bicycle, person, plane or arrow in depth, which turns with its way on a map.",
    example: .init(
      at: 1,
      """
      {
        "id": "car",
        "stage": "vehicle",
        "parameters": {
          "model": "car",
          "color": "#FFC83D",
          "size": 260,
          "heading": { "keyframes": [{ "at": 0, "value": 200, "curve": "ease-in-out" }, { "at": 4, "value": 300 }] }
        }
      }
      """))

  private let parameters: Parameters
  private let canvas: Size
  private let shape: VehicleModel.Shape

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    canvas = context.composition.size
    shape = parameters.model.shape
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let middle = Point(canvas.width / 2, canvas.height / 2)
    guard let given = try parameters.anchor.resolve(at: time, inputs, otherwise: middle), let place = onGround(given),
      let camera = place.camera, let ground = place.ground, let pointsPerMeter = place.pointsPerMeter
    else { return frame }
    frame[parameters.point] = place.point
    let length = parameters.length ?? parameters.size.value(at: time.seconds) / pointsPerMeter
    guard length > 0 else { return frame }
    let scale = length / shape.size
    let heading = try inputs[parameters.headingInput] ?? parameters.heading.value(at: time.seconds)
    let rise = parameters.height.value(at: time.seconds) * length
    let pose = Transform.translation(ground) * .rotation(degrees: heading) * .scale(scale)
    let sun = camera.solids?.light.sun ?? SpacePoint(-0.53, -0.4, 0.75).normalized
    // The model does not turn; the sun turns the other way.
    let (s, c) = sineAndCosine(degrees: heading)
    let turned = SpacePoint(c * sun.x + s * sun.y, c * sun.y - s * sun.x, max(sun.z, 0.35)).normalized
    let shadow = shadow(pose, size: length, rise: rise, sun: turned, under: camera)
    // Roofs hide its shadow, whatever shows of itself.
    frame.drawing = Occlusion().lying(shadow, under: given.camera)
    let body = DisplayList {
      $0.solids(solids(pose, scale: scale, rise: rise, sun: turned, at: time.seconds, under: camera))
    }
    frame.drawing.append(parameters.occlusion.standing(body, at: place))
    return frame
  }

  /// Without a camera, the place under one that looks at it from its pitch.
  private func onGround(_ place: AnchorPosition) -> AnchorPosition? {
    guard place.camera == nil else { return place }
    let camera = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: 1000, pitch: parameters.pitch,
      canvas: canvas, anchor: Point(place.point.x / canvas.width, place.point.y / canvas.height))
    return AnchorPosition(ground: .zero, camera: camera)
  }

  private func solids(
    _ pose: Transform, scale: Double, rise: Double, sun: SpacePoint, at seconds: Double, under camera: Camera
  ) -> Solids {
    var projection = camera.spaceToCanvas
    projection.origin = projection.origin + projection.z * rise
    projection = projection * pose
    projection.z = projection.z * scale
    let body = parameters.color.value(at: seconds)
    return Solids(
      shape.mesh, projection: projection, near: camera.distance * Camera.nearPlane,
      colors: ModelColor.allCases.map { $0.color(body) },
      // It is seen at night, too.
      light: Solids.Light(sun: sun, sunlight: Color(1.04, 1.02, 1), shade: Color(0.56, 0.59, 0.68)))
  }

  /// Its shadow, thrown away from the sun, and a soft spot below it.
  private func shadow(_ pose: Transform, size: Double, rise: Double, sun: SpacePoint, under camera: Camera)
    -> DisplayList
  {
    let darkness = parameters.shadow * size / (size + rise)
    guard darkness > 0 else { return DisplayList() }
    let points = size * camera.pointsPerMeter
    let far = Point(-sun.x, -sun.y) * (rise / max(sun.z, 0.2) / size * shape.size)
    let shadows: [(path: Path, place: Transform, softness: Double)] = [
      (shape.shadow(sun: sun), pose * .translation(far), 0.012 + 0.03 * rise / (size + rise)),
      (shape.shadow(sun: SpacePoint(0, 0, 1)), pose, 0.04 + 0.06 * rise / (size + rise)),
    ]
    return DisplayList { list in
      for shadow in shadows {
        list.group(opacity: darkness, effects: [.blur(sigma: max(points * shadow.softness, 0.3))]) {
          $0.fill(shadow.path, .black, transform: camera.groundToCanvas * shadow.place)
        }
      }
    }
  }
}
