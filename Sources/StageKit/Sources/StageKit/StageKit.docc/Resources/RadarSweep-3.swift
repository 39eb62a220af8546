import StageKit

/// A radar: a beam that goes round over rings.
public struct RadarSweep: Stage, ParameterGroup {
  @Parameter("The color of all of it.") var color: Animated<Color> = Animated(Color(hex: 0x5CF29B))
  @Parameter("The radius of the outermost ring.", .nonnegative(.points)) var radius: Animated<Double> = 120
  @Parameter("The number of rings.", .range(1...12)) var rings = 3
  @Parameter("The time that the beam takes to go round.", .positive(.seconds)) var period = 3.0

  let angle = Output<Double>("The direction of the beam, in degrees clockwise from the top.")

  public static let definition = StageDefinition(
    Self.self, "radar-sweep", version: 1, "A beam that goes round over rings.")

  private var middle = Point.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) { middle = context.composition.bounds.center }

  public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let color = color.value(at: time.seconds)
    let radius = radius.value(at: time.seconds)
    let direction = Cycle(at: time.seconds, period: period).fraction * 360
    var frame = StageFrame()
    frame[angle] = direction
    for ring in 1...rings {
      let share = Double(ring) / Double(rings)
      frame.drawing.stroke(.circle(center: middle, radius: radius * share), color.opacity(0.4), width: 1.5)
    }
    frame.drawing.fill(.circle(center: middle, radius: radius), trail(color, behind: direction))
    let (sine, cosine) = sineAndCosine(degrees: direction)
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

@_cdecl("pipeline_stages_RadarSweep") public func stages() { StageModule.offer(RadarSweep.self) }
