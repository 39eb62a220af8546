import StageKit

/// A sign that something goes on, of one of many kinds.
public struct Spinner: Stage, ParameterGroup {
  @Parameter("The kind of spinner.") var kind = SpinnerKind.arc
  @Parameter("Its width and height.", .nonnegative(.points)) var size: Animated<Double> = 96
  @Parameter("Its color.") var color: Animated<Color> = Animated(.white)
  @Parameter("The color of the ring below 'arc', 'ring' and 'infinity'.")
  var track: Animated<Color> = Animated(Color(1, 1, 1, 0.14))
  @Parameter("The width of its lines, as a share of its size.", .fraction) var thickness: Animated<Double> = 0.1
  @Parameter(
    "The time until it looks the same again; without it 2.8 (arc), 2.4 (square), 2 (ripple), 1.8 (orbit, chase, infinity), 1.4 (pulse), "
      + "1.2 (bars, bounce, grid) or 1 (ring, dots, spokes).", .positive(.seconds))
  var period: Double?
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  let turned = Moment("It is as it was again.", .cue)

  public static let definition = StageDefinition(
    Self.self, "spinner", version: 1,
    "A sign that something goes on: arcs, dots, spokes, bars, rings and more.",
    handles: [.width("size")],
    example: .init(
      at: 0.4,
      """
      {
        "id": "wait",
        "stage": "spinner",
        "parameters": { "kind": "spokes", "size": 120, "color": "#8CC8FF" }
      }
      """))

  private var middle = Point.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) { middle = context.composition.bounds.center }

  private var turn: Double { period ?? kind.period }

  public func cues(until seconds: Double) -> [Moment.Time] {
    turned.repeated(from: turn, every: turn, until: seconds)
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
    let phase = Cycle(at: time.seconds, period: turn).fraction
    let content = DisplayList { list in
      list.group(transform: .translation(middle) * .scale(side / 2)) { kind.draw(phase, look, onto: &$0) }
    }
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: time.seconds, scale: placed.meanScale))
    return frame
  }
}
