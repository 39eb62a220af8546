import StageKit

@_cdecl("pipeline_abi_PassportFlip") public func passportFlipABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_PassportFlip") public func passportFlipStages() { StageModule.offer(PassportFlip.self) }
