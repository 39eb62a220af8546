import StageKit

@_cdecl("pipeline_abi_PolylineSweep") public func polylineSweepABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_PolylineSweep") public func polylineSweepStages() {
  StageModule.offer(PolylineSweep.self)
  StageModule.offer(RouteMotion.self)
}
