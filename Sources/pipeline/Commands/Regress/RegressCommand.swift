import Foundation
import JobFile
import Regression
import Reporting
import StageKit

/// `pipeline regress`.
enum RegressCommand {
  static let specification = CommandSpecification(
    name: "regress", operands: "PATH…", operandCount: 1...100_000,
    summary: "Render job files and tell what is different from a baseline, where, and what it comes from.",
    details: """
      Every frame's pixels, every stage's values and drawings, and the delivered files, decoded, are held against the
      baseline's. What differs is told in a line for each cause, with the first frame and the stage to blame.

      A report is left in the --out folder: index.html to look at, junit.xml and results.json for programs.

      Exit code 0 where nothing differs, 3 where something does, 1 where a job failed, 2 for bad jobs or usage.
      """,
    options: [
      .init("baseline", "DIR", "The folder of the baseline; 'Baselines' unless told."),
      .init(flag: "record", "Write the baseline of all jobs instead of comparing."),
      .init("update", "JOB", "Tell what is different for this job, by name, and accept it; may be repeated."),
      .init("tolerance", "KIND", "What is let pass: exact, antialias or perceptual; exact unless told."),
      .init("scale", "X", "Multiply the scale of jobs that have no baseline yet; 0.25 unless told."),
      .init("out", "DIR", short: "o", "The folder for videos and reports; 'regress' unless told."),
      .init("workers", "N", short: "w", "Segments rendered at once; as many as there are cores unless told."),
      .init("history", "FILE", "Measure processor time and memory of all jobs, and add them to this file."),
      .init(flag: "performance-gate", "Differ, too, where something got slower than in the history's last runs."),
      .init(flag: "sample", "Look at reference frames only, without encoding: quick, but it may miss a change."),
      .init("shard", "N/M", "Only the N-th of M equal shares of the jobs."),
    ] + StoreOptions.kept + JobPolicyOptions.all,
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try RegressOptions(arguments)
    let policy = try JobPolicyOptions.policy(arguments)
    let registry = StageLoading.registry()
    let progress = StepProgress()
    let loaded = LoadedJobs(arguments.operands, registry: registry, policy: policy, progress: progress)
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    var jobs = loaded.jobs
    try checkNames(jobs)
    try options.checkPlaces()
    if let shard = options.shard { jobs = shard.jobs(of: jobs) }
    if !options.updates.isEmpty {
      let names = jobs.map(RegressionRun.name)
      for update in options.updates where !names.contains(update) {
        throw UsageError.badValue(
          option: "update", value: update, expected: "one of \(names.joined(separator: ", "))")
      }
      jobs = jobs.filter { options.updates.contains(RegressionRun.name(of: $0)) }
    }
    let accepts = options.records || !options.updates.isEmpty
    if options.records {
      return exitCode(try record(jobs, registry, options, progress), hasErrors: loaded.hasErrors, accepts: accepts)
    }
    let results = try compare(jobs, loaded, registry, options, progress)
    progress.end()
    let slower = try PerformanceOptions.slower(jobs, registry, options)
    for line in slower { Terminal.error("slower: \(line)") }
    let report = "\(options.folder)/index.html"
    let all = results + loaded.rejected.map(rejected)
    try MachineReports.write(all, baseline: options.baseline, slower: slower, to: options.folder)
    Terminal.print(RunSummary(all).text + (slower.isEmpty ? "" : ", \(slower.count) slower") + "; see \(report)")
    try accept(results, options)
    let code = exitCode(results, hasErrors: loaded.hasErrors, accepts: accepts)
    return code == .success && options.isGated && !slower.isEmpty ? .differs : code
  }

  /// A file that is no job, for the reports.
  private static func rejected(_ file: String, _ errors: [Diagnostic]) -> JobResult {
    JobResult.rejected(
      file,
      errors.map { error in
        let place = error.position.map { "\($0): " } ?? ""
        let subject = error.path.isEmpty ? "" : "\(error.path): "
        return "\(place)\(subject)\(error.message)\(error.hint.map { ". \($0)" } ?? "")".displayText
      })
  }

  /// Two jobs of one name would share a baseline.
  private static func checkNames(_ jobs: [Job]) throws {
    var seen: [String: String] = [:]
    for job in jobs {
      if let other = seen.updateValue(job.file, forKey: RegressionRun.name(of: job)) {
        throw UsageError.message(
          "\(other.escapingControlCharacters) and \(job.file.escapingControlCharacters) have one name, and so would share a baseline"
        )
      }
    }
  }

  private static func record(
    _ jobs: [Job], _ registry: StageRegistry, _ options: RegressOptions, _ progress: StepProgress
  ) throws -> [JobResult] {
    let run = RegressionRun(registry: registry, settings: options.settings, step: progress.begin) { result in
      for line in result.status == .failed
        ? result.lines : ["\(result.file.escapingControlCharacters): rendered and judged"]
      {
        Terminal.error(line)
      }
    }
    let results = run.observe(jobs)
    for result in results {
      guard let observation = result.observation else { continue }
      for fault in observation.faults { Terminal.error("\(result.file.escapingControlCharacters): \(fault)") }
      try options.baseline.write(observation)
      Terminal.print("\(options.baseline.folder(result.name).escapingControlCharacters): recorded")
    }
    return results
  }

  private static func compare(
    _ jobs: [Job], _ loaded: LoadedJobs, _ registry: StageRegistry, _ options: RegressOptions, _ progress: StepProgress
  ) throws -> [JobResult] {
    let run = RegressionRun(registry: registry, settings: options.settings, step: progress.begin) { result in
      for line in result.lines { Terminal.error(line.escapingControlCharacters) }
      if result.status != .failed {
        for note in result.notes { Terminal.error("\(result.file.escapingControlCharacters): note: \(note)") }
      }
    }
    var results = run.compare(jobs, with: options.baseline)
    if options.namesFolders && options.shard == nil && options.updates.isEmpty {
      let names = Set((loaded.jobs + loaded.colliding).map(RegressionRun.name))
      for name in options.baseline.jobs where !names.contains(name) && !loaded.hasErrors {
        let missing = JobResult.missing(name, in: options.baseline)
        for line in missing.lines { Terminal.error(line.escapingControlCharacters) }
        results.append(missing)
      }
    }
    return results
  }

  /// What differs was told by now.
  private static func accept(_ results: [JobResult], _ options: RegressOptions) throws {
    for result in results where options.updates.contains(result.name) {
      guard let observation = result.observation else { continue }
      try options.baseline.write(observation)
      Terminal.print("\(options.baseline.folder(result.name).escapingControlCharacters): accepted")
    }
  }

  private static func exitCode(_ results: [JobResult], hasErrors: Bool, accepts: Bool) -> ExitCode {
    let states = results.map(\.status)
    if states.contains(.failed) { return .renderFailed }
    if hasErrors { return .badInput }
    if accepts { return .success }
    return states.contains { [.differs, .new, .missing].contains($0) } ? .differs : .success
  }
}
