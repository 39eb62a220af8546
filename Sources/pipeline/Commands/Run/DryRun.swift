import Foundation
import JobFile
import Planning
import Rendering
import Reporting
import StageKit
import Synchronization

/// `pipeline run --dry-run`: checks and plans everything, and renders nothing.
struct DryRun {
  let registry: StageRegistry
  let settings: RenderSettings
  private let shared = SharedPlanning()
  private let progress = StepProgress()

  /// What is printed about a job.
  private struct Outcome {
    var lines: [String] = []
    var warnings: [Diagnostic] = []
    var errors: [String] = []
    var isFine = true
  }

  /// Jobs with foreign stages, which may crash or hang, are planned in processes of their own.
  static func run(
    _ loaded: LoadedJobs, registry: StageRegistry, settings: RenderSettings, foreignStages: Set<String>,
    _ arguments: ParsedArguments
  ) throws -> ExitCode {
    let errors = OutputValidation.errors(of: loaded.jobs, settings)
    let jobs = Array(zip(loaded.jobs, errors))
    func isIsolated(_ job: Job) -> Bool { job.usesStage { foreignStages.contains($0.definition.name) } }
    // What is wrong among several jobs only this process knows.
    var code = DryRun(registry: registry, settings: settings).run(jobs.filter { !isIsolated($0.0) || !$0.1.isEmpty })
    for job in jobs.filter({ isIsolated($0.0) && $0.1.isEmpty }).map(\.0) {
      let own = job.variant.choices.isEmpty ? [] : ["--only=\(job.variant)"]
      let child = ["run"] + arguments.spelled(RunCommand.specification, without: ["only"]) + own + ["--", job.file]
      if try SupervisedCommand(child, of: job.id, arguments).run() != .success { code = .badInput }
    }
    return loaded.hasErrors ? .badInput : code
  }

  private init(registry: StageRegistry, settings: RenderSettings) {
    self.registry = registry
    self.settings = settings
  }

  private func run(_ jobs: [(Job, [Diagnostic])]) -> ExitCode {
    // Warnings of variants come once for all of a file.
    let reports = Mutex(VariantReports())
    let outcomes = jobs.mapInParallel(workers: settings.workers) { job, errors in
      outcome(of: job, errors)
    } deliver: { index, outcome in
      progress.end()
      let job = jobs[index].0
      let isLast = index + 1 == jobs.count || jobs[index + 1].0.file != job.file || job.variant.choices.isEmpty
      let merged = reports.withLock { reports -> [Diagnostic] in
        reports.add(outcome.warnings, of: job.variant)
        guard isLast else { return [] }
        defer { reports = VariantReports() }
        return reports.merged
      }
      for warning in merged { Terminal.error(warning.description) }
      for line in outcome.errors { Terminal.error(line) }
      for line in outcome.lines { Terminal.print(line) }
    }
    progress.end()
    return outcomes.allSatisfy(\.isFine) ? .success : .badInput
  }

  private func outcome(of job: Job, _ errors: [Diagnostic]) -> Outcome {
    var outcome = Outcome()
    do throws(JobFailure) {
      if !errors.isEmpty { throw .badJob(errors) }
      let prepared = try PlannedJob(job, registry: registry, shared: shared) { progress.prepare(job.id, $0) }
      outcome.warnings = prepared.warnings
      progress.begin(job.id, "comparing frames")
      try prepared.checkLoop()
      let layout = try prepared.segmentLayout(settings)
      let repeats = layout.segments.count - layout.distinct.count
      let frames = layout.videos.reduce(0) { $0 + $1.frameDigests.count }
      outcome.lines.append(
        "\(job.id.escapingControlCharacters): \(size(of: job)), \(job.frameRate) fps, \(Format.count(frames, "frame")) in "
          + Format.count(layout.segments.count, "segment") + (repeats > 0 ? ", \(repeats) of them repeated" : ""))
      if settings.store != nil {
        let forecast = try prepared.forecast(layout, settings)
        outcome.lines.append(
          "  \(forecast.stored) of \(Format.count(forecast.segments, "segment")) in the store, "
            + "\(Format.count(forecast.framesToDraw, "frame")) to draw")
      }
      outcome.lines += prepared.plan.stages.map { planned in
        let end = planned.end.map { " to \(Format.seconds($0))" } ?? ""
        return "  \(planned.entry.id) (\(planned.entry.definition.name)) from \(Format.seconds(planned.start))\(end)"
      }
      outcome.lines += job.outputs.map { output in
        let path = (settings.outputFolder as NSString).appendingPathComponent(output.file)
        let picture = job.picture(of: output, scale: settings.scale)
        return "  → \(path.escapingControlCharacters) (\(output.codec.name), \(picture.width)x\(picture.height), "
          + "\(job.frameRate(of: output)) fps)"
      }
    } catch {
      outcome.isFine = false
      outcome.errors += error.lines
    }
    return outcome
  }

  private func size(of job: Job) -> String {
    let picture = job.picture(scale: settings.scale)
    return "\(picture.width)x\(picture.height)"
  }
}
