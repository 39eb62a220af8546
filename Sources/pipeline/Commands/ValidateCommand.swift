import JobFile
import Rendering
import Reporting

/// `pipeline validate`.
enum ValidateCommand {
  static let specification = CommandSpecification(
    name: "validate", operands: "PATH…", operandCount: 1...100_000,
    summary: "Check job files and initialize their stages, without rendering.", options: JobPolicyOptions.all, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let policy = try JobPolicyOptions.policy(arguments)
    let registry = StageLoading.registry()
    let progress = StepProgress()
    let loaded = LoadedJobs(arguments.operands, registry: registry, policy: policy, progress: progress)
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    var isValid = !loaded.hasErrors
    for job in loaded.jobs + loaded.colliding {
      defer { progress.end() }
      do {
        let prepared = try PlannedJob(job, registry: registry) { progress.prepare(job.file, $0) }
        for warning in prepared.warnings { Terminal.error(warning.description) }
        if job.hasSounds { progress.begin(job.file, "reading its sounds") }
        try prepared.checkSounds()
        progress.begin(job.file, "comparing its end with its start")
        try prepared.checkLoop()
        progress.end()
        guard !loaded.colliding.contains(where: { $0.file == job.file }) else { continue }
        Terminal.print(
          "\(job.file.escapingControlCharacters): fine, \(Format.count(job.frameCount, "frame")), "
            + Format.seconds(job.composition.duration)
        )
      } catch {
        isValid = false
        Terminal.error(error.lines.joined(separator: "\n"))
      }
    }
    return isValid ? .success : .badInput
  }
}
