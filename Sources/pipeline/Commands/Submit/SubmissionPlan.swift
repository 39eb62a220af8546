import Foundation
import JobFile
import Rendering
import Reporting
import StageKit
import Synchronization

/// The jobs of a submission, planned: how each is cut, what is in the store, and what drawing the rest is expected to take.
struct SubmissionPlan {
  let jobs: [Job]
  /// For each job its distinct segments.
  let segments: [[SegmentForecast]]

  /// Nil where a job has an error; all errors are reported.
  init?(_ arguments: ParsedArguments, _ options: SubmitOptions) throws {
    var settings = RenderSettings(
      outputFolder: options.outputFolder, workers: ProcessInfo.processInfo.activeProcessorCount,
      scale: try arguments.number("scale", in: 0.01...16) ?? 1,
      frames: try arguments.string("frames").map(RunCommand.frames), store: try StoreOptions.settings(arguments))
    settings.store?.limit = .max
    settings.replacesForeignFiles = arguments.has("force")
    settings.purpose = .forecast
    let policy = try JobPolicyOptions.policy(arguments)
    let registry = StageLoading.registry()
    let progress = StepProgress()
    let loaded = LoadedJobs(options.jobs, registry: registry, policy: policy, progress: progress)
    try loaded.checkSelection()
    for diagnostic in loaded.diagnostics { Terminal.error("\(diagnostic)") }
    try PathOptions.checkWritable(folder: settings.outputFolder, option: "output")
    var isFine = !loaded.hasErrors
    var reports = JobReports(loaded.jobs)
    for (job, errors) in OutputValidation.errors(of: loaded.jobs, settings).enumerated() where !errors.isEmpty {
      isFine = false
      for report in reports.add(errors, of: job) { Terminal.error("\(report.diagnostic)") }
    }
    let failures = Mutex<[Int: JobFailure]>([:])
    let warnings = Mutex<[Int: [Diagnostic]]>([:])
    let session = RenderSession(jobs: loaded.jobs, registry: registry, settings: settings) { event in
      switch event {
      case .preparing(let job, let stage):
        progress.begin(loaded.jobs[job].id, ProgressLine.preparing(stage, seconds: 0))
      case .failed(let job, let failure): failures.withLock { $0[job] = failure }
      case .warned(let job, let warning): warnings.withLock { $0[job, default: []].append(warning) }
      case .noted(let text): Terminal.error(ProgressLine.noted(text))
      default: break
      }
    }
    session.run()
    progress.end()
    for (job, file) in loaded.jobs.enumerated() {
      var said = warnings.withLock { $0[job] ?? [] }
      if let failure = failures.withLock({ $0[job] }) {
        isFine = false
        if case .badJob(let errors) = failure {
          said += errors
        } else {
          Terminal.error(failure.lines.map { "\(file.id.escapingControlCharacters): \($0)" }.joined(separator: "\n"))
        }
      }
      for report in reports.add(said, of: job) + reports.end(job) { Terminal.error("\(report.diagnostic)") }
    }
    guard isFine, !loaded.jobs.isEmpty else { return nil }
    jobs = loaded.jobs
    let forecasts = session.segmentForecasts
    segments = loaded.jobs.indices.map { forecasts[$0] ?? [] }
  }

  /// The submission, with a table that spreads what is to be drawn.
  func submission(_ options: SubmitOptions) -> Submission {
    let weights = weights
    let table = table(shares: options.shares)
    return Submission(
      jobs: jobs.indices.map { job in
        Submission.SubmittedJob(
          file: SubmitOptions.absolute(jobs[job]), text: jobs[job].textDigest,
          segments: segments[job].enumerated().map { ordinal, segment in
            Submission.Segment(share: table[job][ordinal], seconds: weights[job][ordinal], keys: segment.keys)
          })
      },
      shares: options.shares, options: options.runOptions, identity: .current(), date: Date().timeIntervalSince1970)
  }

  /// Assigns segments to shares. A table by what segments take is better than none only if most of that is known.
  private func table(shares: Int) -> [[Int]] {
    let missing = segments.joined().filter { !$0.isStored }
    let known = missing.count { $0.seconds != nil }
    return 2 * known < missing.count
      ? ShareTable.deal(segments.map { $0.map { !$0.isStored } }, shares: shares)
      : ShareTable.assign(weights: weights, shares: shares)
  }

  /// The expected time for each segment, in seconds; 0 for those in the store.
  ///
  /// Frames without a known time take that of others of their job, or that of other jobs for each pixel.
  var weights: [[Double]] {
    SegmentWeights.weights(segments, pixels: jobs.map { Double($0.pixelWidth * $0.pixelHeight) })
  }

  /// A time limit for shares: three times what the longest is expected to take, and ten minutes. Nil where what a segment
  /// takes is not known.
  func minutes(of options: SubmitOptions) -> Int? {
    guard segments.joined().allSatisfy({ $0.isStored || $0.seconds != nil }) else { return nil }
    let weights = weights
    let table = table(shares: options.shares)
    var loads = [Double](repeating: 0, count: options.shares)
    for (row, shares) in zip(weights, table) {
      for (weight, share) in zip(row, shares) { loads[share] += weight }
    }
    return 10 + Int((3 * (loads.max() ?? 0) / 60).rounded(.up))
  }
}
