import Dispatch
import Foundation
import JobFile
import Rendering
import StageKit
import Synchronization

/// What a regression run is to do.
public struct RegressionSettings: Sendable {
  /// Where delivered files go, and everything else that the run writes.
  public var outputFolder: String
  public var workers: Int
  public var scale: Double
  /// What stands in records as the program's version.
  public var program: String

  public init(outputFolder: String, workers: Int, scale: Double, program: String) {
    self.outputFolder = outputFolder
    self.workers = max(1, workers)
    self.scale = scale
    self.program = program
  }
}

/// Renders jobs and looks at what came of them.
public struct RegressionRun: Sendable {
  let registry: StageRegistry
  let settings: RegressionSettings
  let engine: any RegressionEngine

  public init(registry: StageRegistry, settings: RegressionSettings, engine: any RegressionEngine = StandardEngine()) {
    self.registry = registry
    self.settings = settings
    self.engine = engine
  }

  /// What a job is called in a baseline.
  public static func name(of job: Job) -> String {
    ((job.file as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  /// Delivers all jobs and observes each; in the order of the jobs.
  public func observe(_ jobs: [Job]) -> [Result<JobObservation, RegressionFailure>] {
    let delivered = Mutex<[Int: Result<JobSummary, JobFailure>]>([:])
    engine.deliver(
      jobs, registry: registry,
      settings: RenderSettings(
        outputFolder: settings.outputFolder, workers: settings.workers, scale: settings.scale, measuresTime: true)
    ) { event in
      switch event {
      case .finished(let job, let summary): delivered.withLock { $0[job] = .success(summary) }
      case .failed(let job, let failure): delivered.withLock { $0[job] = .failure(failure) }
      case .started, .warned, .frame: break
      }
    }
    let summaries = delivered.withLock { $0 }
    let results = Mutex<[Int: Result<JobObservation, RegressionFailure>]>([:])
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: min(settings.workers, max(1, jobs.count))) { _ in
      while true {
        let index = next.withLock { next in
          next += 1
          return next - 1
        }
        guard index < jobs.count else { return }
        let result = observe(jobs[index], summaries[index])
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { results in
      jobs.indices.map { results[$0] ?? .failure(RegressionFailure("was not observed")) }
    }
  }

  private func observe(
    _ job: Job, _ summary: Result<JobSummary, JobFailure>?
  ) -> Result<JobObservation, RegressionFailure> {
    do {
      guard let summary else { throw RegressionFailure("was not delivered") }
      let observer = JobObserver(
        job: job, name: Self.name(of: job), registry: registry, scale: settings.scale, program: settings.program,
        engine: engine)
      return .success(try observer.observe(files: try summary.get().files.map(\.path)))
    } catch {
      return .failure(RegressionFailure(error))
    }
  }
}

/// Why a job could not be judged.
public struct RegressionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  init(_ text: String) { description = text }

  init(_ error: any Error) {
    switch error {
    case let failure as RegressionFailure: self = failure
    case JobFailure.badJob(let diagnostics): description = diagnostics.map(\.description).joined(separator: "\n")
    case JobFailure.render(let text): description = text
    case JobFailure.cancelled: description = "cancelled"
    default: description = "\(error)"
    }
  }
}
