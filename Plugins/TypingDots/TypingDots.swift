import StageKit

/// Dots that take turns while somebody types, in a speech bubble if one likes.
public struct TypingDots: Stage, ParameterGroup {
  @Parameter("The number of dots.", .range(1...12)) var count = 3
  @Parameter("A dot's width.", .nonnegative(.points)) var diameter: Animated<Double> = 16
  @Parameter("The distance from dot to dot.", .nonnegative(.points)) var gap: Animated<Double> = 10
  @Parameter("The color of dots at rest.") var color: Animated<Color> = Animated(Color(hex: 0x8E8E93))
  @Parameter("The color of a dot at the height of its turn; that of dots at rest unless given.")
  var highlight: Animated<Color>?
  @Parameter("The motion of a dot in its turn: it jumps, it swells, or it lights up out of the dim.")
  var motion = DotMotion.bounce
  @Parameter("The height to which dots jump.", .nonnegative(.points)) var lift: Animated<Double> = 12
  @Parameter("The time from one turn of a dot to its next.", .positive(.seconds)) var period = 1.2
  @Parameter(
    "The time by which each dot takes its turn later than the one before, as a share of the period.", .fraction)
  var stagger = 0.14
  @Parameter(
    "The duration of a turn, as a share of the period.", NumberSchema(minimum: 0, maximum: 1, isMinimumExclusive: true))
  var active = 0.5
  @Parameter("A speech bubble around the dots; an empty object for the usual one.") var bubble: Bubble?
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  let turn = Output<Double>("The state of the first dot in its turn, from 0 over 1 at its height to 0.")
  let turnBegins = Moment("A dot begins its turn.", .cue, name: "turn")

  public static let definition = StageDefinition(
    Self.self, "typing-dots", version: 1, "Dots that jump, swell or light up in turn, as while somebody types.",
    example: .init(
      at: 0.4,
      """
      {
        "id": "typing",
        "stage": "typing-dots",
        "parameters": { "diameter": 24, "gap": 14, "lift": 16, "bubble": {} }
      }
      """))

  private var middle = Point.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) { middle = context.composition.bounds.center }

  private var rhythm: Rhythm { Rhythm(period: period, stagger: stagger, active: active) }

  public func cues(until seconds: Double) -> [Moment.Time] {
    (0..<count).flatMap { dot in
      turnBegins.repeated(from: rhythm.firstTurn(ofDot: dot), every: rhythm.period, until: seconds)
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
    placement.publish(placed, to: &frame)
    frame[turn] = rhythm.height(ofDot: 0, at: seconds)
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

@_cdecl("pipeline_stages_TypingDots") public func stages() { StageModule.offer(TypingDots.self, Keyboard.self) }
