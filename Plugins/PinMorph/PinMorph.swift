import StageKit

@_cdecl("pipeline_abi_PinMorph") public func pinMorphABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_PinMorph") public func pinMorphStages() { StageModule.offer(PinMorph.self) }

/// A map pin that jumps by turning from pose to pose, over dots that pass below it.
public struct PinMorph: Stage {
  static let behind = Occlusion.parameter(default: 0)

  public static let definition = StageDefinition(
    name: "pin-morph", version: 1,
    summary: "A map pin that jumps over passing dots, stands alone as a marker, or is a small bar that breathes.",
    parameters: Anchor.parameters(otherwise: "in the middle")
      + [look, color, zoom, timing, period, poses, outline, foot, eye, shadow, scaling, drop, behind]
      + PassingGround.parameters,
    inputs: Anchor.inputs, outputs: [pose, lift, scale, dot, point], moments: [landed, dropped],
    cues: [tookOff, landed, dropped],
    example: .init(
      at: 0.6,
      """
      {
        "id": "pin",
        "stage": "pin-morph",
        "parameters": { "look": "scene", "color": "#FF385C", "zoom": 0.9 }
      }
      """))

  static let look = ParameterKey.choice(
    "look", "scene: a jumping pin over passing dots; marker: the pin alone; bar: a small bar that shrinks and lifts.",
    default: PinLook.scene)
  static let color = ParameterKey.color(
    "color", "The pin's color; by default #F64145, and for the bar white at 0.9."
  ).animated.optional
  static let zoom = ParameterKey.number(
    "zoom", "Points for one unit of the poses, whose pin is 170 high; enlarges dots, line and fades, too.", default: 1,
    .nonnegative()
  ).animated
  static let timing = ParameterKey.choice(
    "timing",
    "leap: a jump with weight, which slows down as it rises and falls faster and faster; jump: crouch, leap and land, "
      + "each with a curve of its own; even: equal, linear steps; still: no motion.",
    default: PinTiming.leap)
  static let period = ParameterKey.number(
    "period", "From one jump to the next, or one way of the bar; by default 0.69 (leap, jump) or 1.",
    .positive(.seconds)
  ).optional
  static let poses = ParameterKey.paths(
    "poses",
    "The pin's own poses, which it takes in turn; the timings leap and jump need five. Unless given, the built-in set."
  ).optional
  static let outline = ParameterKey.path(
    "outline", "The pin as a path, or as keyframes of paths with their times and curves; takes the place of poses."
  ).animated.optional
  static let foot = ParameterKey.point(
    "foot", "The point of the poses' own plane that stands at the position; by default the first pose's lowest middle."
  ).optional

  static let eye = ParameterKey.color(
    "eye", "What is seen through the hole of a pin; by default nothing, and for the marker white."
  ).animated.optional
  static let shadow = ParameterKey.number(
    "shadow", "How dark its shadow is, where it stands on the ground of a camera.", default: 0.4, .fraction)
  static let scaling = ParameterKey.choice(
    "scaling", "Whether it is as large at any distance from the camera, or larger the nearer it is.",
    default: PinScaling.constant)
  static let drop = ParameterKey.number(
    "drop", "How long it takes to fall to its place at its start, and to settle there; without it, it stands there.",
    .positive(.seconds)
  ).optional

  public static let pose = Output<Double>(
    "pose", "How far the pin is through its poses: 0 at the first, 1 at the second; up to the count on the way back.")
  public static let lift = Output<Double>("lift", "How high the pin's lowest point is above the ground, in points.")
  public static let scale = Output<Double>("scale", "The scale of the bar; of a pin, its zoom.")
  public static let dot = Output<Double>(
    "dot", "Where the dot nearest to the pin is, in points to its right; missing without dots.")
  public static let point = Output<Point>("point", "Where it stands on the canvas; missing where it is not seen.")

  static let landed = Moment("landed", "It is back on the ground after a jump.")
  static let tookOff = Moment("tookOff", "It leaves the ground for a jump.")

  static let dropped = Moment("dropped", "It has reached the ground after its fall.")

  private let anchor: Anchor
  private let middle: Point
  private let pinLook: PinLook
  private let colors: Animated<Color>
  private let zooms: Animated<Double>
  private let outlines: PinOutline
  private let footPoint: Point
  private let ground: PassingGround?
  private let bar: BarPin
  private let occlusion: Occlusion
  private let eyes: Animated<Color>?
  private let darkness: Double
  private let pinScaling: PinScaling
  private let fall: PinDrop?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    anchor = try Anchor(parameters)
    middle = context.composition.bounds.center
    pinLook = parameters[Self.look]
    colors = parameters[Self.color] ?? Animated(pinLook == .bar ? BarPin.color : PinPoses.color)
    zooms = parameters[Self.zoom]
    bar = BarPin(duration: parameters[Self.period] ?? 1)
    occlusion = Occlusion(share: parameters[Self.behind])
    eyes = parameters[Self.eye] ?? (pinLook == .marker ? Animated(.white) : nil)
    darkness = parameters[Self.shadow]
    pinScaling = parameters[Self.scaling]
    fall = parameters[Self.drop].map { PinDrop(duration: $0) }
    outlines = try PinOutline(parameters)
    let box = outlines.first.bounds ?? .zero
    footPoint = parameters[Self.foot] ?? (outlines.isBuiltIn ? PinPoses.foot : Point(box.center.x, box.maxY))
    ground =
      pinLook == .scene
      ? PassingGround(parameters, context.composition, outlines, height: footPoint.y - outlines.top) : nil
  }

  public var moments: [Moment.Time] {
    [Self.landed.at(TimeGrid.snapped(flight.end * period)), Self.dropped.at(fall?.landing ?? 0)]
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    let drop = fall.map { [Self.dropped.at($0.landing)] } ?? []
    guard pinLook == .bar || outlines.jumps else {
      return ([Self.landed.at(TimeGrid.snapped(flight.end * period))] + drop).ordered(until: seconds)
    }
    let takeoffs = Self.tookOff.repeated(from: flight.start * period, every: period, until: seconds)
    return (Self.landed.repeated(from: flight.end * period, every: period, until: seconds) + takeoffs + drop)
      .ordered(until: seconds)
  }

  /// From one jump to the next, in seconds.
  private var period: Double { pinLook == .bar ? 2 * bar.duration : outlines.period }

  /// When it leaves the ground and is back, as shares of the period.
  private var flight: (start: Double, end: Double) { pinLook == .bar ? (0, 1) : outlines.flight }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let zoom = zooms.value(at: time.seconds)
    let place = try anchor.resolve(at: time, inputs, otherwise: middle)
    frame[Self.point] = place?.point
    let color = colors.value(at: time.seconds)
    if pinLook == .bar {
      let state = bar.state(at: time.seconds)
      frame[Self.scale] = state.scale
      frame[Self.lift] = state.lift * zoom
      if let place {
        bar.draw(state, color, at: place.point, zoom: zoom, into: &frame.drawing)
        frame.drawing = occlusion.standing(frame.drawing, at: place)
      }
      return frame
    }
    let path = outlines.path(at: time.seconds)
    frame[Self.pose] = outlines.pose(at: time.seconds)
    let near = pinScaling == .distance ? place?.relativeScale ?? 1 : 1
    let size = zoom * near
    frame[Self.scale] = size
    let state = fall?.state(at: time.seconds) ?? .settled
    let lift = path.bounds.map { (footPoint.y - $0.maxY + state.height * PinPoses.height) * size }
    frame[Self.lift] = lift
    let scene = ground?.scene(at: time.seconds, zoom: size, pinColor: color, lift: lift ?? 0)
    frame[Self.dot] = scene?.nearest
    guard let place, size > 1e-6, size.isFinite else { return frame }
    scene?.drawBelow(at: place.point, into: &frame.drawing)
    let stretched = Transform.scale(1 / state.stretch, state.stretch)
    let standing =
      Transform.translation(place.point - Point(0, state.height * PinPoses.height * size)) * .scale(size) * stretched
      * .translation(-footPoint)
    if let eye = eyes?.value(at: time.seconds), eye.alpha > 0, path.subpaths.count > 1 {
      // A little less than the pin, so that it does not show at the rim.
      let middle = footPoint - Point(0, PinPoses.height * 0.62)
      frame.drawing.fill(path.outer, eye, transform: standing * .scale(0.96, about: middle))
    }
    frame.drawing.fill(path, color, transform: standing)
    scene?.drawFades(at: place.point, into: &frame.drawing)
    let shadow = PinShadow(path, foot: footPoint, at: place, size: size, state: state, darkness: darkness)
    let lying = occlusion.lying(shadow?.drawing ?? DisplayList(), under: place.camera)
    frame.drawing = DisplayList(lying.commands + occlusion.standing(frame.drawing, at: place).commands)
    return frame
  }
}

enum PinScaling: String, CaseIterable, Sendable { case constant, distance }

enum PinLook: String, CaseIterable, Sendable { case scene, marker, bar }

enum PinTiming: String, CaseIterable, Sendable { case leap, jump, even, still }
