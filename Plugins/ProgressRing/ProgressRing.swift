import StageKit

/// A ring that fills as something is done, or turns while nobody knows how long it takes.
public struct ProgressRing: Stage {
  /// The parameters of a ring.
  public struct Parameters: ParameterGroup {
    @Include var motion: RingMotion
    @Parameter("The ring's width over all.", .nonnegative(.points)) var diameter: Animated<Double> = 160
    @Parameter("The width of its line.", .nonnegative(.points)) var thickness: Animated<Double> = 14
    @Parameter("The color of what is done; a gradient may run along it or around it.")
    var color: Animated<PaintValue> = Animated(.color(.white))
    @Parameter("The color of the part that is not filled.") var track: Animated<Color> = Animated(Color(1, 1, 1, 0.16))
    @Parameter("The ends of its line.") var cap = RingCap.round
    @Include var label: LabelParameters
    @Include var checkMark: CheckMark
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let progressInput = Input<Double?>("The progress, from 0 to 1.", name: "progress")

    let progressOutput = Output<Double>("The progress, from 0 to 1.", name: "progress")
    let angle = Output<Double>("The place of its head, in degrees clockwise from the top.")
    let head = Output<Point>("The place of its head on the canvas.")

    let completed = Moment("It is full: its check mark begins.", .both)
    let turned = Moment("The indeterminate arc has gone round once more.", .cue)

    /// The parameters of a ring.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "progress-ring", version: 1,
    "A ring that fills and ends in a check mark, or an arc that runs round while one waits.",
    handles: [.width("diameter")],
    example: .init(
      at: 1.2,
      """
      {
        "id": "ring",
        "stage": "progress-ring",
        "parameters": {
          "diameter": 200, "thickness": 18, "duration": 2,
          "color": { "conic": { "stops": ["#5CE1E6", "#7C8CFF", "#C77DFF", "#5CE1E6"] } }
        }
      }
      """))

  private let parameters: Parameters
  private let center: Point
  private let label: RingLabel?
  private let completedAt: Double?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    center = context.composition.bounds.center
    label = parameters.motion.mode == .determinate ? try RingLabel(parameters.label, context) : nil
    completedAt = parameters.motion.completedAt
  }

  public var moments: [Moment.Time] { completedAt.map { [parameters.completed.at($0)] } ?? [] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    guard let period = parameters.motion.turn else { return moments.ordered(until: seconds) }
    return parameters.turned.repeated(from: period, every: period, until: seconds)
  }

  public var duration: Double? {
    guard let rest = parameters.motion.settlingTime else { return nil }
    return latestSettlingTime(
      of: parameters.diameter, parameters.thickness, parameters.color, parameters.track, parameters.placement,
      parameters.shadow
    ).map {
      max($0, rest, parameters.checkMark.end(completedAt: completedAt))
    }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let state = parameters.motion.state(at: seconds, input: try inputs[parameters.progressInput])
    let size = parameters.diameter.value(at: seconds)
    let width = min(parameters.thickness.value(at: seconds), size / 2)
    let ring = Ring(
      center: center, radius: max(0, size - width) / 2, width: width, cap: parameters.cap == .round ? .round : .butt)
    let placed = try parameters.placement.placed(Rect(center: center, size: Size(size, size)), at: time, inputs)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    frame[parameters.progressOutput] = state.progress
    frame[parameters.angle] = state.head * 360
    frame[parameters.head] = placed.transform.apply(ring.point(at: state.head))
    guard placed.isVisible, size > 0 else { return frame }
    var content = DisplayList()
    ring.drawTrack(parameters.track.value(at: seconds), onto: &content)
    ring.draw(from: state.tail, to: state.head, parameters.color.value(at: seconds), onto: &content)
    let check = parameters.checkMark.progress(at: seconds, completedAt: completedAt, isFull: state.isFull)
    label?.draw(state.progress, in: ring, opacity: 1 - check.share, onto: &content)
    parameters.checkMark.draw(check, in: ring, onto: &content)
    frame.drawing = placed.layer(content, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    if check.share == 0, let label {
      frame.legibleText = placed.layer(DisplayList { label.draw(state.progress, in: ring, opacity: 1, onto: &$0) })
    }
    return frame
  }
}

/// The end of a ring's line.
enum RingCap: String, CaseIterable, ParameterChoice { case round, butt }

@_cdecl("pipeline_stages_ProgressRing") public func stages() { StageModule.offer(ProgressRing.self) }
