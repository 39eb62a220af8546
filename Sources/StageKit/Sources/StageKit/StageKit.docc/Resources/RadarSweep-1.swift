import StageKit

/// A radar: rings around a place.
public struct RadarSweep: Stage, ParameterGroup {
  public static let definition = StageDefinition(
    Self.self, "radar-sweep", version: 1, "Rings around a place.")

  private var middle = Point.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) { middle = context.composition.bounds.center }

  public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for ring in 1...3 {
      frame.drawing.stroke(.circle(center: middle, radius: 40 * Double(ring)), .white, width: 1.5)
    }
    return frame
  }
}

@_cdecl("pipeline_stages_RadarSweep") public func stages() { StageModule.offer(RadarSweep.self) }
