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
        let frames = settings.frames.map { (0..<job.frameCount).clamped(to: $0.lowerBound..<$0.upperBound + 1) }
        let range = frames ?? 0..<job.frameCount
        guard !range.isEmpty else {
          throw .badJob([
            job.diagnostic(at: nil, path: "", "has none of these frames; the last one is \(job.frameCount - 1)")
          ])
        }
        let size = prepared.pixelSize(scale: settings.scale)
        let layout = try segmentLayout(prepared, range)
        let repeats = layout.segments.count - layout.distinct.count
        Terminal.print(
          "\(job.file.escapingControlCharacters): \(size.width)x\(size.height), \(job.frameRate) fps, \(Format.count(range.count, "frame")) in "
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
          Terminal.print(
            "  → \((settings.outputFolder as NSString).appendingPathComponent(output.file).escapingControlCharacters)")
        }
      } catch {
        isFine = false
        Terminal.error(error.lines.joined(separator: "\n"))
      }
    }
    return isFine ? .success : .badInput
  }

  private static func segmentLayout(_ prepared: PlannedJob, _ frames: Range<Int>) throws(JobFailure) -> SegmentLayout {
    do {
      return try prepared.segmentLayout(of: frames)
    } catch {
      throw .render("\(error)")
    }
  }
}
