import Dispatch
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
    summary: "Render job files, or all job files of folders, to videos.",
    details: """
      A folder stands for all files named *.json directly in it. Bad jobs are told, and the others are rendered. A video
      appears under its name only when it is whole and checked; its bytes depend neither on the number of workers nor on
      what was kept from earlier runs. A run that was ended goes on where it was when it is started again.
      """,
    options: [
      .init("out", "DIR", short: "o", "The folder for the videos; 'out' unless told."),
      .init("workers", "N", short: "w", "Segments rendered at once; as many as there are cores unless told."),
      .init("scale", "X", "Multiply every job's scale, such as 0.25 for a quick look."),
      .init("frames", "A..B", "Only the frames from A to B, counted from 0."),
      .init(flag: "fail-fast", "End the run at the first failure."),
      .init("progress", "KIND", "How progress is shown: auto, bar, json (one object a line) or none."),
      .init(flag: "explain", "Tell of each segment why it was rendered."),
      .init(flag: "timings", "Tell where each job's processor time went, by phase and by stage."),
      .init(flag: "dry-run", "Check and plan everything, and tell what would be rendered."),
      .init(flag: "force", "Replace files too that this program did not make."),
      .init(
        "max-memory", "SIZE", "What the run may take, such as 2GB; 90 % of what is free when it begins unless told."),
      .init("frame-deadline", "SECONDS", "How long a frame, or the making of a stage, may take; 120 unless told."),
      .init(flag: "isolate", "Render every job in a process of its own, so that a stage that crashes harms no other."),
      .init(flag: "no-isolate", "Isolate no job, those with stages of foreign plugins neither."),
    ] + StoreOptions.all + JobPolicyOptions.all,
    run: run)

  enum ProgressKind: String, CaseIterable { case auto, bar, json, none }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var settings = RenderSettings(
      outputFolder: arguments.string("out") ?? "out",
      workers: try arguments.integer("workers", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount,
      scale: try arguments.number("scale", in: 0.01...16) ?? 1,
      frames: try arguments.string("frames").map(frames), failFast: arguments.has("fail-fast"),
      measuresTime: arguments.has("timings"), reusesFrames: !arguments.has("no-reuse"),
      store: try StoreOptions.settings(arguments))
    settings.replacesForeignFiles = arguments.has("force")
    settings.memory = try ByteSize.option("max-memory", arguments)
    settings.frameDeadline = try arguments.number("frame-deadline", in: 0.5...1e6) ?? settings.frameDeadline
    settings.stepNote = ChildProcess.note
    let policy = try JobPolicyOptions.policy(arguments)
    let kind = try arguments.choice("progress", default: ProgressKind.auto)
    let loading = StageLoading.reported()
    let registry = loading.registry
    let reading = kind == .auto || kind == .bar ? StepProgress() : nil
    let loaded = LoadedJobs(arguments.operands, registry: registry, policy: policy, progress: reading)
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    if loaded.hasErrors && settings.failFast { return .badInput }
    try PathOptions.checkWritable(folder: settings.outputFolder, option: "out")
    if arguments.has("dry-run") { return DryRun.run(loaded, registry: registry, settings: settings) }
    if !loaded.jobs.isEmpty { try PathOptions.createFolder(settings.outputFolder, option: "out") }
    if ChildProcess.isChild { ChildProcess.followParent() }
    let apart = IsolatedRenderer(
      loaded.jobs, arguments, foreignStages: loading.foreignStages, workers: settings.workers)
    let code = render(
      loaded, registry: registry, settings: settings, apart: apart, kind: kind, explains: arguments.has("explain"))
    return code == .success && loaded.hasErrors ? .badInput : code
  }

  private static func render(
    _ loaded: LoadedJobs, registry: StageRegistry, settings: RenderSettings, apart: IsolatedRenderer?,
    kind: ProgressKind,
    explains: Bool
  ) -> ExitCode {
    let outcome = Mutex(ExitCode.success)
    let tables = Mutex<[Int: String]>([:])
    let progress = progress(kind, loaded, explains: explains)
    let run = RenderSession(jobs: loaded.jobs, registry: registry, settings: settings, apart: apart) { event in
      progress.take(event)
      if case .finished(let job, let summary) = event {
        tables.withLock { $0[job] = RunReport.tables(summary, explains: explains) }
      }
      guard case .failed(_, let failure) = event else { return }
      outcome.withLock { code in
        switch failure {
        case .badJob: if code == .success { code = .badInput }
        case .render: code = .renderFailed
        case .cancelled: break
        }
      }
    }
    let isTold = Atomic(false)
    let interrupts = Interrupts { code in
      run.cancel()
      // What does not stop by itself, such as the making of a large map, is not waited for; child processes are, until
      // they have ended or are killed.
      DispatchQueue.global().asyncAfter(deadline: .now() + (apart == nil ? 0.7 : ChildProcess.patience + 1)) {
        if isTold.exchange(true, ordering: .relaxed) { return }
        run.abandon()
        Terminal.error(interruption(run, settings))
        _exit(code.rawValue)
      }
    }
    run.run()
    progress.finish()
    if kind != .json {
      for (_, table) in tables.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where !table.isEmpty {
        Terminal.error(table)
      }
    }
    if let code = interrupts.code {
      if !isTold.exchange(true, ordering: .relaxed) { Terminal.error(interruption(run, settings)) }
      return code
    }
    return outcome.withLock { $0 }
  }

  /// What is left of an interrupted run, and how to go on.
  private static func interruption(_ run: RenderSession, _ settings: RenderSettings) -> String {
    guard settings.store != nil else {
      return "Interrupted; of videos that were not finished nothing is kept. Run the same command again to render them."
    }
    let kept = run.kept
    return "Interrupted. Run the same command again to go on: of the videos that were begun, "
      + "\(kept.segments) of \(Format.count(kept.of, "segment")) \(kept.segments == 1 ? "is" : "are") kept."
  }

  private static func progress(
    _ kind: ProgressKind, _ loaded: LoadedJobs, explains: Bool
  ) -> any ProgressDisplay {
    let jobs = loaded.jobs
    return switch kind {
    case .none: QuietProgress(jobs: jobs)
    case .json: JSONProgress(jobs: jobs, rejected: loaded.rejected, explains: explains)
    case .bar: BarProgress(jobs: jobs)
    case .auto: Terminal.errorIsTerminal ? BarProgress(jobs: jobs) : PlainProgress(jobs: jobs)
    }
  }

  static func frames(_ text: String) throws -> ClosedRange<Int> {
    let parts = text.components(separatedBy: "..")
    guard parts.count == 2, let a = Int(parts[0]), let b = Int(parts[1]), 0 <= a, a <= b, b < 1 << 31 else {
      throw UsageError.badValue(
        option: "frames", value: text, expected: "two frames such as 0..59, the first not above the last")
    }
    return a...b
  }
}
