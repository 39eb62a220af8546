import Foundation
import JobFile
import Regression
import StageKit
import Synchronization

/// `pipeline regress`.
enum RegressCommand {
  static let specification = CommandSpecification(
    name: "regress", operands: "PATH…", operandCount: 1...100_000,
    summary: "Render job files and tell what is different from a baseline, where, and what it comes from.",
    details: """
      Every frame's pixels, every stage's values and drawings, and the delivered files, decoded, are held against the
      baseline's. What differs is told in a line for each cause, with the first frame and the stage to blame.

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
      .init(flag: "sample", "Look at reference frames only, without encoding: quick, but it may miss a change."),
      .init("shard", "N/M", "Only the N-th of M equal shares of the jobs."),
      .init("cache", "DIR", "Where what was drawn and judged is kept from run to run."),
      .init(flag: "no-cache", "Draw and judge everything anew."),
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let options = try RegressOptions(arguments)
    let registry = StageLoading.registry()
    let loaded = LoadedJobs(arguments.operands, registry: registry)
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    var jobs = loaded.jobs
    try checkNames(jobs)
    if let shard = options.shard { jobs = shard.jobs(of: jobs) }
    if !options.updates.isEmpty {
      let names = jobs.map(RegressionRun.name)
      for update in options.updates where !names.contains(update) {
        throw UsageError.badValue(
          option: "update", value: update, expected: "one of \(names.joined(separator: ", "))")
      }
      jobs = jobs.filter { options.updates.contains(RegressionRun.name(of: $0)) }
    }
    let results = try options.records ? record(jobs, registry, options) : compare(jobs, loaded, registry, options)
    return exitCode(results, hasErrors: loaded.hasErrors, accepts: options.records || !options.updates.isEmpty)
  }

  /// Two jobs of one name would share a baseline.
  private static func checkNames(_ jobs: [Job]) throws {
    var seen: [String: String] = [:]
    for job in jobs {
      if let other = seen.updateValue(job.file, forKey: RegressionRun.name(of: job)) {
        throw UsageError.message("\(other) and \(job.file) have one name, and so would share a baseline")
      }
    }
  }

  private static func record(
    _ jobs: [Job], _ registry: StageRegistry, _ options: RegressOptions
  ) throws -> [JobResult] {
    let run = RegressionRun(registry: registry, settings: options.settings) { result in
      for line in result.status == .failed ? result.lines : ["\(result.file): rendered and judged"] {
        Terminal.error(line)
      }
    }
    let results = run.observe(jobs)
    for result in results {
      guard let observation = result.observation else { continue }
      for fault in observation.faults { Terminal.error("\(result.file): \(fault)") }
      try options.baseline.write(observation)
      Terminal.print("\(options.baseline.folder(result.name)): recorded")
    }
    return results
  }

  private static func compare(
    _ jobs: [Job], _ loaded: LoadedJobs, _ registry: StageRegistry, _ options: RegressOptions
  ) throws -> [JobResult] {
    let run = RegressionRun(registry: registry, settings: options.settings) { result in
      for line in result.lines { Terminal.error(line) }
      if result.status != .failed { for note in result.notes { Terminal.error("\(result.file): note: \(note)") } }
    }
    var results = run.compare(jobs, with: options.baseline)
    if options.shard == nil && options.updates.isEmpty {
      let names = Set((loaded.jobs + loaded.colliding).map(RegressionRun.name))
      for name in options.baseline.jobs where !names.contains(name) && !loaded.hasErrors {
        let missing = JobResult.missing(name, in: options.baseline)
        for line in missing.lines { Terminal.error(line) }
        results.append(missing)
      }
    }
    for result in results where options.updates.contains(result.name) {
      guard let observation = result.observation, result.status != .passed else { continue }
      try options.baseline.write(observation)
      Terminal.print("\(options.baseline.folder(result.name)): accepted")
    }
    Terminal.print(RunSummary(results).text)
    return results
  }

  private static func exitCode(_ results: [JobResult], hasErrors: Bool, accepts: Bool) -> ExitCode {
    let states = results.map(\.status)
    if states.contains(.failed) { return .renderFailed }
    if hasErrors { return .badInput }
    if accepts { return .success }
    return states.contains { [.differs, .new, .missing].contains($0) } ? .differs : .success
  }
}

/// What `pipeline regress` was told.
struct RegressOptions {
  let baseline: BaselineFolder
  let records: Bool
  let updates: [String]
  let shard: Shard?
  let settings: RegressionSettings
  let folder: String

  init(_ arguments: ParsedArguments) throws {
    baseline = BaselineFolder(arguments.string("baseline") ?? "Baselines")
    records = arguments.has("record")
    updates = arguments.strings("update")
    if records && !updates.isEmpty { throw UsageError.message("give either --record or --update") }
    if records && arguments.has("sample") { throw UsageError.message("--record needs all frames; leave out --sample") }
    if !updates.isEmpty && arguments.has("sample") {
      throw UsageError.message("--update needs all frames; leave out --sample")
    }
    shard = try arguments.string("shard").map { text in
      guard let shard = Shard(text) else {
        throw UsageError.badValue(option: "shard", value: text, expected: "a share such as 3/8")
      }
      return shard
    }
    folder = arguments.string("out") ?? "regress"
    var settings = RegressionSettings(
      outputFolder: "\(folder)/videos",
      workers: try arguments.integer("workers", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount,
      program: pipelineVersion, scale: try arguments.number("scale", in: 0.01...16) ?? 0.25)
    if arguments.has("tolerance") { settings.tolerance = try arguments.choice("tolerance", default: Tolerance.exact) }
    settings.isSample = arguments.has("sample")
    if !arguments.has("no-cache") {
      settings.memory = ObservationMemory(folder: arguments.string("cache") ?? "\(folder)/cache")
    }
    self.settings = settings
  }
}
