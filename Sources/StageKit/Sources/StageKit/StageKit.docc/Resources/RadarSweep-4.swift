import StageKit

/// A radar: a beam that goes round over rings and lights up what it passes.
public struct RadarSweep: Stage, ParameterGroup {
  @Parameter("The color of all of it.") var color: Animated<Color> = Animated(Color(hex: 0x5CF29B))
  @Parameter("The radius of the outermost ring.", .nonnegative(.points)) var radius: Animated<Double> = 120
  @Parameter("The number of rings.", .range(1...12)) var rings = 3
  @Parameter("The time that the beam takes to go round.", .positive(.seconds)) var period = 3.0
  @Parameter("The number of dots that the beam lights up.", .range(0...100)) var echoes = 5
  @Parameter("Another one puts the dots elsewhere.", .range(0...1_000_000)) var seed = 1

  let angle = Output<Double>("The direction of the beam, in degrees clockwise from the top.")

  public static let definition = StageDefinition(
    Self.self, "radar-sweep", version: 1, "A beam that goes round over rings and lights up dots.")

  private var middle = Point.zero
  private var dots: [Echo] = []

  public init() {}

  public mutating func prepare(_ context: any StageContext) {
    middle = context.composition.bounds.center
    dots = Echo.scattered(count: echoes, seed: seed)
  }

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
    for echo in dots {
      let since = ((direction - echo.angle + 360) / 360).truncatingRemainder(dividingBy: 1)
      let dot = Path.circle(center: middle + echo.place * radius, radius: radius / 24)
      frame.drawing.fill(dot, color.opacity(1 - Easing.easeOut.value(at: since)))
    }
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

@_cdecl("pipeline_stages_RadarSweep") public func stages() { StageModule.offer(RadarSweep.self) }
