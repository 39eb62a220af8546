import JobFile
import Rendering
import StageKit

/// What commands over one job have in common: it is read, checked and planned, or its faults are told.
enum SingleJob {
  /// The only job of a command line; nil, with everything told, where it has errors.
  static func read(_ arguments: ParsedArguments) throws -> (job: Job, registry: StageRegistry)? {
    let rules = try RuleOptions.rules(arguments)
    let registry = StageLoading.registry()
    let loaded = LoadedJobs(arguments.operands, registry: registry, rules: rules)
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    guard !loaded.hasErrors else { return nil }
    guard loaded.jobs.count == 1, let job = loaded.jobs.first else {
      Terminal.error("\(arguments.operands.joined(separator: " ")): expected one job, found \(loaded.jobs.count)")
      return nil
    }
    return (job, registry)
  }

  static func prepare(_ arguments: ParsedArguments) throws -> PreparedJob? {
    guard let (job, registry) = try read(arguments) else { return nil }
    do {
      let prepared = try PreparedJob(job, registry: registry)
      for warning in prepared.warnings { Terminal.error(warning.description) }
      return prepared
    } catch {
      Terminal.error(error.lines.joined(separator: "\n"))
      return nil
    }
  }
}
