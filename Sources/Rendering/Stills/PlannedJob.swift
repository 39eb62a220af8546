import JobFile
import Memory
import Planning
import Raster
import Reporting
import Sound
import StageKit
import Text

/// A job planned on its own, for looking at its values and single frames.
public struct PlannedJob: Sendable {
  public let plan: RenderPlan
  /// The stages' warnings.
  public let warnings: [Diagnostic]
  private let cache: ResourceCache
  let cutMemo: CutMemo
  let context: JobContext

  /// Makes the job's stages, and calls `preparing` before each. With `checksNumbers`, numbers that are not finite fail a
  /// frame. Throws `JobFailure.badJob`.
  public init(
    _ job: Job, registry: StageRegistry, shared: SharedPlanning = SharedPlanning(),
    checksNumbers: Bool = Planner.checksNumbers,
    preparing: (StageEntry) -> Void = { _ in }
  ) throws(JobFailure) {
    cache = shared.cache
    cutMemo = shared.cutMemo
    let context = JobContext(
      job, text: shared.text, memory: MemoryAccount(MemoryBudget(limit: MemoryBudget.defaultLimit)),
      recent: shared.resources)
    let (plan, diagnostics) = withoutActuallyEscaping(preparing) { preparing in
      Planner.plan(
        job, registry: registry,
        contexts: ObservedContexts(context) { entry in
          CrashBreadcrumb.making(entry)
          preparing(entry)
        }, checksNumbers: checksNumbers)
    }
    CrashBreadcrumb.endMaking()
    let fontErrors = context.fontErrors
    guard var plan, fontErrors.isEmpty else {
      throw .badJob(fontErrors + diagnostics.filter { $0.severity == .error })
    }
    plan.watch = CrashBreadcrumb.watch
    self.plan = plan
    self.context = context
    warnings = context.allWarnings + diagnostics.filter { $0.severity == .warning }
  }

  /// Throws `JobFailure.badJob` where the job says that it loops and its end does not lead into its start.
  public func checkLoop() throws(JobFailure) { try LoopSeam.check(plan, context) }

  /// Finds the reasons why a job that declares a loop does not loop. Throws `JobFailure` if a stage fails.
  public func loopErrors() throws(JobFailure) -> [Diagnostic] {
    do throws(JobFailure) {
      try checkLoop()
      return []
    } catch {
      guard case .badJob(let diagnostics) = error else { throw error }
      return diagnostics
    }
  }

  /// Warnings of what leaves the canvas, and of text that leaves the safe area, overlaps or has little contrast. Draws a few
  /// frames. Throws `JobFailure.render` where a stage fails.
  public func layoutWarnings() throws(JobFailure) -> [Diagnostic] {
    do {
      return try LayoutCheck(plan: plan, cache: cache).warnings()
    } catch {
      throw .render("\(error)")
    }
  }

  /// The fonts that drew a stage's texts; `holders` are the stages that show the job that it is part of, the outermost
  /// first.
  public func fonts(of entry: StageEntry, in holders: [StageEntry] = []) -> Set<FontUse> {
    context.fonts(of: entry, in: holders)
  }

  /// All sounds of the job on its timeline. Throws `JobFailure.badJob`.
  public func soundMix() throws(JobFailure) -> SoundMix { try context.mix(plan.sounds) }

  /// The peaks of all of the file of a sound, in time linear in its length. Throws where it cannot be read.
  public func soundPeaks(of entry: SoundEntry) throws(Diagnostic) -> SoundPeaks { try context.peaks(of: entry) }

  /// Throws `JobFailure.badJob` with everything that is wrong with the job's sounds, which are decoded.
  public func checkSounds() throws(JobFailure) {
    let errors = context.decodingErrors()
    if !errors.isEmpty { throw .badJob(errors) }
  }

  /// The picture at an instant, premultiplied, clear where the job's background is. Throws `StageFailure`.
  ///
  /// `scale` multiplies the job's own.
  public func image(at seconds: Double, scale: Double = 1) throws(StageFailure) -> Image {
    try drawer(scale: scale).image(at: seconds)
  }

  /// Draws frames one after the other; `scale` multiplies the job's own scale. `isClear` leaves the background out,
  /// `isDraft` motion blur.
  public func drawer(scale: Double = 1, isClear: Bool = false, isDraft: Bool = false) -> JobDrawer {
    JobDrawer(plan, context, cache, scale: scale, isClear: isClear, isDraft: isDraft)
  }
}
