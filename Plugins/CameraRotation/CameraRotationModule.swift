import StageKit

@_cdecl("pipeline_stages_CameraRotation") public func stages() {
  StageModule.offer(CameraRotation.self, Globe.self)
}
