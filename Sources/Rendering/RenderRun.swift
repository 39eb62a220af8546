import CMemoryPolicy
import Dispatch
import Foundation
import JobFile
import Planning
import StageKit
import Synchronization
import Text

/// Renders jobs, in parallel over all of their segments.
///
/// Every worker takes the next segment of the jobs already begun, or else plans the next job; so many short jobs and
/// one long job both keep all workers busy, and few jobs are open at once. The files do not depend on the number of
/// workers.
public final class RenderRun: Sendable {
  private let jobs: [Job]
  private let registry: StageRegistry
  private let settings: RenderSettings
  private let observe: @Sendable (RenderEvent) -> Void
  private let queue: RenderQueue
  private let text = TextEngine()
  private let isCancelled = Mutex(false)

  /// `observe` is told of events from any worker's thread.
  public init(
    jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    self.jobs = jobs
    self.registry = registry
    self.settings = settings
    self.observe = observe
    queue = RenderQueue(jobCount: jobs.count)
  }

  /// Renders every job and returns when all are done or the run was cancelled.
  public func run() {
    keep_memory_flat()
    DispatchQueue.concurrentPerform(iterations: settings.workers) { _ in work() }
    for job in queue.begun where job.fail() { observe(.failed(job: job.index, .cancelled)) }
    for job in queue.untaken { observe(.failed(job: job, .cancelled)) }
  }

  /// Ends the run: workers stop after the frame at hand, and jobs that are not done leave no file.
  public func cancel() {
    isCancelled.withLock { $0 = true }
    queue.cancel()
  }

  private var stopsNow: Bool { isCancelled.withLock { $0 } }

  private func work() {
    let worker = SegmentWorker()
    while let next = queue.next() {
      switch next {
      case .plan(let job): plan(job)
      case .segment(let job, let index): render(job, segment: index, with: worker)
      }
    }
  }

  private func plan(_ index: Int) {
    let job = jobs[index]
    let began = ContinuousClock.now
    var watch = Stopwatch(isOn: settings.measuresTime)
    let context = JobContext(job, text: text)
    let (plan, diagnostics) = Planner.plan(job, registry: registry, context: context.context)
    for warning in context.allWarnings { observe(.warned(job: index, warning)) }
    do {
      guard let plan else { throw JobFailure.badJob(diagnostics.filter { $0.severity == .error }) }
      let render = try JobRender(index: index, plan: plan, settings: settings, began: began)
      render.measure { watch.lap(&$0.planning) }
      observe(.started(job: index, frames: render.frames.count))
      queue.planned(render)
    } catch {
      queue.dropped()
      report(error as? JobFailure ?? .render("\(error)"), of: index)
    }
  }

  private func render(_ job: JobRender, segment: Int, with worker: SegmentWorker) {
    do {
      let encoded = try worker.render(
        job, segment: segment, isCancelled: { stopsNow || job.hasFailed },
        frameDone: { observe(.frame(job: job.index)) })
      guard let encoded else {
        if job.fail() { report(.cancelled, of: job.index) }
        return
      }
      if let summary = try job.deliver(encoded, at: segment) { observe(.finished(job: job.index, summary)) }
    } catch {
      if job.fail() { report(.render("\(error)"), of: job.index) }
    }
  }

  private func report(_ failure: JobFailure, of job: Int) {
    observe(.failed(job: job, failure))
    if settings.failFast { cancel() }
  }
}
