import StageKit

/// A disc that grows and shrinks for ever, and stands still from a time on.
struct Pulse: Stage {
  static let period = Parameter.number("period", "From one beat to the next.", default: 1, .positive(.seconds))
  static let rest = Parameter.number("rest", "When it comes to rest.", default: 1e6, .nonnegative(.seconds))
  static let hue = Parameter.color("color", "Its color.", default: .white)
  static let changes = Parameter.number("changes", "When it turns red.", default: 1e6, .nonnegative(.seconds))
  static let size = Output<Double>("size", "Its radius.")
  static let definition = StageDefinition(
    name: "pulse", version: 1, summary: "A disc.", parameters: [period, rest, hue, changes], outputs: [size])

  let period: Double
  let rest: Double
  let color: Color
  let changes: Double

  init(_ parameters: Parameters, _ context: any StageContext) {
    period = parameters[Self.period]
    rest = parameters[Self.rest]
    color = parameters[Self.hue]
    changes = parameters[Self.changes]
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let share = Cycle(at: min(time.seconds, rest), period: period).fraction
    let radius = 4 + 30 * share * (1 - share) + share
    var frame = StageFrame()
    frame[Self.size] = radius
    frame.drawing.fill(
      .circle(center: Point(32, 24), radius: radius), time.seconds < changes - 1e-9 ? color : Color(1, 0, 0))
    return frame
  }
}

/// A ring whose size another stage says.
struct Ring: Stage {
  static let size = Input<Double>("size", "Its radius.")
  static let definition = StageDefinition(name: "ring", version: 1, summary: "A ring.", inputs: [size])

  init(_ parameters: Parameters, _ context: any StageContext) {}

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame.drawing.stroke(.circle(center: Point(10, 10), radius: try inputs[Self.size]), .white, StrokeStyle(width: 2))
    return frame
  }
}
