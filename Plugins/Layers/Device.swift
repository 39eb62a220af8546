import StageKit

/// A device whose screen shows stages.
public struct Device: Stage, ParameterGroup {
  @Parameter("The kind: a phone, a tablet, a laptop, or a browser's window.") var kind = DeviceKind.phone
  @Parameter(
    "The part of the canvas that its screen shows, where its stages are drawn; without it, a part in the middle in its kind's "
      + "proportions (phone 9 : 19.5, tablet 3 : 4, laptop and browser 16 : 10), 0.68 of the canvas high and at most 0.78 wide."
  )
  var screen: BoxParameter?
  @Parameter(
    "Whether the one stage that it holds, such as a clip, a picture or a group, takes the size of the screen in place of its own."
  )
  var fillsScreen = false
  @Parameter("The color of its body.") var color: Animated<Color> = Animated(Color(hex: 0x3A3D45))
  @Parameter("The paint of the screen where its stages are clear.")
  var background: Animated<PaintValue> = Animated(.color(.black))
  @Parameter("The brightness of the light that falls across the screen; it wanders as the device turns.", .fraction)
  var reflection: Animated<Double> = 0.12
  @Include var placement: Placement
  @Include var depth: Depth
  @Parameter() var shadow: Shadow?

  public static let definition = StageDefinition(
    Self.self, "device", version: 2,
    "A phone, a tablet, a laptop or a window whose screen shows stages, cut to its proportions; turned in depth it has an edge.",
    content: .stages, isScreen: true,
    example: .init(
      at: 1,
      """
      {
        "id": "laptop",
        "stage": "device",
        "parameters": {
          "kind": "laptop",
          "fillsScreen": true,
          "rotationY": { "keyframes": [{ "at": 0, "value": -40, "curve": "ease-out" }, { "at": 3, "value": 0 }] }
        },
        "stages": [
          { "id": "film", "stage": "clip", "parameters": { "file": "media/celebrate.mp4", "time": { "offset": 2.6 } } }
        ]
      }
      """))

  private var canvas = Rect.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    if fillsScreen, context.contentCount != 1 {
      throw StageError(
        "is of one stage, and the device holds \(context.contentCount)", parameter: $fillsScreen.location,
        hint: "Put them in a group.")
    }
    try $background.filling()
  }

  public var duration: Double? {
    latestSettlingTime(of: screen, color, background, reflection, placement, depth, shadow)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let t = time.seconds
    let body = kind.body(of: screen?.rect(on: canvas, at: t) ?? kind.screen(on: canvas))
    let placed = try placement.placed(body.outer, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    let turned = placed.then(depth.transform(about: placed.position, at: t))
    frame.placed = turned
    let shift = Transform.translation(fillsScreen ? body.screen.center - canvas.center : .zero)
    if fillsScreen {
      frame.layerRooms = [body.screen.size]
      frame.layerTransforms = [shift]
    }
    guard placed.isVisible, !body.screen.isEmpty else { return frame }
    let color = color.value(at: t)
    let turn = depth.angles(at: t)
    var device = DisplayList()
    let showsBody = !inputs.isSolo
    if showsBody {
      addEdge(of: body, color, turned: turn != (0, 0), placed, t, onto: &device)
    }
    let front = turned.transform
    var outline = device
    outline.group(transform: front) { list in
      if kind == .laptop { drawBase(of: body, color, onto: &list) }
      list.fill(body.outline, color)
    }
    device.group(transform: front) { list in
      if showsBody, kind == .laptop { drawBase(of: body, color, onto: &list) }
      if showsBody { drawFront(of: body, color, onto: &list) }
      list.group(clip: Clip(body.glass)) { list in
        if showsBody { list.fill(.rect(body.screen), background.value(at: t).paint(in: body.screen)) }
        for layer in inputs.layers {
          if fillsScreen { list.group(Group(layer.drawing, transform: shift)) } else { list.append(layer.drawing) }
        }
        if showsBody { drawReflection(on: body, reflection.value(at: t), turn.y, onto: &list) }
      }
      if showsBody, kind == .phone { drawIsland(of: body, onto: &list) }
    }
    if showsBody, let shadow = shadow?.effect(at: t, scale: placed.meanScale) {
      // A body that is clear lets its screen cast a shadow, too.
      frame.drawing =
        color.alpha == 1
        ? shadow.under(device, castBy: outline, opacity: placed.opacity)
        : shadow.under(device, opacity: placed.opacity)
    } else if placed.opacity < 1 {
      frame.drawing.group(Group(device, opacity: placed.opacity))
    } else {
      frame.drawing = device
    }
    return frame
  }

  // MARK: Parts

  /// The side of the body, as layers behind the front, from the back.
  private func addEdge(
    of body: DeviceBody, _ color: Color, turned: Bool, _ placed: Placed, _ seconds: Double,
    onto list: inout DisplayList
  ) {
    guard turned, body.thickness > 0 else { return }
    let depth = body.thickness * placed.meanScale
    let count = Int(min(max(depth * 1.5, 6), 48))
    for index in 0..<count {
      let share = Double(index) / Double(count)
      // Lit along the middle of the edge, as metal is.
      let light = 0.55 + 0.5 * (1 - abs(share - 0.6) / 0.6)
      list.fill(
        body.outline, color.shaded(light),
        transform: self.depth.transform(about: placed.position, z: -depth * (1 - share), at: seconds)
          * placed.transform)
    }
  }

  private func drawFront(of body: DeviceBody, _ color: Color, onto list: inout DisplayList) {
    let outer = body.outer
    if kind == .browser { return drawWindow(of: body, color, onto: &list) }
    list.fill(
      body.outline,
      .linear(
        from: outer.origin, to: Point(outer.maxX, outer.maxY),
        stops: [
          GradientStop(0, color.shaded(1.7)), GradientStop(0.35, color.shaded(0.9)),
          GradientStop(0.7, color.shaded(1.35)),
          GradientStop(1, color.shaded(0.7)),
        ], spread: .pad))
    list.fill(body.frame, Color(hex: 0x07080A))
  }

  private func drawIsland(of body: DeviceBody, onto list: inout DisplayList) {
    let width = body.screen.width
    let size = Size(width * 0.31, width * 0.087)
    let center = Point(body.screen.center.x, body.screen.y + width * 0.032 + size.height / 2)
    list.fill(.roundedRect(Rect(center: center, size: size), radius: size.height / 2), Color(hex: 0x050506))
    let lens = Point(center.x + size.width / 2 - size.height / 2, center.y)
    list.fill(.circle(center: lens, radius: size.height * 0.23), Color(hex: 0x10131C))
    list.fill(.circle(center: lens, radius: size.height * 0.1), Color(hex: 0x1E2A4A))
  }

  /// The keyboard's half, seen from the front.
  private func drawBase(of body: DeviceBody, _ color: Color, onto list: inout DisplayList) {
    let outer = body.outer
    let (width, height) = (outer.width * 1.14, outer.height * 0.035)
    let base = Rect(x: outer.center.x - width / 2, y: outer.maxY - height * 0.12, width: width, height: height)
    list.fill(
      .roundedRect(
        base, radii: CornerRadii(topLeft: 2, topRight: 2, bottomRight: height * 0.8, bottomLeft: height * 0.8)),
      .linear(
        from: base.origin, to: Point(base.x, base.maxY),
        stops: [
          GradientStop(0, color.shaded(1.8)), GradientStop(0.25, color.shaded(1.2)), GradientStop(1, color.shaded(0.6)),
        ],
        spread: .pad))
    let grip = Rect(x: base.center.x - width * 0.07, y: base.y, width: width * 0.14, height: height * 0.45)
    list.fill(
      .roundedRect(
        grip, radii: CornerRadii(topLeft: 0, topRight: 0, bottomRight: height * 0.4, bottomLeft: height * 0.4)),
      color.shaded(0.75))
  }

  private func drawWindow(of body: DeviceBody, _ color: Color, onto list: inout DisplayList) {
    let outer = body.outer
    list.fill(body.outline, color)
    let bar = body.bar
    for (index, hex) in [0xFF5F57, 0xFEBC2E, 0x28C840].enumerated() {
      let center = Point(outer.x + bar * (0.55 + 0.42 * Double(index)), outer.y + bar / 2)
      list.fill(.circle(center: center, radius: bar * 0.135), Color(hex: UInt32(hex)))
    }
    let field = Rect(
      center: Point(outer.center.x, outer.y + bar / 2), size: Size(outer.width * 0.46, bar * 0.56))
    // A field shows on light and on dark windows.
    let isDark = color.red * 0.3 + color.green * 0.59 + color.blue * 0.11 < 0.5
    list.fill(.roundedRect(field, radius: field.height / 2), isDark ? Color(1, 1, 1, 0.12) : Color(0, 0, 0, 0.07))
  }

  /// Light that falls across the screen from the upper left.
  private func drawReflection(
    on body: DeviceBody, _ strength: Double, _ turn: Double, onto list: inout DisplayList
  ) {
    guard strength > 0 else { return }
    let screen = body.screen
    let shift = turn / 60 * screen.width
    let (from, to) = (
      Point(screen.x + shift - screen.width * 0.2, screen.y), Point(screen.maxX + shift, screen.y + screen.height * 0.7)
    )
    list.fill(
      .rect(screen),
      .linear(
        from: from, to: to,
        stops: [
          GradientStop(0, Color(1, 1, 1, strength)), GradientStop(0.42, Color(1, 1, 1, strength * 0.25)),
          GradientStop(0.43, .init(1, 1, 1, 0)), GradientStop(1, .init(1, 1, 1, 0)),
        ], spread: .pad))
  }
}

extension Color {
  /// With its components multiplied, at most 1.
  fileprivate func shaded(_ factor: Double) -> Color {
    Color(min(red * factor, 1), min(green * factor, 1), min(blue * factor, 1), alpha)
  }
}
