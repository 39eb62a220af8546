import JobFile
import Synchronization

/// What becomes of jobs that cannot be rendered.
extension RenderSession {
  /// A step takes too long: its job fails, and the worker that hangs in it is no longer reckoned with.
  func isLate(_ step: WorkSlot.Step) {
    let failure = JobFailure.render(
      "\(step.text): took more than \(settings.frameDeadline) s. Give it longer with --frame-deadline.")
    switch step {
    case .making(let job, _, _), .frame(.plan(let job), _, _, _):
      queue.dropped(job: job)
      report(failure, of: job)
    case .frame(.segment(let job, _), _, _, _):
      queue.released(job)
      if job.fail() { report(failure, of: job.index) }
    case .frame(.survey(let survey, let chunk), _, _, let frame):
      if let result = survey.giveUp(chunk, frame: frame, failure) { conclude(survey, result) }
    }
  }

  func checkMemory(_ need: MemoryNeed, of job: Job) throws(JobFailure) {
    guard need.least > memory else { return }
    throw .badJob([
      job.diagnostic(
        at: nil, path: "",
        "needs about \(need.least >> 20) MiB of memory, more than the \(max(0, memory) >> 20) MiB that it may take",
        hint: "Render it smaller with --scale, choose a faster preset, or allow more with --max-memory.")
    ])
  }

  func drop(_ job: Int, _ error: any Error) {
    queue.dropped(job: job)
    report(error as? JobFailure ?? .render("\(error)"), of: job)
  }

  func damage(of segment: Int, _ job: MovieAssembler) -> String {
    let frames = job.layout.segments[segment]
    return
      "\(job.setup.plan.job.file): frames \(frames.lowerBound)..\(frames.upperBound - 1) were damaged in the store; "
      + "they are removed from it and rendered anew"
  }

  func cancelled(_ job: MovieAssembler) {
    tally.withLock { $0 = ($0.0 + job.kept.segments, $0.1 + job.kept.of) }
    report(.cancelled, of: job.index)
  }

  func report(_ failure: JobFailure, of job: Int) {
    observe(.failed(job: job, failure))
    if settings.failFast { cancel() }
  }
}
