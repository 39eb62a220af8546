import StageKit

@_cdecl("pipeline_abi_HaloPulse") public func haloPulseABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_HaloPulse") public func haloPulseStages() { StageModule.offer(HaloPulse.self) }

/// A user's location: from below an accuracy circle, a halo that pulses, a heading beam and a dot.
public struct HaloPulse: Stage {
  static let behind = Occlusion.parameter(default: 1)

  public static let definition = StageDefinition(
    name: "halo-pulse", version: 1,
    summary: "A location dot with a pulsing halo, or a ring that spreads over the map.",
    parameters: Anchor.parameters(otherwise: "in the middle") + [
      look, color, pulse, pause, curve, size, zoom, plane, swap, strokeWidth, stroke, popIn, dotPulse, accuracy,
      heading, headingAccuracy, behind,
    ],
    inputs: Anchor.inputs + [headingInput], outputs: [scale, opacity, radius, popScale, dotScale, point],
    moments: [popped, pulsed], cues: [pulseBegins, pulsed],
    example: .init(
      at: 0.8,
      """
      {
        "id": "here",
        "stage": "halo-pulse",
        "parameters": { "look": "modern", "color": "#2F7BF6", "size": 220, "heading": 40 }
      }
      """))

  static let look = ParameterKey.choice(
    "look", "classic: a glossy dot and a glowing ring; modern: a flat dot and a disc that fades; ring: a line alone.",
    default: HaloLook.classic)
  static let color = ParameterKey.color(
    "color", "The color of dot, halo and beam; by default #155EEA (classic), #007AFF (modern) or white (ring)."
  ).animated.optional
  static let pulse = ParameterKey.number(
    "pulse", "How long a pulse takes; by default 1 (classic), 3 (modern) or 2 (ring).", .positive(.seconds)
  ).optional
  static let pause = ParameterKey.number(
    "pause", "How long the halo rests after each pulse; by default 1 (classic) or 0.", .nonnegative(.seconds)
  ).optional
  static let curve = ParameterKey.curve(
    "curve", "Bends pulse and pause as a whole; by default linear, and default for the modern look."
  ).optional
  static let size = ParameterKey.number(
    "size", "The halo's width with its glow, before zoom; by default 100 (classic), 116.6 (modern) or 240 (ring).",
    .nonnegative(.points)
  ).animated.optional
  static let zoom = ParameterKey.number(
    "zoom", "Enlarges dot, halo and beam together.", default: 1, .nonnegative()
  ).animated
  static let plane = ParameterKey.choice(
    "plane",
    "Whether the halo faces the viewer or lies on the ground; by default the ring lies on it and the others do not.",
    default: HaloPlane.automatic)
  static let swap = ParameterKey.choice(
    "swap", "How the classic halo grows: drawn sharp at every size, or as three pictures that replace each other.",
    default: HaloSwap.continuous)
  static let strokeWidth = ParameterKey.number(
    "strokeWidth", "The width of the ring's line.", default: 1.5, .nonnegative(.points)
  ).animated
  static let stroke = ParameterKey.choice(
    "stroke", "Whether the ring's line grows with it or keeps its width.", default: RingStroke.scaled)
  static let popIn = ParameterKey.number(
    "popIn", "How long the dot takes to bounce in at the start; 0 for a dot that is simply there.", default: 0.3,
    .nonnegative(.seconds))
  static let dotPulse = ParameterKey.number(
    "dotPulse", "How long the modern look's inner dot takes from 0.8 of its size to all of it; 0 for a still dot.",
    default: 1.5, .nonnegative(.seconds))
  static let accuracy = ParameterKey.number(
    "accuracy", "The radius of the accuracy circle: in meters under a camera, else in points. Unless given, none.",
    .nonnegative()
  ).animated.optional
  static let heading = ParameterKey.number(
    "heading", "Where the beam points, clockwise from north under a camera, else from the top. Unless given, none.",
    .any(.degrees)
  ).animated.optional.replaced(by: headingInput)
  static let headingAccuracy = ParameterKey.number(
    "headingAccuracy", "How far the heading may be off to either side: the beam's half-angle, clamped to 20…80.",
    default: 30, .range(0...180, .degrees)
  ).animated

  static let headingInput = Input<Double?>("heading", "Where the beam points, in degrees.")

  public static let scale = Output<Double>("scale", "How far the halo has grown, from 0 to 1.")
  public static let opacity = Output<Double>("opacity", "The halo's opacity; 0 through the pause.")
  public static let radius = Output<Double>("radius", "The halo's radius, its glow included, in points.")
  public static let popScale = Output<Double>("pop", "The scale of the bounce at the start, then 1.")
  public static let dotScale = Output<Double>("dotScale", "The scale of the modern look's inner dot.")
  public static let point = Output<Point>("point", "Where it stands on the canvas; missing where it is not seen.")

  static let popped = Moment("popped", "The dot has bounced in.")
  static let pulsed = Moment("pulsed", "A pulse has faded.")
  static let pulseBegins = Moment("pulse", "A pulse begins.")

  private let anchor: Anchor
  private let middle: Point
  private let haloLook: HaloLook
  private let timing: PulseTiming
  private let popTiming: PopIn
  private let drawing: HaloDrawing
  private let colors: Animated<Color>
  private let sizes: Animated<Double>
  private let zooms: Animated<Double>
  private let strokeWidths: Animated<Double>
  private let marks: LocationMarks
  private let occlusion: Occlusion

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    anchor = try Anchor(parameters)
    middle = context.composition.bounds.center
    let look = parameters[Self.look]
    haloLook = look
    timing = PulseTiming(
      look: look, pulse: parameters[Self.pulse], pause: parameters[Self.pause], curve: parameters[Self.curve],
      dotPulse: parameters[Self.dotPulse])
    popTiming = PopIn(duration: look == .ring ? 0 : parameters[Self.popIn])
    occlusion = Occlusion(share: parameters[Self.behind])
    colors = parameters[Self.color] ?? Animated(look.color)
    sizes = parameters[Self.size] ?? Animated(look.size)
    zooms = parameters[Self.zoom]
    strokeWidths = parameters[Self.strokeWidth]
    drawing = HaloDrawing(
      look: look, plane: parameters[Self.plane], swap: parameters[Self.swap], stroke: parameters[Self.stroke],
      constantColor: colors.isConstant ? colors.value(at: 0) : nil)
    marks = LocationMarks(
      look: look, accuracy: parameters[Self.accuracy], heading: parameters[Self.heading],
      headingAccuracy: parameters[Self.headingAccuracy])
  }

  public var moments: [Moment.Time] { [Self.popped.at(popTiming.duration), Self.pulsed.at(timing.pulse)] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    ([Self.popped.at(popTiming.duration)]
      + Self.pulsed.repeated(from: timing.pulse, every: timing.period, until: seconds)
      + Self.pulseBegins.repeated(every: timing.period, until: seconds)).ordered(until: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let state = timing.state(at: time.seconds)
    let pop = popTiming.scale(at: time.seconds)
    let zoom = zooms.value(at: time.seconds)
    let fullRadius = sizes.value(at: time.seconds) / 2 * zoom
    var frame = StageFrame()
    frame[Self.scale] = state.scale
    frame[Self.opacity] = state.opacity
    frame[Self.radius] = fullRadius * state.scale
    frame[Self.popScale] = pop
    frame[Self.dotScale] = state.dotScale
    guard let place = try anchor.resolve(at: time, inputs, otherwise: middle) else { return frame }
    frame[Self.point] = place.point
    let color = colors.value(at: time.seconds)
    let halo = HaloDrawing.Frame(
      place: place, color: color, state: state, fullRadius: fullRadius, pop: haloLook == .modern ? pop : 1,
      strokeWidth: strokeWidths.value(at: time.seconds) * zoom)
    let mark = LocationMarks.Frame(
      place: place, color: color, zoom: zoom, pop: pop, dotScale: state.dotScale,
      heading: try inputs[Self.headingInput], plane: drawing.transform(at: place))
    marks.drawAccuracy(mark, at: time.seconds, into: &frame.drawing)
    drawing.draw(halo, into: &frame.drawing)
    // What lies on the ground, and what stands on it.
    frame.drawing =
      drawing.isOnGround
      ? occlusion.lying(frame.drawing, under: place.camera) : occlusion.standing(frame.drawing, at: place)
    let lying = frame.drawing
    frame.drawing = DisplayList()
    marks.drawBeam(mark, at: time.seconds, into: &frame.drawing)
    marks.drawDot(mark, into: &frame.drawing)
    frame.drawing = DisplayList(lying.commands + occlusion.standing(frame.drawing, at: place).commands)
    return frame
  }
}
