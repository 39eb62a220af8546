import StageKit

@_cdecl("pipeline_abi_Particles") public func particlesABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Particles") public func particlesStages() {
  StageModule.offer(Particles.self, Confetti.self)
}
