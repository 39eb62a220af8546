import StageKit

/// A radar: a beam that goes round over rings and lights up what it passes.
public struct RadarSweep: Stage {
  static let color = ParameterKey.color("color", "The color of all of it.", default: Color(hex: 0x5CF29B)).animated
  static let radius = ParameterKey.number(
    "radius", "The radius of the outermost ring.", default: 120, .nonnegative(.points)
  ).animated
  static let rings = ParameterKey.integer("rings", "How many rings there are.", default: 3, .range(1...12))
  static let period = ParameterKey.number(
    "period", "How long the beam takes to go round.", default: 3, .positive(.seconds))
  static let echoes = ParameterKey.integer("echoes", "How many dots the beam lights up.", default: 5, .range(0...100))
  static let seed = ParameterKey.integer("seed", "Another one puts the dots elsewhere.", default: 1, .range(0...1_000_000))

  static let angle = Output<Double>("angle", "Where the beam points, in degrees clockwise from the top.")

  public static let definition = StageDefinition(
    name: "radar-sweep", version: 1, summary: "A beam that goes round over rings and lights up dots.",
    parameters: [color, radius, rings, period, echoes, seed], outputs: [angle])

  private let middle: Point
  private let color: Animated<Color>
  private let radius: Animated<Double>
  private let rings: Int
  private let period: Double
  private let echoes: [Echo]

  public init(_ parameters: ParameterValues, _ context: any StageContext) {
    middle = context.composition.bounds.center
    color = parameters[Self.color]
    radius = parameters[Self.radius]
    rings = parameters[Self.rings]
    period = parameters[Self.period]
    echoes = Echo.scattered(count: parameters[Self.echoes], seed: parameters[Self.seed])
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
    for echo in echoes {
      let since = ((angle - echo.angle + 360) / 360).truncatingRemainder(dividingBy: 1)
      let dot = Path.circle(center: middle + echo.place * radius, radius: radius / 24)
      frame.drawing.fill(dot, color.opacity(1 - Easing.easeOut.value(at: since)))
    }
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

/// A dot that the beam lights up.
private struct Echo {
  /// In a circle of radius 1.
  let place: Point
  /// In degrees clockwise from the top.
  let angle: Double

  /// Equal seeds give equal dots: the numbers come from a digest, never from the system.
  static func scattered(count: Int, seed: Int) -> [Echo] {
    (0..<count).map { index in
      let digest = Digest { hasher in
        hasher.combine(seed)
        hasher.combine(index)
      }
      let angle = Double(digest.high % 3600) / 10
      let distance = 0.2 + 0.7 * Double(digest.low % 1000) / 1000
      let (sine, cosine) = sineAndCosine(degrees: angle)
      return Echo(place: Point(sine, -cosine) * distance, angle: angle)
    }
  }
}

@_cdecl("pipeline_abi_RadarSweep") public func radarSweepABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_RadarSweep") public func radarSweepStages() { StageModule.offer(RadarSweep.self) }
