import CMemoryPolicy
import Foundation
import JobFile
import Planning
import Reporting
import StageKit
import Synchronization
import Text

/// Renders jobs, in parallel over all of their segments.
///
/// Every worker takes the next segment of the jobs already begun, or else plans the next job; so many short jobs and
/// one long job both keep all workers busy, and few jobs are open at once. The files do not depend on the number of
/// workers.
public final class RenderSession: Sendable {
  private let jobs: [Job]
  private let registry: StageRegistry
  let settings: RenderSettings
  let observe: @Sendable (RenderEvent) -> Void
  let queue: RenderQueue
  /// Jobs that are not rendered, for where their outputs would go.
  private let refused: [(job: Int, faults: [Diagnostic])]
  private let apart: (any OutOfProcessRenderer)?
  /// How many bytes the run may take.
  let memory: Int
  private let text = TextEngine()
  private let isCancelled = Mutex(false)
  private let store: SegmentStore?
  /// Of jobs that were cancelled: segments kept, and all of them.
  let tally = Mutex((0, 0))

  /// `observe` is told of events from any worker's thread.
  public init(
    jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    apart: (any OutOfProcessRenderer)? = nil, observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.jobs = jobs
    self.registry = registry
    self.settings = settings
    self.apart = apart
    memory = settings.memory ?? MachineMemory.usable
    self.observe = observe
    refused = zip(0..., OutputValidation.errors(of: jobs, settings)).filter { !$0.1.isEmpty }
    let refusedJobs = Set(refused.map(\.0))
    queue = RenderQueue(jobs: jobs.indices.filter { !refusedJobs.contains($0) }, memory: memory - MemoryNeed.program)
    store = settings.reusesFrames ? settings.store.map { SegmentStore($0) { observe(.noted($0)) } } : nil
  }

  /// Renders every job and returns when all are done or the run was cancelled.
  public func run() {
    keep_memory_flat()
    for (job, faults) in refused { report(.badJob(faults), of: job) }
    let pool = WorkerPool { [self] slot in work(slot) }
    let note = settings.stepNote.flatMap { StepNote(path: $0) }
    pool.run(settings.workers, deadline: settings.frameDeadline, note: note) { step in isLate(step) }
    for job in queue.begun where job.fail() { cancelled(job) }
    for job in queue.unsurveyed { observe(.failed(job: job, .cancelled)) }
    for job in queue.untaken { observe(.failed(job: job, .cancelled)) }
    store?.store.finish()
  }

  /// Ends the run: workers stop after the frame at hand, and jobs that are not done leave no file.
  public func cancel() {
    isCancelled.withLock { $0 = true }
    queue.cancel()
  }

  /// Removes the unfinished files of all jobs at once; only to be followed by the end of the process.
  public func abandon() { for job in queue.begun { job.abandon() } }

  /// Of the jobs that were begun and cancelled, how many segments the next run will find in the store, and how many
  /// there are.
  public var kept: (segments: Int, of: Int) {
    queue.begun.map(\.kept).reduce(tally.withLock { $0 }) { ($0.0 + $1.segments, $0.1 + $1.of) }
  }

  private var stopsNow: Bool { isCancelled.withLock { $0 } }

  private func work(_ slot: WorkSlot) {
    let worker = SegmentWorker()
    while !slot.isAbandoned, let next = queue.next() {
      switch next {
      case .plan(let job): plan(job, slot)
      case .survey(let survey, let chunk): look(survey, chunk, slot)
      case .segment(let job, let index):
        render(job, segment: index, with: worker, slot)
        if !slot.isAbandoned { queue.released(job) }
      }
    }
  }

  private func plan(_ index: Int, _ slot: WorkSlot) {
    let job = jobs[index]
    if let apart, apart.isApart(job) {
      queue.dropped(job: index)
      let tell: @Sendable (RenderEvent) -> Void = { [self] event in
        observe(event)
        if settings.failFast, case .failed = event { cancel() }
      }
      apart.render(job, index: index, isCancelled: { [self] in stopsNow }, observe: tell)
      return
    }
    let began = ContinuousClock.now
    var watch = Stopwatch(isOn: settings.measuresTime)
    let kept = store.map { PreparationDiskCache($0) }
    let context = JobContext(job, text: text, kept: kept, memory: memory - MemoryNeed.program)
    let (plan, diagnostics) = Planner.plan(job, registry: registry) { entry in
      slot.begin(.making(job: index, id: entry.id, definition: entry.definition.name))
      observe(.preparing(job: index, stage: entry.id))
      try PlanningMemory(budget: memory).check()
      return context.context(of: entry)
    }
    guard slot.end() else { return }
    for warning in context.allWarnings { observe(.warned(job: index, warning)) }
    do {
      guard let plan else { throw JobFailure.badJob(diagnostics.filter { $0.severity == .error }) }
      let setup = try RenderTask(
        index: index, plan: plan, settings: settings, kept: kept, held: context.memory.taken,
        cacheCapacity: MemoryNeed.cacheCapacity(in: memory), began: began)
      try checkMemory(setup.memory, of: setup.plan.job)
      slot.begin(.frame(.plan(job: index), plan: setup.box, stage: 0, frame: 0))
      try LoopSeam.check(plan)
      guard slot.end() else { return }
      setup.meter.measure { watch.lap(&$0.planning) }
      queue.planned(FrameHashPass(setup))
    } catch {
      if slot.end() { drop(index, error) }
    }
  }

  private func look(_ survey: FrameHashPass, _ chunk: Int, _ slot: WorkSlot) {
    guard let result = survey.look(at: chunk, slot, isCancelled: { stopsNow }) else { return }
    conclude(survey, result)
  }

  /// All frames of a job were looked at.
  func conclude(_ survey: FrameHashPass, _ result: Result<[Digest], any Error>) {
    let setup = survey.setup
    do {
      let layout = SegmentLayout(
        try result.get(), from: setup.frames.lowerBound, gop: setup.gop, reusing: settings.reusesFrames)
      let need = setup.memory(survey.drawing)
      try checkMemory(need, of: setup.plan.job)
      let render = try MovieAssembler(setup, memory: need, layout: layout, store: store)
      observe(.started(job: setup.index, frames: setup.frames.count))
      queue.surveyed(render)
    } catch {
      drop(setup.index, error)
    }
  }

  private func render(_ job: MovieAssembler, segment: Int, with worker: SegmentWorker, _ slot: WorkSlot) {
    do {
      let found = job.find(segment)
      var parts = found.parts
      if !found.missing.isEmpty {
        let rendered = try worker.render(
          job, segment: segment, outputs: found.missing, reusing: settings.reusesFrames, slot,
          isCancelled: { stopsNow || job.hasFailed }, frameDone: { observe(.frame(job: job.index)) })
        guard let rendered else {
          if job.fail() { cancelled(job) }
          return
        }
        try job.keep(rendered, of: segment, after: found)
        for (output, part) in zip(rendered.outputs, rendered.parts) { parts[output] = part }
      }
      if found.reason == .damaged { observe(.noted(damage(of: segment, job))) }
      let reused = job.layout.reusedFrames(of: segment, isStored: found.missing.isEmpty)
      if reused > 0 { observe(.reused(job: job.index, frames: reused)) }
      if let summary = try job.deliver(parts.compactMap { $0 }, at: segment) {
        observe(.finished(job: job.index, summary))
      }
    } catch {
      if job.fail() { report(.render("\(error)"), of: job.index) }
    }
  }
}
