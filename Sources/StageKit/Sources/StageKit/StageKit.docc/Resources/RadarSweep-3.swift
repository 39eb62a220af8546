import StageKit

/// A radar: a beam that goes round over rings.
public struct RadarSweep: Stage {
  static let color = ParameterKey.color("color", "The color of all of it.", default: Color(hex: 0x5CF29B)).animated
  static let radius = ParameterKey.number(
    "radius", "The radius of the outermost ring.", default: 120, .nonnegative(.points)
  ).animated
  static let rings = ParameterKey.integer("rings", "How many rings there are.", default: 3, .range(1...12))
  static let period = ParameterKey.number(
    "period", "How long the beam takes to go round.", default: 3, .positive(.seconds))

  static let angle = Output<Double>("angle", "Where the beam points, in degrees clockwise from the top.")

  public static let definition = StageDefinition(
    name: "radar-sweep", version: 1, summary: "A beam that goes round over rings.",
    parameters: [color, radius, rings, period], outputs: [angle])

  private let middle: Point
  private let color: Animated<Color>
  private let radius: Animated<Double>
  private let rings: Int
  private let period: Double

  public init(_ parameters: ParameterValues, _ context: any StageContext) {
    middle = context.composition.bounds.center
    color = parameters[Self.color]
    radius = parameters[Self.radius]
    rings = parameters[Self.rings]
    period = parameters[Self.period]
  }

  public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let color = color.value(at: time.seconds)
    let radius = radius.value(at: time.seconds)
    let angle = Cycle(at: time.seconds, period: period).fraction * 360
    var frame = StageFrame()
    frame[Self.angle] = angle
    for ring in 1...rings {
      let share = Double(ring) / Double(rings)
      frame.drawing.stroke(.circle(center: middle, radius: radius * share), color.opacity(0.4), width: 1.5)
    }
    frame.drawing.fill(.circle(center: middle, radius: radius), trail(color, behind: angle))
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let head = middle + Point(sine, -cosine) * radius
    frame.drawing.stroke(.line(from: middle, to: head), color, width: 2, cap: .round)
    return frame
  }

  /// Fades over three tenths of a turn behind the beam; a conic gradient starts at the right, the beam at the top.
  private func trail(_ color: Color, behind angle: Double) -> Paint {
    .conic(
      center: middle, startDegrees: angle - 90,
      stops: [.init(0, color.opacity(0)), .init(0.7, color.opacity(0)), .init(1, color.opacity(0.5))])
  }
}

@_cdecl("pipeline_abi_RadarSweep") public func radarSweepABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_RadarSweep") public func radarSweepStages() { StageModule.offer(RadarSweep.self) }
