import JobFile
import Rendering

/// `pipeline validate`.
enum ValidateCommand {
  static let specification = CommandSpecification(
    name: "validate", operands: "PATH…", operandCount: 1...100_000,
    summary: "Check job files and make their stages, without rendering.", options: RuleOptions.all, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let rules = try RuleOptions.rules(arguments)
    let registry = StageLoading.registry()
    let loaded = LoadedJobs(arguments.operands, registry: registry, rules: rules)
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    var isFine = !loaded.hasErrors
    for job in loaded.jobs + loaded.colliding {
      do {
        let prepared = try PreparedJob(job, registry: registry)
        for warning in prepared.warnings { Terminal.error(warning.description) }
        try prepared.checkLoop()
        guard !loaded.colliding.contains(where: { $0.file == job.file }) else { continue }
        Terminal.print(
          "\(job.file.visible): fine, \(Format.count(job.frameCount, "frame")), \(Format.seconds(job.canvas.duration))")
      } catch {
        isFine = false
        Terminal.error(error.lines.joined(separator: "\n"))
      }
    }
    return isFine ? .success : .badInput
  }
}
