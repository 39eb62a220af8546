import StageKit

@_cdecl("pipeline_stages_PolylineSweep") public func stages() {
  StageModule.offer(ColorLegend.self)
  StageModule.offer(PolylineSweep.self)
  StageModule.offer(RouteMarks.self)
  StageModule.offer(RouteMotion.self)
  StageModule.offer(RoutePhotos.self)
  StageModule.offer(RouteProfile.self)
}
