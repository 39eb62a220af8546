import StageKit

/// A radar: rings around a place.
public struct RadarSweep: Stage {
  public static let definition = StageDefinition(
    name: "radar-sweep", version: 1, summary: "Rings around a place.")

  private let middle: Point

  public init(_ parameters: ParameterValues, _ context: any StageContext) {
    middle = context.composition.bounds.center
  }

  public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for ring in 1...3 {
      frame.drawing.stroke(.circle(center: middle, radius: 40 * Double(ring)), .white, width: 1.5)
    }
    return frame
  }
}

@_cdecl("pipeline_abi_RadarSweep") public func radarSweepABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_RadarSweep") public func radarSweepStages() { StageModule.offer(RadarSweep.self) }
