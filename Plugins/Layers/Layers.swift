import StageKit

@_cdecl("pipeline_stages_Layers") public func stages() {
  StageModule.offer(LayerGroup.self, LayerCopy.self, Repeater.self, SceneSequence.self, JobLayer.self, Device.self)
}
