import JobFile
import Planning
import StageKit

/// The contexts of a job's stages, and of those of jobs that it shows; `preparing` is called before each is made.
struct ObservedContexts: StageContexts {
  private let base: JobContext
  private let preparing: (StageEntry) -> Void

  init(_ base: JobContext, _ preparing: @escaping (StageEntry) -> Void) {
    (self.base, self.preparing) = (base, preparing)
  }

  func context(of entry: StageEntry, heard: [PlannedSound], foreseen: ForeseenInputs) throws -> any StageContext {
    preparing(entry)
    try base.checkResidentMemory()
    return base.context(of: entry, heard: heard, foreseen: foreseen)
  }

  func hasSound(_ clip: ClipSound) -> Bool { base.hasSound(clip) }

  func nested(_ nested: NestedJob) -> any StageContexts { ObservedContexts(base.nested(nested), preparing) }
}
