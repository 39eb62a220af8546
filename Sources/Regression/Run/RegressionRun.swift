import Dispatch
import Files
import Foundation
import JobFile
import Rendering
import StageKit
import Synchronization

/// What a regression run is to do.
public struct RegressionSettings: Sendable {
  /// Where delivered files go.
  public var outputFolder: String
  public var workers: Int
  /// The program's version, for records.
  public var program: String
  /// What jobs without a baseline are scaled by.
  public var scale: Double
  /// Which differences pass where a baseline does not say; nil for what the platform allows, see `JobComparison`.
  public var tolerance: Tolerance?
  /// Whether only the baseline's reference frames are compared.
  public var isSample = false
  /// The store for segments and results; nil for none.
  public var store: StoreSettings?

  public init(outputFolder: String, workers: Int, program: String, scale: Double = 1, tolerance: Tolerance? = nil) {
    self.outputFolder = outputFolder
    self.workers = max(1, workers)
    self.program = program
    self.scale = scale
    self.tolerance = tolerance
  }
}

/// Renders jobs and judges what came of them.
public struct RegressionRun: Sendable {
  let registry: StageRegistry
  let settings: RegressionSettings
  let engine: any RegressionEngine
  /// Called with the current file and what is done with it, from any thread.
  let step: @Sendable (_ file: String, _ step: String) -> Void
  /// Called with each job's result, from any thread.
  let observe: @Sendable (JobResult) -> Void

  public init(
    registry: StageRegistry, settings: RegressionSettings, engine: any RegressionEngine = StandardEngine(),
    step: @escaping @Sendable (_ file: String, _ step: String) -> Void = { _, _ in },
    observe: @escaping @Sendable (JobResult) -> Void = { _ in }
  ) {
    self.registry = registry
    self.settings = settings
    self.engine = engine
    self.step = step
    self.observe = observe
  }

  /// What a job is called in a baseline.
  public static func name(of job: Job) -> String {
    ((job.file as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  /// Compares jobs with a baseline; results in the order of the jobs.
  public func compare(_ jobs: [Job], with baseline: BaselineFolder) -> [JobResult] {
    let records = jobs.map { job -> Result<JobRecord?, BaselineError> in
      do throws(BaselineError) {
        return .success(try baseline.record(Self.name(of: job)))
      } catch {
        return .failure(error)
      }
    }
    let known = records.map { try? $0.get() }
    let comparison = JobComparison(baseline: baseline, tolerance: settings.tolerance)
    return judge(jobs, records: known) { index, observation in
      let (name, file) = (Self.name(of: jobs[index]), jobs[index].file)
      if case .failure(let error) = records[index] {
        return JobResult(name: name, file: file, status: .failed, notes: ["\(error)"])
      }
      switch observation {
      case .failure(let failure):
        return JobResult(name: name, file: file, status: .failed, notes: [failure.description])
      case .success(let observation):
        guard let before = known[index] else {
          return JobResult(name: name, file: file, status: .new, observation: observation)
        }
        return comparison.compare(observation, before, file: file)
      }
    }
  }

  /// Observes jobs without comparing them; every result is `new`, or `failed`.
  public func observe(_ jobs: [Job]) -> [JobResult] {
    judge(jobs, records: jobs.map { _ in nil }) { index, observation in
      let (name, file) = (Self.name(of: jobs[index]), jobs[index].file)
      return switch observation {
      case .success(let observation): JobResult(name: name, file: file, status: .new, observation: observation)
      case .failure(let failure): JobResult(name: name, file: file, status: .failed, notes: [failure.description])
      }
    }
  }

  /// Delivers jobs, those of one scale at once, then observes each and makes a result of it.
  private func judge(
    _ jobs: [Job], records: [JobRecord?],
    _ result: @escaping @Sendable (Int, Result<JobObservation, RegressionFailure>) -> JobResult
  ) -> [JobResult] {
    let scales = jobs.indices.map { records[$0]?.scale ?? settings.scale }
    var deliveries: [Int: Result<JobSummary, JobFailure>] = [:]
    for scale in Set(scales).sorted() {
      let members = jobs.indices.filter { scales[$0] == scale && !(settings.isSample && records[$0] != nil) }
      for (index, delivery) in deliver(members.map { jobs[$0] }, scale: scale) { deliveries[members[index]] = delivery }
    }
    let delivered = deliveries
    let cache = settings.store.map { ResultCache($0) }
    return parallel(jobs.count) { index in
      let record = records[index]
      step(jobs[index].file, "judging")
      let observer = JobObserver(
        job: jobs[index], name: Self.name(of: jobs[index]), registry: registry, scale: scales[index],
        program: settings.program, engine: engine, cache: cache)
      var made = result(
        index,
        Result { try Self.observation(by: observer, record, delivered[index], isSample: settings.isSample) }
          .mapError { RegressionFailure($0) })
      if case .success(let summary)? = delivered[index], let timings = summary.timings {
        made.timings = timings.phases
      }
      observe(made)
      return made
    }
  }

  private static func observation(
    by observer: JobObserver, _ record: JobRecord?, _ delivery: Result<JobSummary, JobFailure>?, isSample: Bool
  ) throws -> JobObservation {
    if isSample, let record { return try observer.sample(record) }
    guard let delivery else { throw RegressionFailure("was not delivered") }
    return try observer.observe(files: try delivery.get().files.map(\.path))
  }

  /// By the jobs' indices.
  private func deliver(_ jobs: [Job], scale: Double) -> [Int: Result<JobSummary, JobFailure>] {
    guard !jobs.isEmpty else { return [:] }
    let delivered = Mutex<[Int: Result<JobSummary, JobFailure>]>([:])
    let settings = RenderSettings(
      outputFolder: settings.outputFolder, workers: settings.workers, scale: scale, measuresTime: true,
      store: settings.store)
    engine.deliver(jobs, registry: registry, settings: settings) { event in
      switch event {
      case .preparing(let job, let stage): step(jobs[job].file, "preparing stage '\(stage)'")
      case .started(let job, _): step(jobs[job].file, "rendering")
      case .finished(let job, let summary): delivered.withLock { $0[job] = .success(summary) }
      case .failed(let job, let failure): delivered.withLock { $0[job] = .failure(failure) }
      default: break
      }
    }
    return delivered.withLock { $0 }
  }

  /// What `body` makes of each index, on as many threads as there are workers; in order.
  private func parallel<Value: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Value) -> [Value] {
    let results = Mutex<[Int: Value]>([:])
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: min(settings.workers, max(1, count))) { _ in
      while true {
        let index = next.withLock { next in
          next += 1
          return next - 1
        }
        guard index < count else { return }
        let value = body(index)
        results.withLock { $0[index] = value }
      }
    }
    return results.withLock { results in (0..<count).compactMap { results[$0] } }
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
    case JobFailure.render(let text), JobFailure.temporary(let text): description = text
    case JobFailure.cancelled: description = "cancelled"
    default: description = SystemError.describe(error)
    }
  }
}

extension JobTimings {
  /// Phases, and the stages among them.
  var phases: [PhaseTime] {
    [PhaseTime(name: "planning", seconds: planning)]
      + stages.map { PhaseTime(name: "stage \($0.id)", seconds: $0.seconds) }
      + [
        PhaseTime(name: "drawing", seconds: drawing), PhaseTime(name: "encoding", seconds: encoding),
        PhaseTime(name: "writing", seconds: writing),
      ]
  }
}
