import JobFile
import Rendering
import StageKit

/// What commands over one job have in common: it is read, checked and planned, or its faults are told.
enum SingleJob {
  /// The only job of a command line; nil, with everything told, where it has errors.
  static func read(
    _ arguments: ParsedArguments, _ progress: StepProgress
  ) throws -> (job: Job, registry: StageRegistry)? {
    let policy = try JobPolicyOptions.policy(arguments)
    let registry = StageLoading.registry()
    let loaded = LoadedJobs(arguments.operands, registry: registry, policy: policy, progress: progress)
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    guard !loaded.hasErrors else { return nil }
    guard loaded.jobs.count == 1, let job = loaded.jobs.first else {
      Terminal.error("\(arguments.operands.joined(separator: " ")): expected one job, found \(loaded.jobs.count)")
      return nil
    }
    return (job, registry)
  }

  static func prepare(_ arguments: ParsedArguments, _ progress: StepProgress) throws -> PlannedJob? {
    guard let (job, registry) = try read(arguments, progress) else { return nil }
    defer { progress.end() }
    do {
      let prepared = try PlannedJob(job, registry: registry) { progress.prepare(job.file, $0) }
      for warning in prepared.warnings { Terminal.error(warning.description) }
      return prepared
    } catch {
      Terminal.error(error.lines.joined(separator: "\n"))
      return nil
    }
  }
}
