import CSystem
import Foundation
import JobFile
import MediaBase
import Memory
import Planning
import Reporting
import StageKit
import Synchronization
import Text
import Video

/// The context of one job's stages: files, pictures, text, and a place for the data that they prepare.
final class JobContext: Sendable {
  let job: Job
  let files: JobFiles
  let resources: JobCache
  /// The resources that depend on the job's sounds.
  let soundResources = JobCache()
  let text: TextEngine
  let fonts: JobFonts
  let diskCache: PreparationDiskCache?
  /// The resources that earlier jobs have made; nil if none are kept.
  let recent: VariantCache?
  /// The job's memory apart from its workers'; nil if memory is not limited.
  let memory: MemoryAccount?
  private let reservations = Mutex<[MemoryReservation]>([])
  let warnings: Mutex<Warnings>
  private let footage = Mutex<[(entry: StageEntry, fault: @Sendable () -> StageError?)]>([])
  /// Those of jobs that this one shows, in the order in which they were planned.
  private let nestedContexts = Mutex<[(nested: NestedJob, context: JobContext)]>([])
  /// The fonts of stages' texts, by the path of the stage's entry.
  let fontUses = Mutex<[String: Set<FontUse>]>([:])
  /// The number of characters in all texts that were laid out, repeated ones included.
  let characters = Mutex(0)

  /// The maximum number of characters in all texts of a job: each takes about 700 bytes of outlines.
  static let maxCharacters = 500_000

  struct Warnings {
    var list: DiagnosticList
    var known: Set<Diagnostic> = []
  }

  /// Without `diskCache` nothing outlives the run.
  init(
    _ job: Job, text: TextEngine, diskCache: PreparationDiskCache? = nil, memory: MemoryAccount? = nil,
    resources: JobCache = JobCache(), recent: VariantCache? = nil, outerFonts: FontCollection = FontCollection()
  ) {
    self.job = job
    self.memory = memory
    self.diskCache = diskCache
    self.recent = recent
    files = JobFiles(job)
    fonts = JobFonts(job, text, outer: outerFonts)
    self.text = text
    self.resources = resources
    warnings = Mutex(Warnings(list: DiagnosticList(file: job.file)))
  }

  /// The stages' warnings, each once for a stage, in the order in which they came.
  var allWarnings: [Diagnostic] {
    warnings.withLock { $0.list.sorted } + nested.flatMap { $0.context.allWarnings }
  }

  /// The errors of its fonts, and of those of the jobs that it shows.
  var fontErrors: [Diagnostic] {
    fonts.errors + nested.flatMap { nested, context in context.fontErrors.map { nested.diagnostic($0, in: job) } }
  }

  /// The jobs that this one shows, in the order in which they were planned.
  var nested: [(nested: NestedJob, context: JobContext)] { nestedContexts.withLock { $0 } }

  /// The fonts of a stage's texts; `holders` are the entries that show the job that the stage is part of, the outermost
  /// first.
  func fonts(of entry: StageEntry, in holders: [StageEntry]) -> Set<FontUse> {
    guard let holder = holders.first else { return fontUses.withLock { $0[entry.path] ?? [] } }
    let contexts = nested.filter { $0.nested.job.file == holder.nested?.job.file }.map(\.context)
    return contexts.reduce(into: []) { $0.formUnion($1.fonts(of: entry, in: Array(holders.dropFirst()))) }
  }

  /// The context of a job that this one shows; both share what stages prepare.
  func nested(_ nested: NestedJob) -> JobContext {
    let context = JobContext(
      nested.job, text: text, diskCache: diskCache, memory: memory, resources: resources, recent: recent,
      outerFonts: fonts.collection)
    nestedContexts.withLock { $0.append((nested, context)) }
    return context
  }

  /// Reserves memory for the rest of the job; errors name `name`.
  func hold(_ bytes: Int, for purpose: StaticString, _ name: String) throws(StageError) {
    guard let memory else { return }
    guard let reservation = memory.reserve(bytes, for: purpose) else {
      throw StageError(
        "\(name): \(memory.refusal?.description ?? "needs too much memory")",
        hint: "Make it smaller, or allow more with --max-memory.")
    }
    keep(reservation)
  }

  /// The traits that a picture's file says besides its pixels.
  func traits(of file: FileReference) throws -> PictureTraits {
    let key = Digest { hasher in
      hasher.combine("traits")
      hasher.combine(job.composition.gamut.rawValue)
      hasher.combine(file)
    }
    return try resources.value(key) {
      let head = try files.head(of: file, PictureTraits.headSize)
      guard head.count == PictureTraits.headSize, PictureTraits.isScattered(head) else {
        return PictureTraits(head, in: job.composition.gamut)
      }
      return PictureTraits(
        try files.bytes(of: file) { try hold($0, for: "the file", file.literal) }, in: job.composition.gamut)
    }
  }

  /// True if a clip's file is the first of a sequence of pictures.
  func isSequence(_ file: FileReference) throws -> Bool {
    guard PictureSequence.begins(with: file) else { return false }
    return try traits(of: file).animation == nil
  }

  /// The frames of a file of video; opened once for all jobs that are planned one after the other.
  func clipFile(_ file: FileReference) throws -> ClipFile {
    try files.check(file)
    let digest = FileDigest.whole(file.path)
    let key = Digest { hasher in
      hasher.combine("clip file")
      hasher.combine(digest)
      hasher.combine(job.composition.gamut.rawValue)
    }
    func open() throws -> ClipFile {
      do throws(MediaError) {
        return try ClipFile(path: file.path, named: file.literal, digest: digest, gamut: job.composition.gamut)
      } catch {
        throw StageError(error.message, hint: error.hint)
      }
    }
    return try resources.value(key) {
      let clip = try recent?.value(key, open) ?? open()
      try hold(clip.maxKeptBytes, for: "the clip", file.literal)
      return clip
    }
  }

  /// The first stage whose footage could not be read when it was drawn, of this job or of those that it shows.
  var footageFault: (entry: StageEntry, reason: StageError)? {
    for source in footage.withLock({ $0 }) { if let fault = source.fault() { return (source.entry, fault) } }
    return nested.lazy.compactMap(\.context.footageFault).first
  }

  /// Remembers footage that a stage shows, whose faults are found when it is drawn.
  func note(_ entry: StageEntry, fault: @escaping @Sendable () -> StageError?) {
    footage.withLock { $0.append((entry, fault)) }
  }

  /// Keeps a reservation for the rest of the job.
  func keep(_ reservation: MemoryReservation) { reservations.withLock { $0.append(reservation) } }

  /// Throws `PlanningAborted` where stages hold so much, of what is not reserved, that the process is beyond its limit.
  func checkResidentMemory() throws(PlanningAborted) {
    guard let memory, var held = MachineMemory.resident(), held > memory.budget.residentLimit else { return }
    recent?.removeAll()
    malloc_return_to_system()
    held = MachineMemory.resident() ?? held
    guard held > memory.budget.residentLimit else { return }
    memory.refuse(held - memory.budget.residentLimit, for: "what stages made")
    throw PlanningAborted(
      reason: StageError(
        "the stages before this one take too much memory: the program holds \(held >> 20) MiB, "
          + "and may hold \(memory.budget.residentLimit >> 20) MiB",
        hint: "Split the job, make its data smaller, or allow more with --max-memory."))
  }

  /// The context of one of the job's stages, which is made from some of the job's sounds.
  func context(
    of entry: StageEntry, heard: [PlannedSound] = [], foreseen: ForeseenInputs = ForeseenInputs()
  ) -> any StageContext {
    JobStageContext(base: self, entry: entry, heard: heard, foreseen: foreseen)
  }
}
