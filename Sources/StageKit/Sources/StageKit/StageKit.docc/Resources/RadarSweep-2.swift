import StageKit

/// A radar: rings around a place.
public struct RadarSweep: Stage {
  static let color = ParameterKey.color("color", "The color of all of it.", default: Color(hex: 0x5CF29B)).animated
  static let radius = ParameterKey.number(
    "radius", "The radius of the outermost ring.", default: 120, .nonnegative(.points)
  ).animated
  static let rings = ParameterKey.integer("rings", "How many rings there are.", default: 3, .range(1...12))

  public static let definition = StageDefinition(
    name: "radar-sweep", version: 1, summary: "Rings around a place.", parameters: [color, radius, rings])

  private let middle: Point
  private let color: Animated<Color>
  private let radius: Animated<Double>
  private let rings: Int

  public init(_ parameters: ParameterValues, _ context: any StageContext) {
    middle = context.composition.bounds.center
    color = parameters[Self.color]
    radius = parameters[Self.radius]
    rings = parameters[Self.rings]
  }

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

@_cdecl("pipeline_abi_RadarSweep") public func radarSweepABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_RadarSweep") public func radarSweepStages() { StageModule.offer(RadarSweep.self) }
