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
  /// True if a parent prints what is said of jobs.
  private let isPart: Bool
  private let settings: RenderSettings
  private let shared = SharedPlanning()
  private let progress = StepProgress()

  /// The output for a job.
  private struct Outcome {
    var lines: [String] = []
    /// Warnings, and what is wrong with the job.
    var diagnostics: [Diagnostic] = []
    var errors: [String] = []
    var isFine = true
  }

  /// Jobs with foreign stages, which may crash or hang, are planned in processes of their own.
  static func run(
    _ loaded: LoadedJobs, registry: StageRegistry, _ settings: RunSettings, foreignStages: Set<String>
  ) throws -> ExitCode {
    let session = settings.session
    let errors = OutputValidation.errors(of: loaded.jobs, session)
    func isIsolated(_ index: Int) -> Bool {
      // Errors among several jobs are known to this process only.
      errors[index].isEmpty && loaded.jobs[index].usesStage { foreignStages.contains($0.definition.name) }
    }
    let isolated = loaded.jobs.indices.filter(isIsolated)
    let reports = Mutex(JobReports(loaded.jobs))
    let run = DryRun(registry: registry, isPart: settings.part != .whole, settings: session)
    let others = Set(loaded.jobs.indices).subtracting(isolated).sorted()
    var code = run.run(others.map { ($0, loaded.jobs[$0], errors[$0]) }, reports)
    for index in isolated {
      let job = loaded.jobs[index]
      let command = SupervisedCommand(
        .run(settings.alone(job.file, job.variant, .plan)), of: job.id, deadline: settings.frameDeadline
      ) { line in
        guard let said = try? JSONDecoder().decode(Said.self, from: line) else { return }
        report(reports) { $0.add(said.diagnostics, of: index) }
      }
      if try command.run() != .success { code = .badInput }
      report(reports) { $0.end(index) }
    }
    return loaded.hasErrors ? .badInput : code
  }

  /// The report of a job's process.
  private struct Said: Codable { let diagnostics: [Diagnostic] }

  private static func report(
    _ reports: borrowing Mutex<JobReports>, _ change: (inout JobReports) -> [JobReports.Report]
  ) {
    for report in reports.withLock({ change(&$0) }) { Terminal.error(report.diagnostic.description) }
  }

  private init(registry: StageRegistry, isPart: Bool, settings: RenderSettings) {
    self.registry = registry
    self.isPart = isPart
    self.settings = settings
  }

  private func run(
    _ jobs: [(index: Int, job: Job, errors: [Diagnostic])], _ reports: borrowing Mutex<JobReports>
  ) -> ExitCode {
    let outcomes = jobs.mapInParallel(workers: settings.workers) { _, job, errors in
      outcome(of: job, errors)
    } deliver: { place, outcome in
      progress.end()
      let index = jobs[place].index
      if isPart {
        ChildRole.send(Said(diagnostics: outcome.diagnostics))
      } else {
        Self.report(reports) { $0.add(outcome.diagnostics, of: index) + $0.end(index) }
      }
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
      let prepared = try PlannedJob(
        job, registry: registry, shared: shared, checksNumbers: settings.checksNumbers
      ) { progress.prepare(job.id, $0) }
      outcome.diagnostics = prepared.warnings
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
          "  \(forecast.stored) of \(Format.count(forecast.segments, "segment")) in the cache, "
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
      if case .badJob(let errors) = error { outcome.diagnostics += errors } else { outcome.errors += error.lines }
    }
    return outcome
  }

  private func size(of job: Job) -> String {
    let picture = job.picture(scale: settings.scale)
    return "\(picture.width)x\(picture.height)"
  }
}
