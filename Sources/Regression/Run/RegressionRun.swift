import Files
import Foundation
import JobFile
import Rendering
import StageKit
import Synchronization

/// The settings of a regression run.
public struct RegressionSettings: Sendable {
  /// The folder of delivered files.
  public var outputFolder: String
  public var workers: Int
  /// The program's version, for records.
  public var program: String
  /// The scale of jobs without a baseline.
  public var scale: Double
  /// The differences that pass if a baseline sets none; nil for those that the platform allows, see `JobComparison`.
  public var tolerance: Tolerance?
  /// True if only the baseline's reference frames are compared.
  public var isSample = false
  /// All but `whole` need a store.
  public var purpose = RegressionPurpose.whole
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
  /// Nil to observe everything here and nothing twice.
  let outOfProcess: (any OutOfProcessObserver)?
  /// Called with the current file and what is done with it, from any thread.
  let step: @Sendable (_ file: String, _ step: String) -> Void
  /// Called with each job's result, from any thread.
  let observe: @Sendable (JobResult) -> Void

  public init(
    registry: StageRegistry, settings: RegressionSettings, engine: any RegressionEngine = StandardEngine(),
    outOfProcess: (any OutOfProcessObserver)? = nil,
    step: @escaping @Sendable (_ file: String, _ step: String) -> Void = { _, _ in },
    observe: @escaping @Sendable (JobResult) -> Void = { _ in }
  ) {
    self.registry = registry
    self.settings = settings
    self.engine = engine
    self.outOfProcess = outOfProcess
    self.step = step
    self.observe = observe
  }

  /// Between the name of a file and its variant.
  static let variantMark: Character = "@"

  /// The name of the file of a variant by its name in a baseline; nil for a job without variants.
  public static func file(ofVariant name: String) -> String? {
    name.firstIndex(of: variantMark).map { String(name[..<$0]) }
  }

  /// The name of a job in a baseline, such as `passport` or `offer@size=story,row=7`.
  public static func name(of job: Job) -> String {
    let file = ((job.file as NSString).lastPathComponent as NSString).deletingPathExtension
    return job.variant.choices.isEmpty ? file : "\(file)\(variantMark)\(job.variant)".replacing("/", with: "_")
  }

  /// Compares jobs with a baseline; results in the order of the jobs.
  public func compare(_ jobs: [Job], with baseline: BaselineFolder) -> [JobResult] {
    let records = Self.records(of: jobs, in: baseline)
    let known = records.map { try? $0.get() }
    let comparison = JobComparison(baseline: baseline, tolerance: settings.tolerance)
    let moved = MovedRecords(baseline)
    return judge(jobs, records: known) { index, observation, timings in
      let (name, file) = (Self.name(of: jobs[index]), jobs[index].id)
      var result: JobResult
      switch (records[index], observation) {
      case (.failure(let error), let observation):
        // It can still be accepted.
        result = JobResult(
          name: name, file: file, status: .failed, notes: ["\(error)"], observation: try? observation.get())
      case (_, .failure(let failure)): result = failure.result(name, file)
      case (_, .success(let observation)):
        result =
          known[index].map { comparison.compare(observation, $0, file: file) }
          ?? JobResult(name: name, file: file, status: .new, observation: observation)
        if [.new, .differs].contains(result.status), let other = moved.name(of: observation.record),
          var record = try? baseline.record(other)
        {
          // Files are named after variants.
          for (index, output) in zip(record.outputs.indices, observation.record.outputs) {
            record.outputs[index].file = output.file
          }
          result = comparison.compare(observation, record, file: file)
          result.movedFrom = other
        }
      }
      if result.status == .differs, let cause = nondeterminism(jobs[index], result) {
        result.causes.insert(cause, at: 0)
      }
      result.timings = timings
      observe(result)
      return result
    }
  }

  /// Draws a job that differs once more, in another process with another number of workers: what is not equal then is the
  /// cause.
  private func nondeterminism(_ job: Job, _ result: JobResult) -> Blame? {
    guard let outOfProcess, settings.purpose == .whole, !settings.isSample, let first = result.observation else {
      return nil
    }
    step(job.id, "drawing once more")
    let workers = settings.workers == 1 ? 2 : settings.workers - 1
    guard
      let second = try? outOfProcess.observe(job, scale: first.record.scale, workers: workers, isRepeat: true).record
    else { return nil }
    let finder = BlameFinder(first.record, second)
    guard let found = finder.causes().first ?? finder.sounds(isForeign: false).first ?? finder.outputs().first else {
      return nil
    }
    let detail = found.kind == .encoder ? "its file has other bytes" : found.detail
    return Blame(
      kind: .nondeterminism, frame: found.frame, seconds: found.seconds, stage: found.stage,
      definition: found.definition,
      detail:
        "drawn once more by another process with \(Figures.count(workers, "worker")), it is something else: \(detail)")
  }

  /// Observes jobs without comparing them; every result is `new`, `unfinished` or `failed`.
  public func observe(_ jobs: [Job]) -> [JobResult] {
    judge(jobs, records: jobs.map { _ in nil }) { index, observation, timings in
      let (name, file) = (Self.name(of: jobs[index]), jobs[index].id)
      var result: JobResult
      switch observation {
      case .success(let observation):
        result = JobResult(name: name, file: file, status: .new, observation: observation)
      case .failure(let failure): result = failure.result(name, file)
      }
      result.timings = timings
      observe(result)
      return result
    }
  }

  /// Keeps in the store what a join asks for, of jobs at the scale of their baseline; nil where a baseline is to be
  /// recorded. The settings' purpose must be `store`.
  public func keep(_ jobs: [Job], for baseline: BaselineFolder?) -> [KeptJob] {
    let records = baseline.map { Self.records(of: jobs, in: $0).map { try? $0.get() } } ?? jobs.map { _ in nil }
    return judge(jobs, records: records) { index, observation, _ in
      if case .failure(let failure) = observation { return KeptJob(file: jobs[index].id, failure: failure) }
      return KeptJob(file: jobs[index].id, failure: nil)
    }
  }

  private static func records(of jobs: [Job], in baseline: BaselineFolder) -> [Result<JobRecord?, BaselineError>] {
    jobs.map { job in Result { () throws(BaselineError) in try baseline.record(name(of: job)) } }
  }

  /// Delivers jobs, those of one scale at once, then observes each and makes a result of it, with the time that its
  /// delivery took.
  private func judge<Value: Sendable>(
    _ jobs: [Job], records: [JobRecord?],
    _ result: @escaping @Sendable (Int, Result<JobObservation, RegressionFailure>, [PhaseTime]) -> Value
  ) -> [Value] {
    let scales = jobs.indices.map { records[$0]?.scale ?? settings.scale }
    var deliveries: [Int: Result<JobSummary, JobFailure>] = [:]
    // The scale is a setting of a whole run, so that jobs are delivered in groups.
    for scale in Set(scales).sorted() {
      let members = jobs.indices.filter { index in
        scales[index] == scale && !(settings.isSample && records[index] != nil)
          && outOfProcess?.isIsolated(jobs[index]) != true
      }
      for (index, delivery) in deliver(members.map { jobs[$0] }, scale: scale) { deliveries[members[index]] = delivery }
    }
    let delivered = deliveries
    let cache = settings.store.map { ResultCache($0) }
    return Array(jobs.indices).mapInParallel(workers: settings.workers) { index in
      let record = records[index]
      step(jobs[index].id, "judging")
      let observer = JobObserver(
        job: jobs[index], name: Self.name(of: jobs[index]), registry: registry, scale: scales[index],
        program: settings.program, engine: engine, cache: cache, purpose: settings.purpose)
      let observation = Result {
        if let outOfProcess, outOfProcess.isIsolated(jobs[index]) {
          return try outOfProcess.observe(jobs[index], scale: scales[index], workers: settings.workers, isRepeat: false)
        }
        return try Self.observation(by: observer, record, delivered[index], isSample: settings.isSample)
      }
      let summary = try? delivered[index]?.get()
      return result(index, observation.mapError { RegressionFailure($0) }, summary?.timings?.phases ?? [])
    }
  }

  private static func observation(
    by observer: JobObserver, _ record: JobRecord?, _ delivery: Result<JobSummary, JobFailure>?, isSample: Bool
  ) throws -> JobObservation {
    if isSample, let record { return try observer.sample(record) }
    guard let delivery else { throw RegressionFailure("was not delivered") }
    return try observer.observe(files: try delivery.get().files.map(\.path))
  }

  /// By the jobs' indices. A share keeps segments in the store first, and delivers from there.
  private func deliver(_ jobs: [Job], scale: Double) -> [Int: Result<JobSummary, JobFailure>] {
    switch settings.purpose {
    case .whole: return deliver(jobs, scale: scale, .deliver)
    case .join: return deliver(jobs, scale: scale, .join(nil))
    case .store:
      var results = deliver(jobs, scale: scale, .store(.whole))
      let kept = jobs.indices.filter { if case .success? = results[$0] { true } else { false } }
      for (index, result) in deliver(kept.map { jobs[$0] }, scale: scale, .join(nil)) { results[kept[index]] = result }
      return results
    }
  }

  private func deliver(
    _ jobs: [Job], scale: Double, _ purpose: RunPurpose
  ) -> [Int: Result<JobSummary, JobFailure>] {
    guard !jobs.isEmpty else { return [:] }
    let delivered = Mutex<[Int: Result<JobSummary, JobFailure>]>([:])
    var settings = RenderSettings(
      outputFolder: settings.outputFolder, workers: settings.workers, scale: scale, measuresTime: true,
      store: settings.store)
    settings.purpose = purpose
    settings.keepsReceipts = false
    let activity = purpose.draws ? "rendering" : "joining"
    engine.deliver(jobs, registry: registry, settings: settings) { event in
      switch event {
      case .preparing(let job, let stage): step(jobs[job].id, "preparing stage '\(stage)'")
      case .started(let job, _): step(jobs[job].id, activity)
      case .finished(let job, let summary): delivered.withLock { $0[job] = .success(summary) }
      case .failed(let job, let failure): delivered.withLock { $0[job] = .failure(failure) }
      default: break
      }
    }
    return delivered.withLock { $0 }
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
