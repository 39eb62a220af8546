import StageKit

@_cdecl("pipeline_stages_PinMorph") public func stages() { StageModule.offer(PinMorph.self) }

/// A map pin that jumps by turning from pose to pose, over dots that pass below it.
public struct PinMorph: Stage {
  /// The parameters of a pin.
  public struct Parameters: ParameterGroup {
    @Include var anchor: Anchor
    @Parameter(
      "scene: a jumping pin over passing dots; marker: the pin alone; bar: a small bar that shrinks and lifts.")
    var look = PinLook.scene
    @Parameter("The pin's color; by default #F64145, and for the bar white at 0.9.") var color: Animated<Color>?
    @Parameter(
      "Points for one unit of the poses, whose pin is 170 high; enlarges dots, line and fades, too.", .nonnegative())
    var zoom: Animated<Double> = 1
    @Parameter(
      "leap: a jump with weight, which slows down as it rises and falls faster and faster; jump: crouch, leap and land, "
        + "each with a curve of its own; even: equal, linear steps; still: no motion.")
    var timing = PinTiming.leap
    @Parameter(
      "The time from one jump to the next, or of one way of the bar; by default 0.69 (leap, jump) or 1.",
      .positive(.seconds))
    var period: Double?
    @Parameter(
      "The pin's own poses, which it takes in turn; the timings leap and jump need five. Unless given, the built-in set.",
      as: .list(of: .path, minimumCount: 1))
    var poses: [Path]?
    @Parameter("The pin as a path, or as keyframes of paths with their times and curves; takes the place of poses.")
    var outline: Animated<MorphingPath>?
    @Parameter(
      "The point of the poses' own plane that is placed at the position; by default the first pose's lowest middle.")
    var foot: Point?

    @Parameter("The paint that is seen through the hole of a pin; by default nothing, and for the marker white.")
    var eye: Animated<Color>?
    @Parameter("The darkness of its shadow on the ground of a camera.", .fraction) var shadow = 0.4
    @Parameter("The scaling: the same size at any distance from the camera, or larger the nearer it is.")
    var scaling = PinScaling.constant
    @Parameter(
      "The time that it takes to fall to its place at its start, and to settle there; without it, it is there at once.",
      .positive(.seconds))
    var drop: Double?
    @Include var occlusion = Occlusion(occludedOpacity: 1)
    @Include var ground: GroundParameters

    let pose = Output<Double>(
      "The progress of the pin through its poses: 0 at the first, 1 at the second; up to the count on the way back.")
    let lift = Output<Double>("The height of the pin's lowest point above the ground, in points.")
    let scale = Output<Double>("The scale of the bar; of a pin, its zoom.")
    let dot = Output<Double>("The place of the dot nearest to the pin, in points to its right; missing without dots.")
    let point = Output<Point>("Its place on the canvas; missing where it is not seen.")

    let tookOff = Moment("It leaves the ground for a jump.", .cue)
    let landed = Moment("It is back on the ground after a jump.", .both)
    let dropped = Moment("It has reached the ground after its fall.", .both)

    /// The parameters of a pin.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "pin-morph", version: 1,
    "A map pin that jumps over passing dots, marks a place, or is a small bar that breathes.",
    example: .init(
      at: 0.6,
      """
      {
        "id": "pin",
        "stage": "pin-morph",
        "parameters": { "look": "scene", "color": "#FF385C", "zoom": 0.9 }
      }
      """))

  private let parameters: Parameters
  private let middle: Point
  private let colors: Animated<Color>
  private let outlines: PinOutline
  private let footPoint: Point
  private let ground: PassingGround?
  private let bar: BarPin
  private let eyes: Animated<Color>?
  private let fall: PinDrop?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    middle = context.composition.bounds.center
    let look = parameters.look
    colors = parameters.color ?? Animated(look == .bar ? BarPin.color : PinPoses.color)
    bar = BarPin(duration: parameters.period ?? 1)
    eyes = parameters.eye ?? (look == .marker ? Animated(.white) : nil)
    fall = parameters.drop.map { PinDrop(duration: $0) }
    outlines = try PinOutline(parameters)
    let box = outlines.first.bounds ?? .zero
    footPoint = parameters.foot ?? (outlines.isBuiltIn ? PinPoses.foot : Point(box.center.x, box.maxY))
    ground =
      look == .scene
      ? PassingGround(
        parameters.ground, context.composition, outlines, height: footPoint.y - outlines.top) : nil
  }

  public var moments: [Moment.Time] {
    [parameters.landed.at(TimeGrid.snapped(flight.end * period)), parameters.dropped.at(fall?.landing ?? 0)]
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    let drop = fall.map { [parameters.dropped.at($0.landing)] } ?? []
    guard parameters.look == .bar || outlines.jumps else {
      return ([parameters.landed.at(TimeGrid.snapped(flight.end * period))] + drop).ordered(until: seconds)
    }
    let takeoffs = parameters.tookOff.repeated(from: flight.start * period, every: period, until: seconds)
    return (parameters.landed.repeated(from: flight.end * period, every: period, until: seconds) + takeoffs + drop)
      .ordered(until: seconds)
  }

  /// The time from one jump to the next, in seconds.
  private var period: Double { parameters.look == .bar ? 2 * bar.duration : outlines.period }

  /// When it leaves the ground and is back, as shares of the period.
  private var flight: (start: Double, end: Double) { parameters.look == .bar ? (0, 1) : outlines.flight }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let zoom = parameters.zoom.value(at: time.seconds)
    let place = try parameters.anchor.resolve(at: time, inputs, otherwise: middle)
    frame[parameters.point] = place?.point
    let color = colors.value(at: time.seconds)
    if parameters.look == .bar {
      let state = bar.state(at: time.seconds)
      frame[parameters.scale] = state.scale
      frame[parameters.lift] = state.lift * zoom
      if let place {
        bar.draw(state, color, at: place.point, zoom: zoom, into: &frame.drawing)
        frame.drawing = parameters.occlusion.standing(frame.drawing, at: place)
      }
      return frame
    }
    let path = outlines.path(at: time.seconds)
    frame[parameters.pose] = outlines.pose(at: time.seconds)
    let near = parameters.scaling == .distance ? place?.relativeScale ?? 1 : 1
    let size = zoom * near
    frame[parameters.scale] = size
    let state = fall?.state(at: time.seconds) ?? .settled
    let lift = path.bounds.map { (footPoint.y - $0.maxY + state.height * PinPoses.height) * size }
    frame[parameters.lift] = lift
    let scene = ground?.scene(at: time.seconds, zoom: size, pinColor: color, lift: lift ?? 0)
    frame[parameters.dot] = scene?.nearest
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
    let shadow = PinShadow(path, foot: footPoint, at: place, size: size, state: state, darkness: parameters.shadow)
    // Roofs hide its shadow on the ground, whatever shows of the pin itself.
    let lying = Occlusion().lying(shadow?.drawing ?? DisplayList(), at: place)
    frame.drawing = DisplayList(lying.commands + parameters.occlusion.standing(frame.drawing, at: place).commands)
    return frame
  }
}

enum PinScaling: String, CaseIterable, ParameterChoice { case constant, distance }

enum PinLook: String, CaseIterable, ParameterChoice { case scene, marker, bar }

enum PinTiming: String, CaseIterable, ParameterChoice { case leap, jump, even, still }
