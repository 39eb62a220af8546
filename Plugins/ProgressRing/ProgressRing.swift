import StageKit

/// A ring that fills as something is done, or turns while nobody knows how long it takes.
public struct ProgressRing: Stage {
  static let mode = ParameterKey.choice(
    "mode", "determinate: it fills as far as its progress; indeterminate: an arc runs around forever.",
    default: RingMode.determinate)
  static let progress = ParameterKey.number(
    "progress", "How far it is, from 0 to 1; without one it fills once within 'duration'.", .fraction
  ).animated.optional.replaced(by: progressInput)
  static let duration = ParameterKey.number(
    "duration", "How long filling takes where no progress is given.", default: 3, .positive(.seconds))
  static let curve = ParameterKey.curve("curve", "How filling spends that time.", default: .easeInOut)
  static let period = ParameterKey.number(
    "period", "How long a turn of the indeterminate arc takes.", default: 1.6, .positive(.seconds))
  static let diameter = ParameterKey.number(
    "diameter", "The ring's width over all.", default: 160, .nonnegative(.points)
  ).animated
  static let thickness = ParameterKey.number(
    "thickness", "The width of its line.", default: 14, .nonnegative(.points)
  ).animated
  static let color = ParameterKey.paint(
    "color", "The color of what is done; a gradient may run along it or around it.", default: .color(.white)
  ).animated
  static let track = ParameterKey.color(
    "track", "The color of the part that is not filled.", default: Color(1, 1, 1, 0.16)
  ).animated
  static let cap = ParameterKey<LineCap>.choice(
    "cap", "How its line ends.", default: .round, among: ["round": .round, "butt": .butt])

  static let progressInput = Input<Double?>("progress", "How far it is, from 0 to 1.")

  static let progressOutput = Output<Double>("progress", "How far it is, from 0 to 1.")
  static let angle = Output<Double>("angle", "Where its head is, in degrees clockwise from the top.")
  static let head = Output<Point>("head", "Where its head is on the canvas.")

  static let turned = Moment("turned", "The indeterminate arc has gone round once more.")
  static let completed = Moment("completed", "It is full: its check mark begins.")

  public static let definition = StageDefinition(
    name: "progress-ring", version: 1,
    summary: "A ring that fills and ends in a check mark, or an arc that runs round while one waits.",
    parameters: [mode, progress, duration, curve, period, diameter, thickness, color, track, cap]
      + RingLabel.parameters + CheckMark.parameters + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs + [progressInput], outputs: Placement.outputs + [progressOutput, angle, head],
    moments: [completed], cues: [completed, turned],
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

  private let motion: RingMotion
  private let center: Point
  private let diameter: Animated<Double>
  private let thickness: Animated<Double>
  private let color: Animated<PaintValue>
  private let track: Animated<Color>
  private let cap: LineCap
  private let label: RingLabel?
  private let checkMark: CheckMark
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    motion = RingMotion(parameters)
    center = context.composition.bounds.center
    diameter = parameters[Self.diameter]
    thickness = parameters[Self.thickness]
    color = parameters[Self.color]
    track = parameters[Self.track]
    cap = parameters[Self.cap]
    label = parameters[Self.mode] == .determinate ? try RingLabel(parameters, context) : nil
    checkMark = CheckMark(parameters, completedAt: motion.completedAt)
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter]
  }

  public var moments: [Moment.Time] { motion.completedAt.map { [Self.completed.at($0)] } ?? [] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    guard let period = motion.turn else { return moments.ordered(until: seconds) }
    return Self.turned.repeated(from: period, every: period, until: seconds)
  }

  public var duration: Double? {
    guard let rest = motion.settlingTime else { return nil }
    return latestSettlingTime(of: diameter, thickness, color, track, placement, shadow).map {
      max($0, rest, checkMark.end)
    }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let state = motion.state(at: seconds, input: try inputs[Self.progressInput])
    let size = diameter.value(at: seconds)
    let width = min(thickness.value(at: seconds), size / 2)
    let ring = Ring(center: center, radius: max(0, size - width) / 2, width: width, cap: cap)
    let placed = try placement.placed(Rect(center: center, size: Size(size, size)), at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    frame[Self.progressOutput] = state.progress
    frame[Self.angle] = state.head * 360
    frame[Self.head] = placed.transform.apply(ring.point(at: state.head))
    guard placed.isVisible, size > 0 else { return frame }
    var content = DisplayList()
    ring.drawTrack(track.value(at: seconds), onto: &content)
    ring.draw(from: state.tail, to: state.head, color.value(at: seconds), onto: &content)
    let check = checkMark.progress(at: seconds, isFull: state.isFull)
    label?.draw(state.progress, in: ring, opacity: 1 - check.share, onto: &content)
    checkMark.draw(check, in: ring, onto: &content)
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    if check.share == 0, let label {
      frame.text = placed.layer(DisplayList { label.draw(state.progress, in: ring, opacity: 1, onto: &$0) })
    }
    return frame
  }
}

@_cdecl("pipeline_abi_ProgressRing") public func progressRingABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_ProgressRing") public func progressRingStages() { StageModule.offer(ProgressRing.self) }
