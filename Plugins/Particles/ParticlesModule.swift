import StageKit

@_cdecl("pipeline_stages_Particles") public func stages() {
  StageModule.offer(Particles.self, Confetti.self)
}
