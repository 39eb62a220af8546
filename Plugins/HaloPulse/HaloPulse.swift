import StageKit

@_cdecl("pipeline_stages_HaloPulse") public func stages() { StageModule.offer(HaloPulse.self) }

/// A user's location: from below an accuracy circle, a halo that pulses, a heading beam and a dot.
public struct HaloPulse: Stage {
  /// The parameters of a halo.
  public struct Parameters: ParameterGroup {
    @Include var anchor: Anchor
    @Parameter(
      "classic: a glossy dot and a glowing ring; modern: a flat dot and a disc that fades; ring: a line alone.")
    var look = HaloLook.classic
    @Parameter("The color of dot, halo and beam; by default #155EEA (classic), #007AFF (modern) or white (ring).")
    var color: Animated<Color>?
    @Parameter(
      "The duration of a pulse; by default 1 (classic), 3 (modern) or 2 (ring).", .positive(.seconds),
      formerly: ["pulse"])
    var pulseDuration: Double?
    @Parameter("The rest of the halo after each pulse; by default 1 (classic) or 0.", .nonnegative(.seconds))
    var pause: Double?
    @Parameter("Bends pulse and pause as a whole; by default linear, and default for the modern look.")
    var curve: Easing?
    @Parameter(
      "The halo's width with its glow, before zoom; by default 100 (classic), 116.6 (modern) or 240 (ring).",
      .nonnegative(.points))
    var size: Animated<Double>?
    @Parameter("Enlarges dot, halo and beam together.", .nonnegative()) var zoom: Animated<Double> = 1
    @Parameter(
      "The plane of the halo: facing the viewer or on the ground; by default the ring lies on a camera's, and the others on none."
    )
    var plane = HaloPlane.automatic
    @Parameter(
      "The classic halo's growth: drawn sharp at every size, or as three pictures that replace each other.",
      formerly: ["swap"])
    var growth = HaloGrowth.continuous
    @Parameter("The width of the ring's line.", .nonnegative(.points)) var strokeWidth: Animated<Double> = 1.5
    @Parameter("Whether the ring's line keeps its width while the ring grows.", formerly: ["stroke"])
    var keepStrokeWidth = false
    @Parameter(
      "The time that the dot takes to bounce in at the start; 0 for a dot that is simply there.", .nonnegative(.seconds)
    )
    var popIn = 0.3
    @Parameter(
      "The time in which the modern look's inner dot grows from 0.8 of its size to all of it; 0 for a still dot.",
      .nonnegative(.seconds), formerly: ["dotPulse"])
    var dotPulseDuration = 1.5
    @Parameter(
      "The radius of the accuracy circle: in meters under a camera, else in points. Unless given, none.", .nonnegative()
    )
    var accuracy: Animated<Double>?
    @Parameter(
      "The direction of the beam, clockwise from north under a camera, else from the top. Unless given, none.",
      .any(.degrees), replacedBy: ["heading"])
    var heading: Animated<Double>?
    @Parameter(
      "The possible error of the heading to either side: the beam's half-angle, clamped to 20…80.",
      .range(0...180, .degrees))
    var headingAccuracy: Animated<Double> = 30
    @Include var occlusion = Occlusion(occludedOpacity: 1)

    let headingInput = Input<Double?>("The direction of the beam, in degrees.", name: "heading")

    let scale = Output<Double>("The growth of the halo, from 0 to 1.")
    let opacity = Output<Double>("The halo's opacity; 0 through the pause.")
    let radius = Output<Double>("The halo's radius, its glow included, in points.")
    let popScale = Output<Double>("The scale of the bounce at the start, then 1.", name: "pop")
    let dotScale = Output<Double>("The scale of the modern look's inner dot.")
    let point = Output<Point>("Its place on the canvas; missing where it is not seen.")

    let popped = Moment("The dot has bounced in.")
    let pulseBegins = Moment("A pulse begins.", .cue, name: "pulse")
    let pulsed = Moment("A pulse has faded.", .both)

    /// The parameters of a halo.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "halo-pulse", version: 1,
    "A location dot with a pulsing halo, or a ring that spreads over the map.",
    handles: [.length("size", from: "position", times: 2), .angle("heading", at: "position", zero: -90)],
    example: .init(
      at: 0.8,
      """
      {
        "id": "here",
        "stage": "halo-pulse",
        "parameters": { "look": "modern", "color": "#2F7BF6", "size": 220, "heading": 40 }
      }
      """))

  private let parameters: Parameters
  private let middle: Point
  private let timing: PulseTiming
  private let popTiming: PopIn
  private let drawing: HaloDrawing
  private let colors: Animated<Color>
  private let sizes: Animated<Double>
  private let marks: LocationMarks

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    middle = context.composition.bounds.center
    let look = parameters.look
    timing = PulseTiming(
      look: look, pulse: parameters.pulseDuration, pause: parameters.pause, curve: parameters.curve,
      dotPulse: parameters.dotPulseDuration)
    popTiming = PopIn(duration: look == .ring ? 0 : parameters.popIn)
    colors = parameters.color ?? Animated(look.color)
    sizes = parameters.size ?? Animated(look.size)
    drawing = HaloDrawing(
      look: look, plane: parameters.plane, growth: parameters.growth, keepsStrokeWidth: parameters.keepStrokeWidth,
      constantColor: colors.isConstant ? colors.value(at: 0) : nil)
    marks = LocationMarks(
      look: look, accuracy: parameters.accuracy, heading: parameters.heading,
      headingAccuracy: parameters.headingAccuracy)
  }

  public var moments: [Moment.Time] { [parameters.popped.at(popTiming.duration), parameters.pulsed.at(timing.pulse)] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    ([parameters.popped.at(popTiming.duration)]
      + parameters.pulsed.repeated(from: timing.pulse, every: timing.period, until: seconds)
      + parameters.pulseBegins.repeated(every: timing.period, until: seconds)).ordered(until: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let state = timing.state(at: time.seconds)
    let pop = popTiming.scale(at: time.seconds)
    let zoom = parameters.zoom.value(at: time.seconds)
    let fullRadius = sizes.value(at: time.seconds) / 2 * zoom
    var frame = StageFrame()
    frame[parameters.scale] = state.scale
    frame[parameters.opacity] = state.opacity
    frame[parameters.radius] = fullRadius * state.scale
    frame[parameters.popScale] = pop
    frame[parameters.dotScale] = state.dotScale
    guard let place = try parameters.anchor.resolve(at: time, inputs, otherwise: middle) else { return frame }
    frame[parameters.point] = place.point
    let color = colors.value(at: time.seconds)
    let halo = HaloDrawing.Frame(
      place: place, color: color, state: state, fullRadius: fullRadius, pop: parameters.look == .modern ? pop : 1,
      strokeWidth: parameters.strokeWidth.value(at: time.seconds) * zoom)
    let mark = LocationMarks.Frame(
      place: place, color: color, zoom: zoom, pop: pop, dotScale: state.dotScale,
      heading: try inputs[parameters.headingInput], plane: drawing.transform(at: place))
    marks.drawAccuracy(mark, at: time.seconds, into: &frame.drawing)
    drawing.draw(halo, into: &frame.drawing)
    // Buildings hide a halo on the ground differently from upright marks.
    frame.drawing =
      drawing.isOnGround
      ? parameters.occlusion.lying(frame.drawing, at: place)
      : parameters.occlusion.standing(frame.drawing, at: place)
    let lying = frame.drawing
    frame.drawing = DisplayList()
    marks.drawBeam(mark, at: time.seconds, into: &frame.drawing)
    marks.drawDot(mark, into: &frame.drawing)
    frame.drawing = DisplayList(lying.commands + parameters.occlusion.standing(frame.drawing, at: place).commands)
    return frame
  }
}
