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
/// Every worker takes the next segment of the jobs already begun, or else plans the next job; so many short jobs and
/// one long job both keep all workers busy, and few jobs are open at once. The files do not depend on the number of
/// workers, nor on how much memory there is.
public final class RenderSession: Sendable {
  let jobs: [Job]
  private let registry: StageRegistry
  let settings: RenderSettings
  let observe: @Sendable (RenderEvent) -> Void
  let queue: RenderQueue
  /// Jobs that are not rendered, for where their outputs would go.
  private let refused: [(job: Int, faults: [Diagnostic])]
  private let outOfProcess: (any OutOfProcessRenderer)?
  let budget: MemoryBudget
  private let encoderClock: EncoderClock
  /// What the program takes beside its jobs.
  private let program: MemoryAccount
  let text = TextEngine()
  private let joins = JoinMemo()
  private let recent = RecentResources()
  private let isCancelled = Mutex(false)
  let store: SegmentStore?
  /// Nil where the run delivers: then it plans every job itself.
  let surveys: SurveyStore?
  /// Nil where the run delivers.
  let receipts: ShareReceipts?
  let numbers: SegmentNumbers
  /// What a run found out whose purpose is that.
  let forecasts = Mutex<[Int: [SegmentForecast]]>([:])
  /// Why jobs failed, by their files, for the receipt.
  let failures = Mutex<[String: String]>([:])
  /// Of jobs that were cancelled: segments in the store, and all of them.
  let cancelledSegments = Mutex((stored: 0, total: 0))

  /// `observe` is called from any worker's thread.
  public init(
    jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    outOfProcess: (any OutOfProcessRenderer)? = nil, observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.jobs = jobs
    self.registry = registry
    self.settings = settings
    self.outOfProcess = outOfProcess
    budget = MemoryBudget(
      limit: settings.memory ?? MachineMemory.defaultLimit, residentLimit: settings.programMemory == nil ? nil : .max)
    program = MemoryAccount(budget)
    encoderClock = EncoderClock(workers: settings.workers)
    self.observe = observe
    let errors =
      settings.purpose.writesFiles
      ? OutputValidation.errors(of: jobs, settings) : OutputValidation.formatErrors(of: jobs)
    refused = zip(0..., errors).filter { !$0.1.isEmpty }
    let refusedJobs = Set(refused.map(\.0))
    numbers = Self.numbers(of: jobs, settings)
    queue = RenderQueue(
      jobs: Self.order(jobs, numbers, settings.purpose).filter { !refusedJobs.contains($0) },
      workers: settings.workers)
    store =
      settings.reusesFrames
      ? settings.store.map {
        SegmentStore($0, isRequired: settings.purpose.share != nil) { observe(.noted($0)) }
      } : nil
    surveys = settings.purpose.usesSurveys ? store.map { SurveyStore($0) } : nil
    receipts = settings.purpose.usesSurveys ? store.map { ShareReceipts($0, jobs, settings) } : nil
  }

  /// Renders every job and returns when all are done or the run was cancelled.
  public func run() {
    malloc_tune_for_frames()
    settings.store?.watchdog?.beforeEnd { [weak self] in self?.abandon() }
    _ = program.guarantee(min(settings.programMemory ?? MachineMemory.resident() ?? 0, budget.limit))
    for (job, faults) in refused { report(.badJob(faults), of: job) }
    for job in unconcerned { observe(.skipped(job: job)) }
    keepReceipt(isOver: false)
    WorkerThreads.run(settings.workers) { [self] in work($0) }
    for job in queue.begun where job.fail() { cancelled(job) }
    for job in queue.unsurveyed + queue.untaken { observe(.failed(job: job, .cancelled)) }
    keepReceipt(isOver: !stopsNow)
    store?.store.finish()
  }

  /// Ends the run: workers stop after the frame at hand, and jobs that are not done leave no file.
  public func cancel() {
    isCancelled.withLock { $0 = true }
    queue.cancel()
  }

  /// Removes the unfinished files of all jobs at once; only to be followed by the end of the process.
  public func abandon() { for job in queue.begun { job.abandon() } }

  /// Of the jobs that were begun and cancelled, how many segments are in the store for the next run, and how many there
  /// are.
  public var storedSegments: (count: Int, total: Int) {
    queue.begun.map(\.storedSegments).reduce(cancelledSegments.withLock { $0 }) { ($0.0 + $1.count, $0.1 + $1.total) }
  }

  private var stopsNow: Bool { isCancelled.withLock { $0 } }

  private func work(_ index: Int) {
    let breadcrumb = CrashBreadcrumb.ofThread
    let worker = SegmentWorker(index, encoderClock, budget, breadcrumb)
    while let next = queue.next(worker.memory, release: worker.releaseMemory) {
      switch next {
      case .plan(let job):
        worker.releaseMemory()
        plan(job, breadcrumb)
      case .survey(let pass, let chunk):
        if let result = pass.survey(chunk, breadcrumb, isCancelled: { stopsNow }) { conclude(pass, result) }
      case .sound(let assembler): makeSound(of: assembler)
      case .segment(let assembler, let index, let isExclusive):
        render(assembler, segment: index, with: worker, isExclusive: isExclusive)
      }
      breadcrumb?.end()
      queue.ended(next)
    }
  }

  private func plan(_ index: Int, _ breadcrumb: CrashBreadcrumb?) {
    let job = jobs[index]
    let memory = MemoryAccount(budget)
    let surveyKey = surveyKey(of: job)
    let survey = survey(surveyKey, of: job)
    if let survey, settle(index, survey) { return }
    if let outOfProcess, outOfProcess.isIsolated(job) {
      render(job, index, outOfProcess, memory)
      return
    }
    let began = ContinuousClock.now
    var watch = Stopwatch(isOn: settings.measuresTime)
    let context = JobContext(
      job, text: text, diskCache: store.map { PreparationDiskCache($0) }, memory: memory, recent: recent)
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
        throw memory.refusal == nil ? .badJob(errors) : memoryFailure(errors)
      }
      var task = try RenderTask(
        index: index, plan: plan, settings: settings, context: context, began: began, joins: joins)
      task.surveyKey = surveyKey
      let soundErrors = settings.purpose.writesFiles && !settings.isMuted ? context.soundErrors() : []
      if !soundErrors.isEmpty { throw JobFailure.badJob(soundErrors) }
      guard self.surveyKey(of: job) == surveyKey else {
        throw JobFailure.temporary("a file that it reads was changed while it was planned")
      }
      if let survey {
        task.meter.measure { watch.lap(&$0.planning) }
        return conclude(task, survey.frames)
      }
      breadcrumb?.begin(.drawing(frame: 0))
      try MemoryAccount.$current.withValue(memory) { try LoopSeam.check(plan) }
      if let refusal = memory.refusal {
        if postpone(index, whilePlanning: true) { return }
        throw shortage(MemoryShortage(seconds: plan.seconds(ofFrame: job.frameCount), refusal: refusal), of: plan)
      }
      task.meter.measure { watch.lap(&$0.planning) }
      // Of sound alone nothing is drawn.
      if task.instants.isEmpty { return conclude(task, FrameSurvey(digests: [], joins: [])) }
      queue.planned(SurveyPass(task, surveys, settings.purpose.share))
    } catch {
      drop(index, error)
    }
  }

  /// Renders a job in a process of its own, for which its share of the memory is reserved.
  private func render(_ job: Job, _ index: Int, _ renderer: any OutOfProcessRenderer, _ memory: MemoryAccount) {
    if !memory.guarantee(renderer.memoryShare), postpone(index, whilePlanning: true) { return }
    queue.dropped(job: index)
    let passOn: @Sendable (RenderEvent) -> Void = { [self] event in
      if case .failed(_, let failure) = event { report(failure, of: index) } else { observe(event) }
    }
    var share = settings.purpose.share
    share?.firstNumber = numbers.ranges[index].lowerBound
    renderer.render(job, index: index, share: share, isCancelled: { [self] in stopsNow }, observe: passOn)
    withExtendedLifetime(memory) {}
  }

  /// All frames of a job were surveyed.
  private func conclude(_ pass: SurveyPass, _ result: Result<FrameSurvey, any Error>) {
    switch result {
    case .success(let survey):
      keepSurvey(of: pass.task, survey)
      conclude(pass.task, survey)
    case .failure(let error): drop(pass.task.index, error)
    }
  }

  /// All frames of a job are known.
  private func conclude(_ task: RenderTask, _ survey: FrameSurvey) {
    let layout = task.layout(survey, reusing: settings.reusesFrames)
    do {
      try task.checkSheets(layout)
      switch settings.purpose {
      case .deliver: begin(try MovieAssembler(task, layout: layout, store: store))
      case .store(let share): try begin(task, layout, share)
      case .join: try join(task, layout)
      case .forecast: forecast(task, layout)
      }
    } catch {
      drop(task.index, error)
    }
  }

  /// Hands a job's segments to the workers.
  func begin(_ job: MovieAssembler) {
    let segments = settings.purpose.writesFiles ? Array(job.layout.segments.indices) : job.segments
    let frames = segments.reduce(0) { $0 + job.layout.segments[$1].count }
    observe(.started(job: job.index, frames: frames))
    queue.surveyed(job)
  }

  private func makeSound(of job: MovieAssembler) {
    do {
      let (sounds, warnings) = try SoundWork(task: job.task, store: store).make()
      for warning in warnings { observe(.warned(job: job.index, warning)) }
      finish(job, try job.deliver(sounds))
    } catch {
      if job.fail() { report(failure(error), of: job.index) }
    }
  }

  /// Reports a job whose last part was delivered.
  private func finish(_ job: MovieAssembler, _ summary: JobSummary?) {
    guard let summary else { return }
    if settings.purpose.writesFiles, settings.scale == 1, settings.frames == nil { judgeForPlaces(job.task) }
    observe(.finished(job: job.index, summary))
  }

  private func render(_ job: MovieAssembler, segment: Int, with worker: SegmentWorker, isExclusive: Bool) {
    do {
      let found = job.find(segment)
      var parts = found.parts
      if !found.missing.isEmpty {
        guard settings.purpose.draws else { throw missing([segment], of: job, isDamaged: found.reason == .damaged) }
        var watch = Stopwatch(isOn: surveys != nil)
        let rendered = try worker.render(
          job, segment: segment, outputs: found.missing, reusing: settings.reusesFrames,
          isCancelled: { stopsNow || job.hasFailed }, frameDone: { observe(.frame(job: job.index)) })
        guard let rendered else {
          if job.fail() { cancelled(job) }
          return
        }
        try job.keep(rendered, of: segment, after: found)
        keepCost(watch.lap() + rendered.encoderSeconds, of: segment, job)
        for (output, part) in zip(rendered.outputs, rendered.parts) { parts[output] = part }
      }
      if found.reason == .damaged { observe(.noted(damage(of: segment, job))) }
      let reused = reusedFrames(of: segment, isStored: found.missing.isEmpty, job)
      if reused > 0 { observe(.reused(job: job.index, frames: reused)) }
      finish(job, try job.deliver(parts.compactMap { $0 }, at: segment))
    } catch let mismatch as SurveyMismatch {
      if let key = job.task.surveyKey { surveys?.remove(key, frames: job.task.instants.indices) }
      if job.fail() { report(.temporary("\(mismatch)"), of: job.index) }
    } catch let shortage as MemoryShortage {
      memoryIsShort(shortage, job, segment, with: worker, isExclusive: isExclusive)
    } catch {
      if job.fail() { report(failure(error), of: job.index) }
    }
  }

  /// Warns of finished files that break the rules of the places that they go to, as far as these were not known before.
  private func judgeForPlaces(_ task: RenderTask) {
    let job = task.plan.job
    for output in task.renditions.flatMap(\.outputs).sorted() {
      let entry = job.outputs[output]
      guard let profile = entry.profile, !entry.container.isNumbered,
        var probe = try? MediaProbe(task.paths[output], decodes: false)
      else { continue }
      try? SoundProbe(task.paths[output], decodes: false)?.describe(in: &probe.facts)
      for fault in MediaJudge.faults(of: probe, for: profile) where !entry.knownFaults.contains(fault) {
        let warning = job.diagnostic(
          .warning, at: entry.position, path: entry.path, "\(profile.place) may refuse '\(entry.file)': \(fault)")
        observe(.warned(job: task.index, warning))
      }
    }
  }
}
