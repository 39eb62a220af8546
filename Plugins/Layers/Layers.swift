import StageKit

@_cdecl("pipeline_abi_Layers") public func layersABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Layers") public func layersStages() {
  StageModule.offer(LayerGroup.self, LayerCopy.self, JobLayer.self, Device.self)
}
