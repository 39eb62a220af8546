import JobFile
import Memory
import Planning
import Reporting
import Store
import Synchronization

/// Memory did not suffice for a frame, or for what a segment needs before its first one.
struct MemoryShortage: Error {
  /// The instant that the frame shows.
  let seconds: Double?
  let refusal: MemoryRefusal
}

/// Jobs that cannot be rendered, or not now.
extension RenderSession {
  /// A segment is tried again alone; then its job with no other job; then it fails.
  func memoryIsShort(
    _ shortage: MemoryShortage, _ assembler: OutputAssembler, _ segment: Int, with worker: SegmentWorker,
    isExclusive: Bool
  ) {
    worker.releaseMemory()
    if !isExclusive {
      queue.retry(segment, of: assembler)
    } else if queue.postpone(assembler.index, whilePlanning: false) {
      _ = assembler.fail()
      observe(.postponed(job: assembler.index))
    } else if let drawing = assembler.drawing {
      let stage = shortage.seconds.flatMap { try? worker.stage(tooLargeAt: $0, of: drawing) }
      if assembler.fail() { report(self.shortage(shortage, in: stage, of: drawing.plan), of: assembler.index) }
    }
  }

  /// Puts off a job that was refused memory while it was planned; false if it will never fit.
  func postpone(_ job: Int, whilePlanning: Bool) -> Bool {
    guard queue.postpone(job, whilePlanning: whilePlanning) else { return false }
    queue.dropped(job: job)
    observe(.postponed(job: job))
    return true
  }

  /// The failure of a job that does not fit.
  func shortage(_ shortage: MemoryShortage, in stage: StageEntry? = nil, of plan: RenderPlan) -> JobFailure {
    let frame = shortage.seconds.map { "at frame \(plan.frame(at: $0)) " } ?? ""
    let diagnostic = plan.job.diagnostic(
      at: stage?.position, path: stage?.path ?? "", "\(frame)\(shortage.refusal)",
      hint: "Render it smaller with --scale, choose a faster preset, or allow more with --max-memory.")
    return kind.memoryFailure([diagnostic])
  }

  func drop(_ job: Int, _ error: any Error) {
    queue.dropped(job: job)
    report(failure(error), of: job)
  }

  /// An error as the failure of a job.
  func failure(_ error: any Error) -> JobFailure {
    if let failure = error as? JobFailure { return failure }
    if let error = error as? StoreError {
      let message = "the cache '\(settings.store?.folder ?? "")' cannot be written: \(error)"
      return error.isTemporary ? .temporary(message) : .render(message)
    }
    return .render("\(error)")
  }

  func cancelled(_ assembler: OutputAssembler) {
    let segments = assembler.storedSegments
    cancelledSegments.withLock { $0 = ($0.stored + segments.count, $0.total + segments.total) }
    report(.cancelled, of: assembler.index)
  }

  func report(_ failure: JobFailure, of job: Int) {
    kind.failed(job, failure)
    observe(.failed(job: job, failure))
    if settings.failFast { cancel() }
  }
}
