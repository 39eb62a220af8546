import StageKit

/// Dots that take turns while somebody types, in a speech bubble if one likes.
public struct TypingDots: Stage {
  static let count = Parameter.integer("count", "How many dots there are.", default: 3, .range(1...12))
  static let diameter = Parameter.number(
    "diameter", "A dot's width.", default: 16, .nonnegative(.points)
  ).animated
  static let gap = Parameter.number("gap", "From dot to dot.", default: 10, .nonnegative(.points)).animated
  static let color = Parameter.color("color", "The color of dots at rest.", default: Color(hex: 0x8E8E93)).animated
  static let highlight = Parameter.color(
    "highlight", "The color of a dot at the height of its turn; that of dots at rest unless given."
  ).animated.optional
  static let motion = Parameter.choice(
    "motion", "What a dot does in its turn: it jumps, it swells, or it lights up out of the dim.",
    default: DotMotion.bounce)
  static let lift = Parameter.number(
    "lift", "How high dots jump.", default: 12, .nonnegative(.points)
  ).animated
  static let period = Parameter.number(
    "period", "From one turn of a dot to its next.", default: 1.2, .positive(.seconds))
  static let stagger = Parameter.number(
    "stagger", "How much later each dot takes its turn than the one before, as a share of the period.", default: 0.14,
    .fraction)
  static let active = Parameter.number(
    "active", "How long a turn takes, as a share of the period.", default: 0.5,
    NumberSchema(minimum: 0, maximum: 1, isMinimumExclusive: true))

  static let turn = Output<Double>("turn", "How far the first dot is in its turn, from 0 over 1 at its height to 0.")

  static let turnBegins = Moment("turn", "A dot begins its turn.")

  public static let definition = StageDefinition(
    name: "typing-dots", version: 1, summary: "Dots that jump, swell or light up in turn, as while somebody types.",
    parameters: [count, diameter, gap, color, highlight, motion, lift, period, stagger, active, Bubble.parameter]
      + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [turn], cues: [turnBegins],
    example: .init(
      at: 0.4,
      """
      {
        "id": "typing",
        "stage": "typing-dots",
        "parameters": { "diameter": 24, "gap": 14, "lift": 16, "bubble": {} }
      }
      """))

  private let middle: Point
  private let count: Int
  private let diameter: Animated<Double>
  private let gap: Animated<Double>
  private let color: Animated<Color>
  private let highlight: Animated<Color>?
  private let motion: DotMotion
  private let lift: Animated<Double>
  private let rhythm: Rhythm
  private let bubble: Bubble?
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    middle = context.composition.bounds.center
    count = parameters[Self.count]
    diameter = parameters[Self.diameter]
    gap = parameters[Self.gap]
    color = parameters[Self.color]
    highlight = parameters[Self.highlight]
    motion = parameters[Self.motion]
    lift = parameters[Self.lift]
    rhythm = Rhythm(
      period: parameters[Self.period], stagger: parameters[Self.stagger], active: parameters[Self.active])
    bubble = parameters[Bubble.parameter].map { Bubble($0) }
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter].map { Shadow($0) }
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    (0..<count).flatMap { dot in
      Self.turnBegins.repeated(from: rhythm.firstTurn(ofDot: dot), every: rhythm.period, until: seconds)
    }.ordered(until: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let width = diameter.value(at: seconds)
    let step = width + gap.value(at: seconds)
    let row = Rect(center: middle, size: Size(step * Double(count - 1) + width, width))
    let box = bubble?.box(around: row, at: seconds) ?? row
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placed.publish(to: &frame)
    frame[Self.turn] = rhythm.height(ofDot: 0, at: seconds)
    guard placed.isVisible else { return frame }
    var content = DisplayList()
    bubble?.draw(box, at: seconds, onto: &content)
    let rest = color.value(at: seconds)
    let lit = highlight?.value(at: seconds) ?? rest
    for index in 0..<count {
      let height = rhythm.height(ofDot: index, at: seconds)
      let dot = motion.dot(height, lift: lift.value(at: seconds))
      let center = Point(row.minX + width / 2 + step * Double(index), row.center.y - dot.rise)
      content.fill(
        .circle(center: center, radius: width / 2 * dot.scale),
        rest.interpolated(to: lit, at: height).opacity(dot.opacity))
    }
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}

@_cdecl("pipeline_abi_TypingDots") public func typingDotsABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_TypingDots") public func typingDotsStages() { StageModule.offer(TypingDots.self) }
