import JobFile
import Rendering
import Reporting
import StageKit

/// Reading and planning for commands with one job; its errors are printed.
enum SingleJob {
  /// The only job of a command line; nil if it has errors, which are printed.
  static func read(
    _ arguments: ParsedArguments, _ progress: StepProgress
  ) throws -> (job: Job, registry: StageRegistry)? {
    guard let (jobs, registry) = try readAll(arguments, progress) else { return nil }
    guard jobs.count == 1 else {
      Terminal.error(
        "\(arguments.operands.joined(separator: " ")): expected one job, found \(jobs.count)"
          + (jobs[0].variant.choices.isEmpty ? "" : ". Choose a variant: --only \(jobs[0].variant)"))
      return nil
    }
    return (jobs[0], registry)
  }

  /// The job of a command line in all of its variants, at least one; nil if it has errors, which are printed.
  static func readAll(
    _ arguments: ParsedArguments, _ progress: StepProgress
  ) throws -> (jobs: [Job], registry: StageRegistry)? {
    let policy = try JobPolicyOptions.policy(arguments)
    let registry = StageLoading.registry()
    let loaded = LoadedJobs(arguments.operands, registry: registry, policy: policy, progress: progress)
    try loaded.checkSelection()
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    guard !loaded.hasErrors else { return nil }
    guard !loaded.jobs.isEmpty else {
      Terminal.error("\(arguments.operands.joined(separator: " ")): expected one job, found 0")
      return nil
    }
    return (loaded.jobs, registry)
  }

  static func prepare(_ arguments: ParsedArguments, _ progress: StepProgress) throws -> PlannedJob? {
    guard let (job, registry) = try read(arguments, progress) else { return nil }
    defer { progress.end() }
    return prepare(job, registry, progress)
  }

  /// A planned job; nil if it has errors. These and warnings are handed to `report`, or else printed.
  static func prepare(
    _ job: Job, _ registry: StageRegistry, _ progress: StepProgress, shared: SharedPlanning = SharedPlanning(),
    report: ([Diagnostic]) -> Void = { for diagnostic in $0 { Terminal.error(diagnostic.description) } }
  ) -> PlannedJob? {
    do {
      let prepared = try PlannedJob(job, registry: registry, shared: shared) { progress.prepare(job.id, $0) }
      report(prepared.warnings)
      return prepared
    } catch .badJob(let errors) {
      report(errors)
    } catch {
      Terminal.error(error.lines.map { "\(job.id): \($0)" }.joined(separator: "\n"))
    }
    return nil
  }
}
