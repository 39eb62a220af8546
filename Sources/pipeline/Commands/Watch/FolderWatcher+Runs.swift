import Files
import Foundation
import JobFile

/// Beginning and ending the processes of jobs.
extension FolderWatcher {
  /// Begins to render the jobs that are quiet, the one that was changed most recently first; those that were found together by
  /// name, so that the owner of a file is rendered before the others that write it, which are not.
  func startRuns() {
    let now = ContinuousClock.now
    let ready = jobs.values.filter { $0.isOutdated && readyTime(of: $0) <= now }
      .sorted { ($0.found, $1.name) > ($1.found, $0.name) }
    for job in ready {
      guard runs.count < settings.jobs else { return }
      // It is only known by looking that it was quiet up to now.
      if job.look(looks, { FileStamp($0) }) { continue }
      guard job.seen[job.file] != nil else { continue }
      if !job.isIncomplete, let bytes = try? RegularFile(job.file).bytes(limit: JobLimits.fileSize),
        WatchedJob.isIncomplete(bytes)
      {
        job.isIncomplete = true
        if readyTime(of: job) > now { continue }
      }
      start(job)
    }
  }

  private func start(_ job: WatchedJob) {
    page?.isChanged = true
    do {
      guard let claim = try JobClaim.take(JobClaim.path(of: job.name, in: settings.folder)) else {
        job.retry = .now + RetryDelays.renderedElsewhere
        if job.state != .elsewhere { log.elsewhere(job) }
        job.state = .elsewhere
        return
      }
      if !claim.isLocked { noteMissingLocks() }
      if let receipt = claim.receipt, take(receipt, for: job) { return }
      claim.receipt?.removeRemains(in: settings.outputFolder)
      guard let stamp = job.seen[job.file] else { return }
      job.run = try WatchRun(job.file, stamp: stamp, claim: claim, settings: settings)
      job.state = .rendering
      log.started(job)
    } catch {
      job.retry = .now + RetryDelays.notStarted
      if job.state != .failed { log.note("\(job.file): cannot be rendered now: \(SystemError.describe(error))") }
      job.state = .failed
      if settings.isOnce {
        job.rendered = job.seen
        failures[job.name] = .renderFailed
      }
    }
  }

  /// Takes what another watcher, or an earlier one, left for this job; false if it has to be rendered.
  private func take(_ receipt: WatchReceipt, for job: WatchedJob) -> Bool {
    guard receipt.options == settings.optionsDigest, receipt.inputs.first?.path == job.name else { return false }
    // A job that this watcher finds may have been corrected by changes that no receipt records, or be drawn differently
    // since.
    if job.isInitial, job.receipt == nil, !receipt.messages.isEmpty || receipt.identity != identity { return false }
    // It must be rendered in any case, unless somebody else has done so since.
    if job.rendered == nil, job.receipt == receipt { return false }
    let inputs = Set(receipt.inputs.dropFirst().map { $0.path(in: settings.folder) })
    job.depend(on: inputs) { FileStamp($0) }
    guard receipt.isCurrent(in: settings.folder, outputs: settings.outputFolder),
      receipt.messages.isEmpty || job.errorsFile.isOwn
    else { return false }
    job.rendered = job.seen
    job.receipt = receipt
    job.unmatched = receipt.unmatched
    job.state = receipt.messages.isEmpty ? .done : .failed
    if receipt.messages.isEmpty { job.errorsFile.remove() } else { failures[job.name] = .renderFailed }
    log.unchanged(job)
    return true
  }

  // MARK: Ending

  func pollRuns() {
    for job in Array(jobs.values) + leaving {
      guard let run = job.run else { continue }
      let hadFacts = run.facts != nil
      let before = run.done
      let end = run.poll()
      if !hadFacts, let facts = run.facts {
        job.depend(on: Set(facts.inputs.map(\.path))) { FileStamp($0) }
        job.rival = nil
        job.unmatched = facts.unmatched
        checkRivals(of: job, facts)
        checkCycle(of: job)
        // Its files may have changed while it read them, and the next examination compares with what is seen now.
        if job.isOutdated(run) { run.cancel("it changed") }
        run.permit()
      }
      if run.done != before { progress(job, run) }
      if let end { finish(job, run, end) }
    }
  }

  private func progress(_ job: WatchedJob, _ run: WatchRun) {
    page?.isChanged = true
    guard .now - lastProgress > .milliseconds(250) else { return }
    lastProgress = .now
    log.progress(job, run.done, run.facts?.frames ?? run.done)
  }

  private func finish(_ job: WatchedJob, _ run: WatchRun, _ end: WatchRun.End) {
    page?.isChanged = true
    // Other jobs may read what was written.
    mustLook = true
    job.run = nil
    defer { run.claim.release() }
    if let index = leaving.firstIndex(where: { $0 === job }) {
      leaving.remove(at: index)
      log.cancelled(job, run.cancellation ?? "it is gone")
      return clear(job, run)
    }
    for warning in run.warnings { log.warning(job, warning) }
    if job.rival == nil, let reason = cancellation(of: job, run, end) {
      job.state = job.refusal == nil ? .waiting : .failed
      job.rendered = nil
      return log.cancelled(job, reason)
    }
    let inputs = Set((run.facts?.inputs.map(\.path) ?? Array(job.inputs)) + (run.facts?.guesses ?? []))
    var made = job.seen
    if let facts = run.facts {
      made = [:]
      for input in facts.inputs { made[input.path] = input.stamp }
      // Some of these may be what was written now.
      for path in facts.guesses { made[path] = FileStamp(path) }
    }
    made[job.file] = run.stamp
    job.depend(on: inputs) { FileStamp($0) }
    job.rendered = made
    switch end {
    case .finished: succeed(job, run)
    case .failed(let isTemporary):
      fail(job, run: run, messages: run.messages, code: run.code)
      if isTemporary, !settings.isOnce {
        job.rendered = nil
        job.retry = .now + RetryDelays.temporaryFailure
      }
    case .cancelled: fail(job, run: run, messages: [job.rivalMessage], code: .badInput)
    }
  }

  /// Why the end of a run says nothing of its job; nil where it does.
  private func cancellation(of job: WatchedJob, _ run: WatchRun, _ end: WatchRun.End) -> String? {
    switch end {
    case .finished: return nil
    case .cancelled: return run.cancellation ?? ""
    case .failed:
      // It may have read a file that was just being written.
      job.look(looks) { FileStamp($0) }
      return job.isOutdated(run) ? "it changed" : nil
    }
  }

  private func succeed(_ job: WatchedJob, _ run: WatchRun) {
    let delivered = run.summaries.flatMap { $0.files.map(\.path) }
    // With subtitles and indexes, which no summary has.
    let written = (run.facts?.outputs ?? []).map { "\(settings.outputFolder)/\($0)" }
    let files = Set(delivered + written.filter { !Self.existing($0).isEmpty } + (run.poster.map { [$0] } ?? []))
    var receipt = receipt(of: job, run, files.sorted(), [])
    receipt.noteBeginnings(in: settings.outputFolder)
    run.claim.leave(receipt)
    let isFreed = Set(job.receipt?.outputs ?? []) != Set(receipt.outputs)
    job.receipt = receipt
    job.rival = nil
    job.state = .done
    failures[job.name] = nil
    job.errorsFile.remove()
    log.finished(job, receipt: receipt, files: delivered, run: run)
    if isFreed { retryRivals(of: job.name) }
  }

  private func fail(_ job: WatchedJob, run: WatchRun, messages: [String], code: ExitCode) {
    let receipt = receipt(of: job, run, [], messages)
    do { try job.errorsFile.write(messages) } catch { log.note("\(error)") }
    run.claim.leave(receipt)
    failures[job.name] = code
    job.receipt = receipt
    job.state = .failed
    log.failed(job, messages)
  }

  private func receipt(of job: WatchedJob, _ run: WatchRun, _ files: [String], _ messages: [String]) -> WatchReceipt {
    let folder = settings.folder
    let inputs = run.facts?.inputs.map { WatchReceipt.File($0.path, $0.stamp, in: folder) } ?? []
    let guesses = run.facts?.guesses.map { WatchReceipt.File($0, FileStamp($0), in: folder) } ?? []
    return WatchReceipt(
      options: settings.optionsDigest, identity: identity,
      inputs: [WatchReceipt.File(job.file, run.stamp, in: folder)] + inputs + guesses,
      outputs: run.facts?.outputs ?? [],
      files: files.map { WatchReceipt.File.at($0, in: settings.outputFolder) },
      unmatched: run.facts?.unmatched, messages: messages, frames: run.facts?.frames ?? 0,
      date: Date().timeIntervalSince1970,
      elapsed: (ContinuousClock.now - run.began) / .seconds(1))
  }
}
