import Files
import Foundation
import JobFile
import Regression
import Rendering
import Reporting
import StageKit
import Synchronization

/// `pipeline regress`.
enum RegressCommand {
  static let specification = CommandSpecification(
    name: "regress", operands: "PATH…", operandCount: 1...100_000,
    summary: "Render job files and report the differences from a baseline, with their causes.",
    details: """
      Compares the pixels of every frame, the values and drawings of every stage, and the decoded videos with the
      baseline. Prints a line for each cause of differences, with the first frame and the stage responsible.

      Writes a report to the --output folder: index.html for people, junit.xml and results.json for programs.

      Several machines can share a run: each draws a --share of the jobs with --cache-only and the same --cache, then one
      writes the report with --join. Give all of them the same jobs, --baseline, --scale and --record.

      Exit code: 0 no differences; 3 differences, or faults in recorded files; 1 a job failed; 2 bad jobs or usage; 4 no
      share has finished a job (--join); 75 another try may help (--cache-only). The first of 75, 4, 1, 2 and 3 that
      holds.
      """,
    options: [
      .init("baseline", "DIR", "The folder of the baseline; default: Baselines."),
      .init(flag: "record", "Write the baseline of all jobs instead of comparing."),
      .init(
        "update", "JOB", "Accept what differs in this job; '*' matches any characters; repeatable."),
      .init("accept", "CAUSE", "Accept jobs that differ by this cause alone, as reports name it; repeatable."),
      .init("message", "TEXT", "Why differences are accepted; kept in the records."),
      .init("format", "KIND", "text, or github for annotations and a comment.md next to the report; default: text."),
      .init(flag: "single-file", "Put pictures and videos into index.html, such as for mail."),
      .init(
        "tolerance", "KIND",
        "The differences to ignore: exact (none), antialias, perceptual, or figures such as channel=2,pixels=0.001,ssim=0.99; default: exact."
      ),
      .init("scale", "X", "Multiply the scale of jobs without a baseline; default: 0.25."),
      .init("output", "DIR", short: "o", "The folder for videos and reports; default: regress.", formerly: "out"),
      .init("workers", "N", short: "w", "The number of segments to render at once; default: the number of cores."),
      .init("history", "FILE", "Measure processor time and memory of all jobs, and append them to this file."),
      .init(
        flag: "performance-gate",
        "Also report a difference if something is slower than in the last runs of the history."),
      .init(flag: "sample", "Compare reference frames only, without encoding: faster, but may miss changes."),
      .init("share", "I/N", "Only the I-th of N shares of the jobs, counted from 0; needs --cache-only."),
      .init(
        flag: "cache-only", "Draw and check jobs, keep what follows in the cache, and compare nothing.",
        formerly: "store-only"),
      .init(flag: "join", "Draw nothing: compare what is in the cache, and list the jobs that no share has finished."),
    ] + StoreOptions.common + JobPolicyOptions.all,
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try RegressOptions(arguments)
    let policy = try JobPolicyOptions.policy(arguments)
    let loading = StageLoading.reported()
    let registry = loading.registry
    let observer = IsolatedObserver(
      foreignStages: loading.foreignStages, policy: policy, deadline: try JobPolicyOptions.frameDeadline(arguments),
      folder: options.folder)
    let progress = StepProgress()
    let loaded = LoadedJobs(arguments.operands, registry: registry, policy: policy, progress: progress)
    try loaded.checkSelection()
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    let jobs = loaded.jobs
    try checkNames(jobs)
    try options.checkPaths()
    if !options.updates.isEmpty {
      let names = jobs.map(RegressionRun.name)
      for update in options.updates where !names.contains(where: { matches($0, update) }) {
        throw UsageError.badValue(
          option: "update", value: update,
          expected: "one of \(names.joined(separator: ", ")), or a pattern such as 'a*'")
      }
    }
    if options.settings.purpose == .store {
      let code = keep(jobs, registry: registry, options: options, progress: progress, observer: observer)
      return code == .success && loaded.hasErrors ? .badInput : code
    }
    let accepts = options.records || !options.updates.isEmpty || !options.acceptedCauses.isEmpty
    if options.records {
      return exitCode(
        record(jobs, registry: registry, options: options, progress: progress, observer: observer),
        hasErrors: loaded.hasErrors, accepts: accepts)
    }
    let results = try compare(
      jobs, loaded, registry: registry, options: options, progress: progress, observer: observer)
    progress.end()
    // A job that crashed or hung in a process of its own is not measured in this one.
    let failed = Set(results.filter { $0.status == .failed }.map(\.name))
    let slower = try PerformanceOptions.slower(
      jobs.filter { !failed.contains(RegressionRun.name(of: $0)) }, registry, options)
    for line in slower { Terminal.error("slower: \(line)") }
    let report = "\(options.folder)/index.html"
    let all = results + loaded.rejected.map(rejected)
    let description = RunDescription.current(arguments)
    let history = NightHistory("\(options.folder)/nights.jsonl")
    if options.updates.isEmpty, options.acceptedCauses.isEmpty { try history.append(.init(description, all)) }
    try MachineReports.write(
      all, baseline: options.baseline, slower: slower, run: description, nights: history.nights,
      isSingleFile: options.isSingleFile, to: options.folder)
    printCauses(all, description, options)
    Terminal.print(RunSummary(all).text + (slower.isEmpty ? "" : ", \(slower.count) slower") + "; see \(report)")
    let (open, isWritten) = accept(results, options)
    if accepts, !open.isEmpty {
      Terminal.error("not accepted: \(open.joined(separator: ", "))".escapingControlCharacters)
    }
    let code = exitCode(results, hasErrors: loaded.hasErrors, accepts: accepts && open.isEmpty)
    if !isWritten, code != .incomplete { return .renderFailed }
    return code == .success && options.isGated && !slower.isEmpty ? .differs : code
  }

  /// A file that is not a valid job, for the reports.
  private static func rejected(_ file: String, _ errors: [Diagnostic]) -> JobResult {
    JobResult.rejected(
      file,
      errors.map { error in
        let position = error.position.map { "\($0): " } ?? ""
        let subject = error.path.isEmpty ? "" : "\(error.path): "
        return "\(position)\(subject)\(error.message)\(error.hint.map { ". \($0)" } ?? "")".displayText
      })
  }

  /// Jobs of the same name would share a baseline.
  private static func checkNames(_ jobs: [Job]) throws {
    var seen: [String: String] = [:]
    for job in jobs {
      if let other = seen.updateValue(job.id, forKey: RegressionRun.name(of: job)) {
        throw UsageError.message(
          "\(other.escapingControlCharacters) and \(job.id.escapingControlCharacters) have the same name, and would share a baseline"
        )
      }
    }
  }

  /// Draws a share of the jobs, and keeps in the store what a join asks for.
  private static func keep(
    _ jobs: [Job], registry: StageRegistry, options: RegressOptions, progress: StepProgress,
    observer: IsolatedObserver
  ) -> ExitCode {
    let share = options.share ?? .whole
    let own = jobs.enumerated().filter { $0.offset % share.count == share.index }.map(\.element)
    let folder = options.settings.outputFolder
    let interrupts = Interrupts { code in
      try? FileManager.default.removeItem(atPath: folder)
      ChildRole.leave(code)
    }
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      withExtendedLifetime(interrupts) {}
    }
    let run = RegressionRun(
      registry: registry, settings: options.settings, outOfProcess: observer, step: progress.begin)
    let kept = run.keep(own, for: options.records ? nil : options.baseline)
    progress.end()
    let failures = kept.compactMap(\.failure)
    for job in kept {
      if let failure = job.failure { Terminal.error("\(job.file): \(failure)".escapingControlCharacters) }
    }
    Terminal.print("share \(share): \(kept.count - failures.count) of \(Format.count(kept.count, "job")) in the cache")
    let codes = failures.map(\.kind).map { kind -> ExitCode in
      switch kind {
      case .failed: .renderFailed
      case .temporary: .temporaryFailure
      case .unfinished: .incomplete
      }
    }
    return [.temporaryFailure, .incomplete, .renderFailed].first(where: codes.contains) ?? .success
  }

  private static func record(
    _ jobs: [Job], registry: StageRegistry, options: RegressOptions, progress: StepProgress,
    observer: IsolatedObserver
  ) -> [JobResult] {
    let run = RegressionRun(
      registry: registry, settings: options.settings, outOfProcess: observer, step: progress.begin
    ) { result in
      for line in [.failed, .unfinished].contains(result.status)
        ? result.lines : ["\(result.file.escapingControlCharacters): rendered and checked"]
      {
        Terminal.error(line)
      }
    }
    var results = run.observe(jobs)
    for (index, result) in results.enumerated() {
      guard let observation = result.observation else { continue }
      for fault in observation.faults {
        Terminal.error("\(result.file.escapingControlCharacters): \(fault)")
      }
      if write(observation, of: result, options, "recorded") { continue }
      (results[index].status, results[index].observation) = (.failed, nil)
    }
    return results
  }

  /// Writes a job's baseline, and says so or what keeps it from being written; the others are written in any case.
  static func write(
    _ observation: JobObservation, of result: JobResult, _ options: RegressOptions, _ done: String
  ) -> Bool {
    do {
      try options.baseline.write(observation, message: options.message)
      Terminal.print("\(options.baseline.folder(result.name)): \(done)".escapingControlCharacters)
      return true
    } catch {
      Terminal.error("\(result.file): not \(done): \(SystemError.describe(error))".displayText)
      return false
    }
  }

  /// Draws and checks one job for a parent, which is sent the result and reads its record and pictures from a folder.
  static func observe(_ request: ObservationRequest) throws -> ExitCode {
    let registry = StageLoading.registry()
    let progress = StepProgress()
    let loaded = LoadedJobs(
      [request.file], registry: registry, policy: request.policy, progress: progress, isPart: true)
    let settings = RegressionSettings(
      outputFolder: "\(request.outputFolder)/videos", workers: request.workers, program: pipelineVersion,
      scale: request.scale)
    try PathOptions.checkWritable(folder: settings.outputFolder, option: "output")
    let baseline = BaselineFolder(request.baseline)
    let run = RegressionRun(registry: registry, settings: settings, step: progress.begin)
    let results = inOtherThread { run.observe(loaded.jobs) }
    progress.end()
    for result in results {
      send(result)
      if let observation = result.observation { try baseline.write(observation, message: nil) }
    }
    return exitCode(results, hasErrors: loaded.hasErrors, accepts: true)
  }

  /// Reports a result to the parent process.
  private static func send(_ result: JobResult) {
    guard let observation = result.observation else {
      return ChildRole.send(IsolatedObserver.Message.failed(result.notes.joined(separator: "\n")))
    }
    ChildRole.send(
      IsolatedObserver.Message.observed(observation.record, faults: observation.faults, files: observation.files))
  }

  /// Runs in another thread, so that the main thread draws no job twice.
  private static func inOtherThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let result = Mutex<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      result.withLock { $0 = value }
      isDone.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    while true {
      isDone.wait()
      if let value = result.withLock({ $0 }) { return value }
    }
  }

  private static func compare(
    _ jobs: [Job], _ loaded: LoadedJobs, registry: StageRegistry, options: RegressOptions, progress: StepProgress,
    observer: IsolatedObserver
  ) throws -> [JobResult] {
    let run = RegressionRun(
      registry: registry, settings: options.settings, outOfProcess: observer, step: progress.begin
    ) { result in
      for line in result.lines { Terminal.error(line.escapingControlCharacters) }
      if ![.failed, .unfinished].contains(result.status) {
        for note in result.notes { Terminal.error("\(result.file.escapingControlCharacters): note: \(note)") }
      }
    }
    var results = run.compare(jobs, with: options.baseline)
    if options.selectsAll {
      let files = Set(
        loaded.jobs.filter { !$0.variant.choices.isEmpty }.map(RegressionRun.name).compactMap(RegressionRun.file))
      let names = Set((loaded.jobs + loaded.colliding).map(RegressionRun.name))
      let moved = Set(results.compactMap(\.movedFrom))
      for name in options.baseline.jobs
      where !names.contains(name) && !moved.contains(name) && !loaded.hasErrors
        && (options.namesFolders || RegressionRun.file(ofVariant: name).map(files.contains) == true)
      {
        let missing = JobResult.missing(name, in: options.baseline)
        for line in missing.lines { Terminal.error(line.escapingControlCharacters) }
        results.append(missing)
      }
    }
    return results
  }
}
