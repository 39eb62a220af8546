import JobFile
import Planning
import StageKit
import Text

/// The jobs of a run, the stores of their segments and of their frames' hashes, and its observer: common to all kinds of
/// runs.
struct RunCore: Sendable {
  let jobs: [Job]
  let settings: RenderSettings
  /// Nil where nothing is stored.
  let store: SegmentStore?
  /// Hashes of frames in the store, which save making stages; nil where the run makes those of every job itself.
  let hashes: HashCache?
  let observe: @Sendable (RenderEvent) -> Void

  init(_ jobs: [Job], _ settings: RenderSettings, observe: @escaping @Sendable (RenderEvent) -> Void) {
    self.jobs = jobs
    self.settings = settings
    self.observe = observe
    store =
      settings.reusesFrames
      ? settings.store.map {
        SegmentStore($0, isRequired: settings.purpose.share != nil) { observe(.noted($0)) }
      } : nil
    hashes = settings.purpose.usesCachedHashes ? store.map { HashCache($0) } : nil
  }

  /// The key of what the store may know of a job's frames, by its files as they are now.
  func hashKey(of job: Job) -> Digest? { hashes?.key(of: job, frames: settings.frames) }

  /// The hashes of a job's frames that the store has.
  func cachedHashes(_ key: Digest?, of job: Job) -> CachedHashes? {
    guard let key, let hashes else { return nil }
    let renditions = Rendition.all(of: job, settings)
    let instants = RenderSpec.instants(of: renditions)
    return hashes.find(
      key, frameCount: instants.count, cutCount: CutPoint.all(of: renditions, instants: instants).count)
  }

  /// The spec of a job whose hashes are known, without its stages. Throws `JobFailure`.
  func spec(_ index: Int, _ cached: CachedHashes, _ text: TextEngine) throws(JobFailure) -> RenderSpec {
    let job = jobs[index]
    return try RenderSpec(
      index: index, job: job,
      sounds: zip(job.sounds, cached.soundStarts).map { PlannedSound(entry: $0, starts: $1) },
      settings: settings, context: JobContext(job, text: text))
  }

  /// Keeps the hashes of a job's frames.
  func keep(_ frames: FrameHashes, of drawing: JobDrawing) {
    guard let hashes, let key = drawing.spec.hashKey else { return }
    let starts = drawing.plan.sounds.map(\.starts)
    hashes.keep(
      CachedHashes(warnings: drawing.spec.context.allWarnings, soundStarts: starts, frames: frames), under: key)
  }
}
