import CSystem
import Foundation
import JobFile
import Memory
import Planning
import Reporting
import Sound
import StageKit
import Synchronization
import Text
import Video

/// Renders jobs, in parallel over all of their segments.
///
/// Every worker takes the next segment of the jobs already begun, or else plans the next job: many short jobs and
/// one long job both keep all workers busy, and few jobs are open at once. The files do not depend on the number of
/// workers, nor on how much memory there is.
public final class RenderSession: Sendable {
  let core: RunCore
  /// The purpose's part in the work.
  let kind: any RunKind
  private let registry: StageRegistry
  let queue: RenderQueue
  /// Jobs that are not rendered, for the places or the formats of their outputs.
  private let refused: [(job: Int, faults: [Diagnostic])]
  /// Jobs that the run has nothing to do with.
  private let skipped: [Int]
  private let outOfProcess: (any OutOfProcessRenderer)?
  let budget: MemoryBudget
  private let encoderClock: EncoderClock
  /// The memory of the program besides its jobs.
  private let program: MemoryAccount
  private let text = TextEngine()
  private let cutMemo = CutMemo()
  private let recent = VariantCache()
  private let isCancelled = Mutex(false)
  /// The segments of cancelled jobs: those in the store, and all.
  let cancelledSegments = Mutex((stored: 0, total: 0))

  /// `observe` is called from any worker's thread.
  public init(
    jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    outOfProcess: (any OutOfProcessRenderer)? = nil, observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    core = RunCore(jobs, settings, observe: observe)
    kind = settings.purpose.kind(core)
    self.registry = registry
    self.outOfProcess = outOfProcess
    budget = MemoryBudget(
      limit: settings.memory ?? MemoryBudget.defaultLimit, residentLimit: settings.programMemory == nil ? nil : .max)
    program = MemoryAccount(budget)
    encoderClock = EncoderClock(workers: settings.workers)
    let errors =
      kind.writesFiles ? OutputValidation.errors(of: jobs, settings) : OutputValidation.formatErrors(of: jobs)
    refused = zip(0..., errors).filter { !$0.1.isEmpty }
    let refusedJobs = Set(refused.map(\.0))
    let order = kind.order
    skipped = Set(jobs.indices).subtracting(order).sorted()
    queue = RenderQueue(jobs: order.filter { !refusedJobs.contains($0) }, workers: settings.workers)
  }

  var settings: RenderSettings { core.settings }
  var observe: @Sendable (RenderEvent) -> Void { core.observe }

  /// By a job's index, its distinct segments in order, once a run for `forecast` is over; none of jobs that failed.
  public var segmentForecasts: [Int: [SegmentForecast]] { kind.forecasts }

  /// Renders every job and returns when all are done or the run was cancelled.
  public func run() {
    malloc_tune_for_frames()
    settings.store?.watchdog?.beforeEnd { [weak self] in self?.abandon() }
    _ = program.guarantee(min(settings.programMemory ?? MachineMemory.resident() ?? 0, budget.limit))
    for (job, faults) in refused { report(.badJob(faults), of: job) }
    for job in skipped { observe(.skipped(job: job)) }
    kind.begin()
    WorkerThreads.run(settings.workers) { [self] in work($0) }
    for assembler in queue.begun where assembler.fail() { cancelled(assembler) }
    for job in queue.unhashed + queue.untaken { observe(.failed(job: job, .cancelled)) }
    kind.end(isOver: !stopsNow)
    core.store?.store.finish()
  }

  /// Ends the run: workers stop after the frame at hand, and jobs that are not done leave no file.
  public func cancel() {
    isCancelled.withLock { $0 = true }
    queue.cancel()
  }

  /// Removes the unfinished files of all jobs at once; only to be followed by the end of the process.
  public func abandon() { for assembler in queue.begun { assembler.abandon() } }

  /// The segments of jobs that were begun and cancelled: the number in the store, for the next run, and of all.
  public var storedSegments: (count: Int, total: Int) {
    queue.begun.map(\.storedSegments).reduce(cancelledSegments.withLock { $0 }) { ($0.0 + $1.count, $0.1 + $1.total) }
  }

  private var stopsNow: Bool { isCancelled.withLock { $0 } }

  private func work(_ index: Int) {
    let breadcrumb = CrashBreadcrumb.ofThread
    let worker = SegmentWorker(index, encoderClock: encoderClock, budget: budget, breadcrumb: breadcrumb)
    while let next = queue.next(worker.memory, release: worker.releaseMemory) {
      switch next {
      case .plan(let index):
        worker.releaseMemory()
        plan(index, breadcrumb)
      case .hash(let pass, let chunk):
        if let result = pass.hash(chunk, breadcrumb, isCancelled: { stopsNow }) { conclude(pass, result) }
      case .sound(let assembler): makeSound(of: assembler)
      case .segment(let assembler, let index, let isExclusive):
        render(assembler, segment: index, with: worker, isExclusive: isExclusive)
      }
      breadcrumb?.end()
      queue.ended(next)
    }
  }

  private func plan(_ index: Int, _ breadcrumb: CrashBreadcrumb?) {
    let job = core.jobs[index]
    let memory = MemoryAccount(budget)
    let hashKey = core.hashKey(of: job)
    let cached = core.cachedHashes(hashKey, of: job)
    if let cached, advance(index, cached) { return }
    if let outOfProcess, outOfProcess.isIsolated(job) {
      render(job, index: index, with: outOfProcess, memory: memory)
      return
    }
    let began = ContinuousClock.now
    var watch = Stopwatch(isOn: settings.measuresTime)
    let context = JobContext(
      job, text: text, diskCache: core.store.map { PreparationDiskCache($0) }, memory: memory, recent: recent)
    let (plan, diagnostics) = Planner.plan(
      job, registry: registry,
      contexts: ObservedContexts(context) { entry in
        breadcrumb?.begin(.making(stage: entry.id, definition: entry.definition.name))
        self.observe(.preparing(job: index, stage: entry.id))
      }, checksNumbers: settings.checksNumbers)
    if plan == nil, memory.refusal != nil, postpone(index, whilePlanning: true) { return }
    for warning in context.allWarnings + diagnostics where warning.severity == .warning {
      observe(.warned(job: index, warning))
    }
    do {
      let fontErrors = context.fontErrors
      guard let plan, fontErrors.isEmpty else {
        let errors = fontErrors + diagnostics.filter { $0.severity == .error }
        throw memory.refusal == nil ? .badJob(errors) : kind.memoryFailure(errors)
      }
      let spec = try RenderSpec(
        index: index, job: job, sounds: plan.sounds, settings: settings, context: context, began: began,
        hashKey: hashKey)
      let drawing = JobDrawing(spec, plan, cutMemo)
      let soundErrors = kind.writesFiles && !settings.isMuted ? context.soundErrors() : []
      if !soundErrors.isEmpty { throw JobFailure.badJob(soundErrors) }
      guard core.hashKey(of: job) == hashKey else {
        throw JobFailure.temporary("a file that it reads was changed while it was planned")
      }
      if let cached {
        spec.meter.measure { watch.lap(&$0.planning) }
        return advance(drawing, cached.frames)
      }
      breadcrumb?.begin(.drawing(frame: 0))
      try MemoryAccount.$current.withValue(memory) { try LoopSeam.check(plan, context) }
      if let refusal = memory.refusal {
        if postpone(index, whilePlanning: true) { return }
        throw shortage(MemoryShortage(seconds: plan.seconds(ofFrame: job.frameCount), refusal: refusal), of: plan)
      }
      spec.meter.measure { watch.lap(&$0.planning) }
      // Nothing is drawn of sound alone.
      if spec.instants.isEmpty { return advance(drawing, FrameHashes()) }
      queue.planned(HashPass(drawing, core.hashes, kind.share(ofJob: index)))
    } catch {
      drop(index, error)
    }
  }

  /// Renders a job in a process of its own, for which its share of the memory is reserved.
  private func render(_ job: Job, index: Int, with renderer: any OutOfProcessRenderer, memory: MemoryAccount) {
    if !memory.guarantee(renderer.memoryShare), postpone(index, whilePlanning: true) { return }
    queue.dropped(job: index)
    let passOn: @Sendable (RenderEvent) -> Void = { [self] event in
      if case .failed(_, let failure) = event { report(failure, of: index) } else { observe(event) }
    }
    renderer.render(
      job, index: index, share: kind.share(ofJob: index), isCancelled: { [self] in stopsNow }, observe: passOn)
    withExtendedLifetime(memory) {}
  }

  /// All frames of a job were hashed.
  private func conclude(_ pass: HashPass, _ result: Result<FrameHashes, any Error>) {
    switch result {
    case .success(let frames):
      core.keep(frames, of: pass.drawing)
      advance(pass.drawing, frames)
    case .failure(let error): drop(pass.index, error)
    }
  }

  /// Goes on with a job as far as it needs no stages; false where they must be made.
  private func advance(_ index: Int, _ cached: CachedHashes) -> Bool {
    do {
      let spec = try core.spec(index, cached, text)
      let step = Result { try kind.step(of: spec, spec.layout(cached.frames)) }
      if case .success(nil) = step { return false }
      for warning in cached.warnings { observe(.warned(job: index, warning)) }
      if let step = try step.get() { take(step, of: index) }
    } catch {
      drop(index, error)
    }
    return true
  }

  /// Goes on with a job that can be drawn, once all of its frames are known.
  private func advance(_ drawing: JobDrawing, _ frames: FrameHashes) {
    let spec = drawing.spec
    let layout = spec.layout(frames, reusing: settings.reusesFrames)
    do {
      try spec.checkSheets(layout)
      take(try kind.step(of: drawing, layout), of: spec.index)
    } catch {
      drop(spec.index, error)
    }
  }

  private func take(_ step: JobStep, of index: Int) {
    switch step {
    case .assemble(let assembler):
      observe(.started(job: index, frames: assembler.frameCount))
      queue.ready(assembler)
    case .complete(let assembler):
      queue.dropped(job: index)
      observe(.started(job: index, frames: assembler.frameCount))
      observe(.reused(job: index, frames: assembler.frameCount))
      observe(.finished(job: index, assembler.summary()))
    case .skip:
      queue.dropped(job: index)
      observe(.skipped(job: index))
    case .end: queue.dropped(job: index)
    }
  }

  private func makeSound(of assembler: OutputAssembler) {
    do {
      let (sounds, warnings) = try SoundWork(spec: assembler.spec, store: core.store).make()
      for warning in warnings { observe(.warned(job: assembler.index, warning)) }
      finish(assembler, try assembler.deliver(sounds))
    } catch {
      if assembler.fail() { report(failure(error), of: assembler.index) }
    }
  }

  /// Reports a job whose last part was delivered.
  private func finish(_ assembler: OutputAssembler, _ summary: JobSummary?) {
    guard let summary else { return }
    if assembler.writesFiles, settings.scale == 1, settings.frames == nil { judgeForPlaces(assembler.spec) }
    observe(.finished(job: assembler.index, summary))
  }

  private func render(
    _ assembler: OutputAssembler, segment: Int, with worker: SegmentWorker, isExclusive: Bool
  ) {
    let index = assembler.index
    do {
      let found = assembler.find(segment)
      var parts = found.parts
      // Outputs differ in codecs, so that the store may have a segment for some of them only.
      if !found.missing.isEmpty {
        guard let drawing = assembler.drawing else {
          throw kind.missing(segment, of: assembler, isDamaged: found.reason == .damaged)
        }
        var watch = Stopwatch()
        let rendered = try worker.render(
          assembler, drawing, segment: segment, outputs: found.missing, reusing: settings.reusesFrames,
          isCancelled: { stopsNow || assembler.hasFailed }, frameDone: { observe(.frame(job: index)) })
        guard let rendered else {
          if assembler.fail() { cancelled(assembler) }
          return
        }
        try assembler.keep(rendered, of: segment, after: found)
        kind.drew(segment, of: assembler, seconds: watch.lap() + rendered.encoderSeconds)
        for (output, part) in zip(rendered.outputs, rendered.parts) { parts[output] = part }
      }
      if found.reason == .damaged { observe(assembler.damage(of: segment)) }
      let reused = assembler.reusedFrames(of: segment, isStored: found.missing.isEmpty)
      if reused > 0 { observe(.reused(job: index, frames: reused)) }
      finish(assembler, try assembler.deliver(parts.compactMap { $0 }, at: segment))
    } catch let mismatch as HashMismatch {
      // The cached hashes are not those of this machine. If they stayed, the next run would fail in the same way.
      if let key = assembler.spec.hashKey { core.hashes?.remove(key, frames: assembler.spec.instants.indices) }
      if assembler.fail() { report(.temporary("\(mismatch)"), of: index) }
    } catch let shortage as MemoryShortage {
      memoryIsShort(shortage, assembler, segment, with: worker, isExclusive: isExclusive)
    } catch {
      if assembler.fail() { report(failure(error), of: index) }
    }
  }

  /// Warns of finished files that break the rules of the places that they go to, as far as these were not known before.
  private func judgeForPlaces(_ spec: RenderSpec) {
    let job = spec.job
    for output in spec.renditions.flatMap(\.outputs).sorted() {
      let entry = job.outputs[output]
      guard let profile = entry.profile, !entry.container.isNumbered,
        var probe = try? MediaProbe(spec.paths[output], decodes: false)
      else { continue }
      try? SoundProbe(spec.paths[output], decodes: false)?.describe(in: &probe.facts)
      for fault in MediaJudge.faults(of: probe, for: profile) where !entry.knownFaults.contains(fault) {
        let warning = job.diagnostic(
          .warning, at: entry.position, path: entry.path, "\(profile.place) may refuse '\(entry.file)': \(fault)")
        observe(.warned(job: spec.index, warning))
      }
    }
  }
}
