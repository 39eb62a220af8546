import Foundation
import JobFile
import Planning
import Rendering
import StageKit
import Synchronization

/// `pipeline run`.
enum RunCommand {
  static let specification = CommandSpecification(
    name: "run", operands: "PATH…", operandCount: 1...100_000,
    summary: "Render job files, or all job files in folders, to videos.",
    details: """
      A folder means all files named *.json directly in it. Jobs with errors are reported, and the others are
      rendered. A video gets its name only when it is complete and checked; its bytes depend neither on the number of
      workers nor on the cache. After an interruption, the same command continues where it stopped.

      Several machines can draw one folder's videos: each runs its --share with --cache-only and the same --cache, then one
      of them runs --join.

      Exit code: 0 all is done; 1 a job failed; 2 bad jobs or usage; 4 segments are missing (--join); 75 another try may
      help: a cache that does not answer, or, for a share, a full disk, too little memory, a process that was killed.
      """,
    listsFormats: true,
    options: [
      .init("output", "DIR", short: "o", "The folder for the videos; default: out.", formerly: "out"),
      .init("workers", "N", short: "w", "The number of segments to render at once; default: the number of cores."),
      .init("scale", "X", "Multiply every job's scale, such as 0.25 for a preview."),
      .init("frames", "A..B", "Only the frames from A to B, counted from 0."),
      .init(flag: "mute", "Leave the sound out."),
      .init(flag: "fail-fast", "Stop the run at the first failure."),
      .init(
        "progress", "KIND",
        "The kind of progress: bar, lines, json (one object per line) or none; default: auto, which is bar in a terminal, else lines."
      ),
      .init(flag: "explain", "Print why each segment was rendered."),
      .init(flag: "timings", "Print each job's processor time by phase and by stage."),
      .init(flag: "dry-run", "Check and plan everything, and print what would be rendered."),
      .init(flag: "force", "Also replace files that this program did not make."),
      .init(
        "max-memory", "SIZE", "The memory that the run may use, such as 2GB; default: 90 % of what is free."),
      .init(
        flag: "checked", "Fail jobs whose stages draw with numbers that are not finite; costs some percent of time."),
      .init(flag: "isolate", "Render every job in its own process, so that a crash affects no other job."),
      .init(flag: "no-isolate", "Isolate no job, not even those with stages of foreign plugins."),
      IdentityCommand.option,
    ] + ShareOptions.all + StoreOptions.all + JobPolicyOptions.all,
    run: run)

  enum ProgressKind: String, CaseIterable, Codable { case auto, bar, lines, json, none }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var settings = try RunSettings(arguments)
    settings.progress = try arguments.choice("progress", default: ProgressKind.auto)
    return try run(settings)
  }

  /// Renders, or does the part of it that a child is asked for.
  static func run(_ settings: RunSettings) throws -> ExitCode {
    var settings = settings
    let isWhole = settings.part == .whole
    if settings.tries > 1 { return try ShareRetry.run(settings) }
    // A parent has looked it up.
    let submitted: SubmittedRun?
    do { submitted = isWhole ? try SubmittedRun(settings) : nil } catch let missing as SubmittedRun.Missing {
      Terminal.error("\(missing)")
      return settings.purpose.share == nil ? .badInput : .temporaryFailure
    }
    let loading = StageLoading.reported()
    let registry = loading.registry
    if let identity = settings.identity, try !IdentityCommand.matches(identity) { return .badInput }
    if let submitted, settings.purpose.share != nil, !submitted.hasIdentity { return .badInput }
    let showsReading = settings.part != .job && (settings.progress == .auto || settings.progress == .bar)
    let loaded = LoadedJobs(
      settings.paths, registry: registry, policy: settings.policy, progress: showsReading ? StepProgress() : nil,
      foundIn: settings.foundIn, isPart: !isWhole)
    try loaded.checkSelection()
    // A parent has printed the diagnostics of a dry run.
    if settings.part != .plan { for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") } }
    if loaded.hasErrors && settings.failFast { return .badInput }
    var isComplete = true
    if let submitted {
      settings.purpose = try submitted.purpose(settings.purpose, loaded.jobs)
      isComplete = submitted.reportChanges(loaded)
    }
    let writesFiles = settings.purpose.share == nil
    if writesFiles { try PathOptions.checkWritable(folder: settings.outputFolder, option: "output") }
    if settings.isDryRun {
      let foreign = settings.isolation == .none ? [] : loading.foreignStages
      return try DryRun.run(loaded, registry: registry, settings, foreignStages: foreign)
    }
    if writesFiles, !loaded.jobs.isEmpty { try PathOptions.createFolder(settings.outputFolder, option: "output") }
    let isolated = IsolatedRenderer(loaded.jobs, settings, foreignStages: loading.foreignStages)
    if !isWhole, loaded.hasErrors { ChildRole.send(IsolatedJobMessage.rejected(loaded.diagnostics)) }
    let display = isWhole ? progress(settings, loaded) : ParentProgress()
    let code = render(
      loaded, registry: registry, settings: settings.session, isolated: isolated, display, kind: settings.progress,
      explains: settings.explains)
    if code == .success, loaded.hasErrors { return .badInput }
    return code == .success && !isComplete ? .incomplete : code
  }

  private static func render(
    _ loaded: LoadedJobs, registry: StageRegistry, settings: RenderSettings, isolated: IsolatedRenderer?,
    _ progress: any ProgressDisplay, kind: ProgressKind, explains: Bool
  ) -> ExitCode {
    let outcome = Mutex(ExitCode.success)
    let skipped = Mutex(0)
    let tables = Mutex<[Int: String]>([:])
    let run = RenderSession(jobs: loaded.jobs, registry: registry, settings: settings, outOfProcess: isolated) {
      event in
      progress.handle(event)
      if case .skipped = event { skipped.withLock { $0 += 1 } }
      if case .finished(let job, let summary) = event {
        tables.withLock { $0[job] = RunReport.tables(summary, of: loaded.jobs[job].variant, explains: explains) }
      }
      guard case .failed(_, let failure) = event else { return }
      outcome.withLock { $0 = exitCode(of: failure, after: $0, settings.purpose) }
    }
    let isReported = Atomic(false)
    let interrupts = Interrupts { code in
      run.cancel()
      // Work that does not stop by itself, such as preparing a large map, is not waited for; child processes are, until
      // they exit or are killed.
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: isolated == nil ? 0.7 : IsolatedRenderer.gracePeriod + 1)
        if isReported.exchange(true, ordering: .relaxed) { return }
        run.abandon()
        Terminal.error(interruption(run, settings))
        ChildRole.leave(code)
      }
    }
    run.run()
    progress.finish()
    if let share = settings.purpose.share, kind != .json, skipped.withLock({ $0 }) == loaded.jobs.count {
      Terminal.error("share \(share) has no segments")
    }
    if kind != .json {
      for (_, table) in tables.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where !table.isEmpty {
        Terminal.error(table)
      }
    }
    if let code = interrupts.code {
      if !isReported.exchange(true, ordering: .relaxed) { Terminal.error(interruption(run, settings)) }
      return code
    }
    let code = outcome.withLock { $0 }
    if code == .incomplete, kind != .json {
      Terminal.error("Segments are missing. Run the shares that are named again, then join again.")
    }
    return code
  }

  /// The exit code of a run with another failure: the first of 75, 4, 1, 2 that any of them asks for.
  private static func exitCode(of failure: JobFailure, after code: ExitCode, _ purpose: RunPurpose) -> ExitCode {
    let own: ExitCode =
      switch failure {
      case .badJob: .badInput
      case .render: .renderFailed
      case .temporary: purpose.share == nil ? .renderFailed : .temporaryFailure
      case .incomplete: .incomplete
      case .cancelled: .success
      }
    let order: [ExitCode] = [.temporaryFailure, .incomplete, .renderFailed, .badInput]
    return order.first { $0 == own || $0 == code } ?? .success
  }

  /// The rest of an interrupted run, and the command that continues it.
  private static func interruption(_ run: RenderSession, _ settings: RenderSettings) -> String {
    guard settings.store != nil else {
      return "Interrupted. Without a cache, unfinished videos start over. Run the same command again to render them."
    }
    let (stored, total) = run.storedSegments
    return "Interrupted. Run the same command again to continue: \(stored) of "
      + "\(Format.count(total, "segment")) of unfinished videos \(stored == 1 ? "is" : "are") in the cache."
  }

  private static func progress(_ settings: RunSettings, _ loaded: LoadedJobs) -> any ProgressDisplay {
    let jobs = loaded.jobs
    let explains = settings.explains
    let activity = settings.purpose.draws ? "rendering" : "joining"
    let display: any ProgressDisplay =
      switch settings.progress {
      case .none: QuietProgress(jobs: jobs)
      case .json: JSONProgress(jobs: jobs, rejected: loaded.rejected, explains: explains)
      case .bar: BarProgress(jobs: jobs)
      case .lines: LineProgress(jobs: jobs, activity: activity)
      case .auto: Terminal.errorIsTerminal ? BarProgress(jobs: jobs) : LineProgress(jobs: jobs, activity: activity)
      }
    return MergedReports(display, jobs)
  }

  static func frames(_ text: String) throws -> ClosedRange<Int> {
    let parts = text.components(separatedBy: "..")
    guard parts.count == 2, let a = Int(parts[0]), let b = Int(parts[1]), 0 <= a, a <= b, b < 1 << 31 else {
      throw UsageError.badValue(
        option: "frames", value: text, expected: "a range of frames such as 0..59")
    }
    return a...b
  }
}
