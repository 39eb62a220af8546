import Foundation
import JobFile
import Planning
import Rendering
import Reporting
import StageKit

/// `pipeline run --dry-run`: checks and plans everything, and renders nothing.
enum DryRun {
  static func run(_ loaded: LoadedJobs, registry: StageRegistry, settings: RenderSettings) -> ExitCode {
    var isFine = !loaded.hasErrors
    let progress = StepProgress()
    for (job, errors) in zip(loaded.jobs, OutputValidation.errors(of: loaded.jobs, settings)) {
      defer { progress.end() }
      do throws(JobFailure) {
        if !errors.isEmpty { throw .badJob(errors) }
        let prepared = try PlannedJob(job, registry: registry) { progress.prepare(job.file, $0) }
        for warning in prepared.warnings { Terminal.error(warning.description) }
        progress.begin(job.file, "comparing frames")
        try prepared.checkLoop()
        let layout = try prepared.segmentLayout(settings)
        let repeats = layout.segments.count - layout.distinct.count
        let frames = layout.videos.reduce(0) { $0 + $1.frameDigests.count }
        Terminal.print(
          "\(job.file.escapingControlCharacters): \(size(of: job, settings)), \(job.frameRate) fps, \(Format.count(frames, "frame")) in "
            + Format.count(layout.segments.count, "segment") + (repeats > 0 ? ", \(repeats) of them repeated" : ""))
        if settings.store != nil {
          let forecast = try prepared.forecast(layout, settings)
          Terminal.print(
            "  \(forecast.stored) of \(Format.count(forecast.segments, "segment")) in the store, "
              + "\(Format.count(forecast.framesToDraw, "frame")) to draw")
        }
        for planned in prepared.plan.stages {
          let end = planned.end.map { " to \(Format.seconds($0))" } ?? ""
          Terminal.print(
            "  \(planned.entry.id) (\(planned.entry.definition.name)) from \(Format.seconds(planned.start))\(end)")
        }
        for output in job.outputs {
          let path = (settings.outputFolder as NSString).appendingPathComponent(output.file)
          let picture = job.picture(of: output, scale: settings.scale)
          Terminal.print(
            "  → \(path.escapingControlCharacters) (\(output.codec.name), \(picture.width)x\(picture.height), "
              + "\(job.frameRate(of: output)) fps)")
        }
      } catch {
        isFine = false
        Terminal.error(error.lines.joined(separator: "\n"))
      }
    }
    return isFine ? .success : .badInput
  }

  private static func size(of job: Job, _ settings: RenderSettings) -> String {
    let picture = job.picture(scale: settings.scale)
    return "\(picture.width)x\(picture.height)"
  }
}
