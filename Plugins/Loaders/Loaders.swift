import StageKit

@_cdecl("pipeline_stages_Loaders") public func stages() {
  StageModule.offer(Spinner.self, WaveLoader.self)
}
