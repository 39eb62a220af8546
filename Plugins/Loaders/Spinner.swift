import StageKit

/// A sign that something goes on, of one of many kinds.
public struct Spinner: Stage {
  static let kind = ParameterKey<SpinnerKind>.choice("kind", "What it looks like.", default: .arc)
  static let size = ParameterKey.number("size", "Its width and height.", default: 96, .nonnegative(.points)).animated
  static let color = ParameterKey.color("color", "Its color.", default: .white).animated
  static let track = ParameterKey.color(
    "track", "The color of the ring below 'arc', 'ring' and 'infinity'.", default: Color(1, 1, 1, 0.14)
  ).animated
  static let thickness = ParameterKey.number(
    "thickness", "The width of its lines, as a share of its size.", default: 0.1, .fraction
  ).animated
  static let period = ParameterKey.number(
    "period", "How long it takes to be as it was; without it what suits its kind.", .positive(.seconds)
  ).optional

  static let turned = Moment("turned", "It is as it was again.")

  public static let definition = StageDefinition(
    name: "spinner", version: 1, summary: "A sign that something goes on: arcs, dots, spokes, bars, rings and more.",
    parameters: [kind, size, color, track, thickness, period] + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs, cues: [turned],
    example: .init(
      at: 0.4,
      """
      {
        "id": "wait",
        "stage": "spinner",
        "parameters": { "kind": "spokes", "size": 120, "color": "#8CC8FF" }
      }
      """))

  private let kind: SpinnerKind
  private let size: Animated<Double>
  private let color: Animated<Color>
  private let track: Animated<Color>
  private let thickness: Animated<Double>
  private let period: Double
  private let middle: Point
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    kind = parameters[Self.kind]
    size = parameters[Self.size]
    color = parameters[Self.color]
    track = parameters[Self.track]
    thickness = parameters[Self.thickness]
    period = parameters[Self.period] ?? kind.period
    middle = context.composition.bounds.center
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter]
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    Self.turned.repeated(from: period, every: period, until: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let side = size.value(at: time.seconds)
    let placed = try placement.placed(Rect(center: middle, size: Size(side, side)), at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    guard placed.isVisible, side > 0 else { return frame }
    let look = SpinnerLook(
      color: color.value(at: time.seconds), track: track.value(at: time.seconds),
      width: thickness.value(at: time.seconds) * 2)
    let phase = Cycle(at: time.seconds, period: period).fraction
    let content = DisplayList { list in
      list.group(transform: .translation(middle) * .scale(side / 2)) { kind.draw(phase, look, onto: &$0) }
    }
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: time.seconds, scale: placed.meanScale))
    return frame
  }
}
