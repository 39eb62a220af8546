import Files
import Foundation
import Preview
import Reporting

/// Renders the jobs of a folder as they land and change, until it is stopped.
///
/// It checks the folder whenever something may have changed, and compares the stamps of all files that jobs depend on:
/// notifications only say when to check. Only the contents of the disk decide, so that it continues where it was.
final class FolderWatcher {
  let settings: WatchSettings
  let log: WatchLog
  /// By the names of their files.
  var jobs: [String: WatchedJob] = [:]
  /// Jobs whose files are gone while their processes end.
  var leaving: [WatchedJob] = []
  /// The outputs of jobs that are gone, to be removed unless others write them.
  var pruned: [(job: String, files: [String])] = []
  /// True if it was said that the folder has no locks.
  private var hasNotedLocks = false
  /// The options that match no job of the folder, as far as that was said.
  private var notedOptions: Set<String> = []
  let identity: String
  /// The exit codes of jobs that failed, by their names; only asked for once.
  var failures: [String: ExitCode] = [:]
  var page: StatusPage?
  var lastProgress = ContinuousClock.now

  private let watch: FolderWatch
  private let wake: Pipe
  private let interrupts: Interrupts
  private var isFirstLook = true
  var mustLook = true
  private var lastLook = ContinuousClock.now
  /// The number of examinations of the folder.
  private(set) var looks = 0
  private var inputs: Set<String> = []
  private var isReadable = true

  /// The interval at which all files are examined without an event, in seconds.
  private static let lookInterval = 10.0
  /// The time for which a file may be open for writing without being written to, in seconds.
  private static let longestWriting = 30.0

  init(_ settings: WatchSettings, _ log: WatchLog) throws {
    self.settings = settings
    self.log = log
    identity = WatchIdentity.current
    wake = try Pipe()
    let writeEnd = wake.writeEnd
    interrupts = Interrupts { _ in _ = write(writeEnd, "x", 1) }
    watch = FolderWatch([settings.folder], poll: settings.poll)
    page = settings.page.map { StatusPage(path: $0, settings) }
  }

  func run() -> ExitCode {
    log.watching(settings.folder, isPolling: watch.isPolling)
    removeLeftovers()
    while interrupts.code == nil {
      if mustLook || .now - lastLook > .seconds(Self.lookInterval) { look() }
      pollRuns()
      startRuns()
      updateWatch()
      prune()
      page?.update(self)
      if isIdle {
        noteUnmatchedOptions()
        if settings.isOnce { break }
      }
      let waiting = watch.changes(waiting: secondsToWait, orUntil: [wake.readEnd] + runs.flatMap(\.descriptors))
      if waiting.contains(where: concerns) { mustLook = true }
    }
    return stop()
  }

  /// The processes that run.
  var runs: [WatchRun] { (jobs.values.compactMap(\.run) + leaving.compactMap(\.run)) }

  private var isIdle: Bool {
    !mustLook && runs.isEmpty && !jobs.values.contains { $0.isOutdated } && (isReadable || !isFirstLook)
      && pruned.isEmpty
  }

  /// True if a reported change matters: most files in the folder are none of jobs.
  private func concerns(_ path: String) -> Bool {
    if path == settings.folder || inputs.contains(path) { return true }
    if inputs.contains((path as NSString).deletingLastPathComponent) { return true }
    guard path.hasPrefix("\(settings.folder)/") else { return true }
    return Self.isJob(path.dropFirst(settings.folder.count + 1))
  }

  /// True if a file with a name is a job, as for `run`.
  static func isJob(_ name: some StringProtocol) -> Bool {
    let lower = name.lowercased()
    return lower.hasSuffix(".json") && !lower.hasSuffix(ReviewFile.ending) && !name.hasPrefix(".")
  }

  private var secondsToWait: Double {
    if mustLook { return 0 }
    let now = ContinuousClock.now
    var next = lastLook + .seconds(Self.lookInterval)
    // While all processes are busy, the end of one wakes.
    if runs.count < settings.jobs {
      for job in jobs.values where job.isOutdated { next = min(next, max(readyTime(of: job), now + .milliseconds(20))) }
    }
    if !runs.isEmpty { next = min(next, now + .milliseconds(200)) }
    if page?.isDue == true { next = min(next, now + .milliseconds(200)) }
    return max(0, (next - now) / .seconds(1))
  }

  /// When a job that has changed may be rendered.
  func readyTime(of job: WatchedJob) -> ContinuousClock.Instant {
    let isBeingWritten = job.seen.keys.contains { watch.filesBeingWritten.contains($0) }
    let quiet =
      isBeingWritten
      ? max(Self.longestWriting, settings.quiet) : job.isIncomplete ? max(2, settings.quiet * 4) : settings.quiet
    return max(job.seenSince + .seconds(quiet), job.retry ?? job.seenSince)
  }

  // MARK: Looking

  private func look() {
    // Many small writes are handled together.
    let pause = .seconds(0.03) - (.now - lastLook)
    if !isFirstLook, pause > .zero { usleep(UInt32(pause / .milliseconds(1)) * 1000) }
    mustLook = false
    lastLook = .now
    looks += 1
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: settings.folder).filter(Self.isJob)
      if !isReadable { log.note("the folder '\(settings.folder)' can be read again") }
      isReadable = true
    } catch {
      // An unreadable folder says nothing: no file counts as gone.
      if isReadable {
        log.note("the folder '\(settings.folder)' cannot be read: \(SystemError.message(of: error)). Waiting for it.")
      }
      isReadable = false
      return
    }
    var known: [String: FileStamp?] = [:]
    func stamp(_ path: String) -> FileStamp? {
      if let stamp = known[path] { return stamp }
      let stamp = FileStamp(path)
      known[path] = stamp
      return stamp
    }
    var present: Set<String> = []
    for name in names {
      let file = "\(settings.folder)/\(name)"
      let refusal = Self.refusal(of: file, stamp(file))
      // The list may be older than this; the index of a sheet of sprites is a file that jobs write.
      if stamp(file) == nil, refusal == nil { continue }
      if jobs[name] == nil, OwnFiles.isIndex(file) { continue }
      present.insert(name)
      let job = jobs[name] ?? WatchedJob(name, in: settings.folder, isInitial: isFirstLook)
      jobs[name] = job
      if job.refusal != refusal { refuse(job, refusal) }
      if refusal != nil { continue }
      let isChanged = job.look(looks, stamp)
      if !isChanged, job.isDelivered, job.receipt?.isDelivered(in: settings.outputFolder) == false {
        // Somebody removed or changed what it had written.
        job.rendered = nil
        job.state = .waiting
        page?.isChanged = true
      }
      guard isChanged else { continue }
      if let run = job.run {
        if job.isOutdated(run) { run.cancel("it changed") }
      } else if job.isOutdated {
        job.state = .waiting
      }
      page?.isChanged = true
    }
    for (name, job) in jobs where !present.contains(name) { leave(job) }
    isFirstLook = false
  }

  /// Why what has a job's name is no file, as `run` says it: a folder, or a link to nothing. Nil for a file, and where nothing
  /// is there.
  private static func refusal(of file: String, _ stamp: FileStamp?) -> String? {
    if let stamp, !stamp.isFolder { return nil }
    guard FileSystem.exists(file) else { return nil }
    do throws(FileError) {
      try FileSystem.checkReadable(file)
      return nil
    } catch {
      return Diagnostic(file: file, message: error.message, hint: error.hint).description
    }
  }

  /// Says why a job cannot be read, or lets it be rendered again.
  private func refuse(_ job: WatchedJob, _ refusal: String?) {
    job.refusal = refusal
    page?.isChanged = true
    guard let refusal else {
      (job.state, job.rendered) = (.waiting, nil)
      return
    }
    job.run?.cancel("it changed")
    job.state = .failed
    failures[job.name] = .badInput
    do { try job.errorsFile.write([refusal]) } catch { log.note("\(error)") }
    log.failed(job, [refusal])
  }

  /// The folder, and what jobs read.
  private func updateWatch() {
    let now = Set(jobs.values.flatMap(\.inputs))
    guard now != inputs else { return }
    inputs = now
    watch.watch(inputs.union([settings.folder]))
    // Changes before the watch are found by an examination.
    mustLook = true
  }

  /// Says once that nothing keeps two watchers from rendering one job.
  func noteMissingLocks() {
    if !hasNotedLocks {
      log.note(
        "the file system of '\(settings.folder)' has no locks: where several watchers share the folder, each may render "
          + "every job, to the same bytes")
    }
    hasNotedLocks = true
  }

  /// Says once which options match no job of the folder, all of which were read.
  private func noteUnmatchedOptions() {
    let all = jobs.values.compactMap(\.unmatched)
    guard all.count == jobs.count, let first = all.first else { return }
    for option in first where all.allSatisfy({ $0.contains(option) }) && notedOptions.insert(option).inserted {
      log.note(option)
    }
  }

  // MARK: Stopping

  private func stop() -> ExitCode {
    for run in runs { run.cancel("the watcher stops") }
    while !runs.isEmpty {
      pollRuns()
      usleep(5000)
    }
    let order: [ExitCode] = [.temporaryFailure, .renderFailed, .badInput]
    let code = interrupts.code ?? order.first(where: failures.values.contains) ?? .success
    page?.end(self)
    log.stopped(code)
    return code
  }
}
