import StageKit

@_cdecl("pipeline_stages_Vehicle") public func stages() { StageModule.offer(Vehicle.self) }

/// A car, a bicycle or another model in depth that stands on a map and turns with its way.
public struct Vehicle: Stage {
  /// The parameters of a vehicle.
  public struct Parameters: ParameterGroup {
    @Include var anchor: Anchor
    @Parameter("The model.") var model = VehicleModel.car
    @Parameter(
      "A file in its place: a glTF model (glb, gltf), drawn in the flat colors of its materials, or a drawing (svg) as seen from "
        + "above, whose top is its front, which lies flat on the ground without a shadow.",
      as: .file(extensions: ["glb", "gltf", "svg"]))
    var file: FileReference?
    @Parameter(
      "The color of its body, of a person's clothes, or of 'currentColor' in a drawing, where it cannot change; glTF models have their own."
    ) var color: Animated<Color> = Animated(
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
    handles: [.length("size", from: "position", times: 2), .angle("heading", at: "position", zero: -90)],
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
  private let content: Content

  /// Either stands on the ground, or lies on it.
  private enum Content {
    case model(VehicleModel.Shape)
    case drawing(VectorImage)
  }

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    canvas = context.composition.size
    guard let file = parameters.file else {
      content = .model(parameters.model.shape)
      return
    }
    content = try parameters.$file.locating {
      if file.path.lowercased().hasSuffix(".svg") {
        guard parameters.color.isConstant else {
          throw StageError("the color of a drawing cannot change", parameter: parameters.$color.location)
        }
        let image = try context.vectorImage(file, color: parameters.color.value(at: 0))
        guard image.size.width > 0, image.size.height > 0 else { throw StageError("\(file.literal): has no size") }
        return .drawing(image)
      }
      let model = try ModelFile(context.bytes(of: file), named: file.literal)
      for remark in model.remarks { context.warn(remark) }
      return .model(VehicleModel.Shape(model.mesh, colors: model.colors))
    }
  }

  public var duration: Double? {
    latestSettlingTime(
      of: parameters.anchor, parameters.color, parameters.size, parameters.heading, parameters.height)
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
    let heading = try inputs[parameters.headingInput] ?? parameters.heading.value(at: time.seconds)
    let pose = Transform.translation(ground) * .rotation(degrees: heading)
    switch content {
    case .drawing(let image):
      let picture = picture(
        image, pose * .scale(length / max(image.size.width, image.size.height)), on: camera.groundToCanvas(near: ground)
      )
      frame.drawing = parameters.occlusion.standing(picture, at: place)
    case .model(let shape):
      let scale = length / shape.size
      let rise = parameters.height.value(at: time.seconds) * length
      // The model does not turn; the sun turns the other way.
      let sun = camera.solids?.light.sun ?? SpacePoint(-0.53, -0.4, 0.75).normalized
      let (s, c) = sineAndCosine(degrees: heading)
      let turned = SpacePoint(c * sun.x + s * sun.y, c * sun.y - s * sun.x, max(sun.z, 0.35)).normalized
      let shadow = shadow(
        of: shape, pose * .scale(scale), size: length, rise: rise, sun: turned, at: ground, under: camera)
      // Roofs hide its shadow, whatever shows of itself.
      frame.drawing = given.camera == nil ? shadow : Occlusion().lying(shadow, at: place)
      let solids = solids(
        shape, pose, scale: scale, rise: rise, sun: turned, at: time.seconds, on: ground, under: camera)
      frame.drawing.append(parameters.occlusion.standing(DisplayList { $0.solids(solids) }, at: place))
    }
    return frame
  }

  /// A drawing on the ground, with its middle at the place.
  private func picture(_ image: VectorImage, _ pose: Transform, on ground: Transform) -> DisplayList {
    let place = ground * pose * .translation(-image.size.width / 2, -image.size.height / 2)
    let canvas = Clip(.rect(Rect(x: 0, y: 0, width: image.size.width, height: image.size.height)))
    return DisplayList { list in list.group(transform: place, clip: canvas) { $0.append(image.drawing) } }
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
    _ shape: VehicleModel.Shape, _ pose: Transform, scale: Double, rise: Double, sun: SpacePoint, at seconds: Double,
    on ground: Point, under camera: Camera
  ) -> Solids {
    // It leans with the ground.
    var projection = SpaceTransform(camera.groundToCanvas(near: ground), z: camera.spaceToCanvas.z)
    projection.origin = projection.origin + projection.z * rise
    projection = projection * (pose * .scale(scale))
    projection.z = projection.z * scale
    let body = parameters.color.value(at: seconds)
    return Solids(
      shape.mesh, projection: projection, near: camera.distance * Camera.nearPlane,
      colors: shape.colors ?? ModelColor.allCases.map { $0.color(body) },
      // It is seen at night, too.
      light: Solids.Light(sun: sun, sunlight: Color(1.04, 1.02, 1), shade: Color(0.56, 0.59, 0.68)))
  }

  /// Its shadow, thrown away from the sun, and a soft spot below it.
  private func shadow(
    of shape: VehicleModel.Shape, _ pose: Transform, size: Double, rise: Double, sun: SpacePoint, at ground: Point,
    under camera: Camera
  ) -> DisplayList {
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
          $0.fill(shadow.path, .black, transform: camera.groundToCanvas(near: ground) * shadow.place)
        }
      }
    }
  }
}
