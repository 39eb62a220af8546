import StageKit

@_cdecl("pipeline_abi_CameraRotation") public func cameraRotationABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_CameraRotation") public func cameraRotationStages() {
  StageModule.offer(CameraRotation.self)
}
