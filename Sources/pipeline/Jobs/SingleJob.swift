import JobFile
import Rendering
import StageKit

/// Reading and planning for commands with one job; its errors are printed.
enum SingleJob {
  /// The only job of a command line; nil if it has errors, which are printed.
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
