import StageKit

@_cdecl("pipeline_abi_Loaders") public func loadersABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Loaders") public func loadersStages() {
  StageModule.offer(Spinner.self, WaveLoader.self)
}
