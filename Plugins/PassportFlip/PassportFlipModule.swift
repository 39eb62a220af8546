import StageKit

@_cdecl("pipeline_stages_PassportFlip") public func stages() { StageModule.offer(PassportFlip.self) }
