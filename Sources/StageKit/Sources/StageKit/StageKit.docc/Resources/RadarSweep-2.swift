import StageKit

/// A radar: rings around a place.
public struct RadarSweep: Stage, ParameterGroup {
  @Parameter("The color of all of it.") var color: Animated<Color> = Animated(Color(hex: 0x5CF29B))
  @Parameter("The radius of the outermost ring.", .nonnegative(.points)) var radius: Animated<Double> = 120
  @Parameter("The number of rings.", .range(1...12)) var rings = 3

  public static let definition = StageDefinition(
    Self.self, "radar-sweep", version: 1, "Rings around a place.")

  private var middle = Point.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) { middle = context.composition.bounds.center }

  public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let color = color.value(at: time.seconds)
    let radius = radius.value(at: time.seconds)
    var frame = StageFrame()
    for ring in 1...rings {
      let share = Double(ring) / Double(rings)
      frame.drawing.stroke(.circle(center: middle, radius: radius * share), color.opacity(0.4), width: 1.5)
    }
    return frame
  }
}

@_cdecl("pipeline_stages_RadarSweep") public func stages() { StageModule.offer(RadarSweep.self) }
