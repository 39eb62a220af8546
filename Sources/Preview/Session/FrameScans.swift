import Planning
import Rendering
import StageKit
import Synchronization

/// The published values of jobs in all frames, and equal frames, found piece by piece while nothing more urgent is to
/// be done.
final class FrameScans: Sendable {
  struct Result: Sendable {
    /// For each frame; equal where frames have equal pixels at equal scale.
    var digests: [String] = []
    let columns: [String]
    /// For each frame a value of each column.
    var values: [[Double?]] = []
  }

  enum Fault: Error {
    /// Later revisions or jobs took its place.
    case outdated
    case failed(StageFailure)
  }

  typealias Outcome = Swift.Result<Result, Fault>

  /// One job's scan.
  private final class Scan: Sendable {
    enum State {
      case running(Result, waiting: [@Sendable (Outcome) -> Void])
      case done(Outcome)
    }
    let key: PlannedJobs.Key
    let state: Mutex<State>

    init(_ key: PlannedJobs.Key, columns: [String]) {
      self.key = key
      state = Mutex(.running(Result(columns: columns), waiting: []))
    }
  }

  private let queue: WorkQueue
  /// The last one that was asked for is at the end.
  private let scans = Mutex<[Scan]>([])
  private static let capacity = 40
  /// The number of frames that are evaluated at once, for which more urgent work waits.
  private static let step = 8

  private let note: @Sendable (PreviewWork) -> Void

  init(_ queue: WorkQueue, note: @escaping @Sendable (PreviewWork) -> Void) {
    (self.queue, self.note) = (queue, note)
  }

  /// Calls back with the scan of a job, once it is done.
  func scan(
    _ prepared: PlannedJob, _ key: PlannedJobs.Key,
    then body: @escaping @Sendable (Outcome) -> Void
  ) {
    let (scan, isNew) = scans.withLock { scans in
      if let index = scans.firstIndex(where: { $0.key == key }) {
        let scan = scans.remove(at: index)
        scans.append(scan)
        return (scan, false)
      }
      scans.removeAll { $0.key.file == key.file && $0.key.revision != key.revision }
      let scan = Scan(key, columns: ValueTable(prepared.plan).columns)
      scans.append(scan)
      if scans.count > Self.capacity { scans.removeFirst() }
      return (scan, true)
    }
    let done: Outcome? = scan.state.withLock { state in
      switch state {
      case .done(let result): return result
      case .running(let result, let waiting):
        state = .running(result, waiting: waiting + [body])
        return nil
      }
    }
    if let done { return body(done) }
    if isNew { add(scan, prepared, from: 0) }
  }

  /// Evaluates the next frames, and goes on with those after them.
  private func add(_ scan: Scan, _ prepared: PlannedJob, from first: Int) {
    queue.add(.background) { [self] _ in
      guard scans.withLock({ $0.contains { $0 === scan } }) else {
        return finish(scan, digests: [], values: [], fault: .outdated, isLast: true)
      }
      let plan = prepared.plan
      let table = ValueTable(plan)
      let end = min(plan.job.frameCount, first + Self.step)
      var digests: [String] = []
      var values: [[Double?]] = []
      var fault: Fault?
      PreviewWork.noting(scan.key.file, scan.key.revision, note: note) {
        do throws(StageFailure) {
          for frame in first..<end {
            let evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
            digests.append(Self.digest(evaluated.picture, plan))
            values.append(table.values(of: evaluated))
          }
        } catch {
          fault = .failed(error)
        }
      }
      let isLast = end == plan.job.frameCount
      finish(scan, digests: digests, values: values, fault: fault, isLast: isLast)
      if fault == nil, !isLast { add(scan, prepared, from: end) }
    }
  }

  private func finish(
    _ scan: Scan, digests: [String], values: [[Double?]], fault: Fault?, isLast: Bool
  ) {
    let (result, waiting) = scan.state.withLock { state in
      guard case .running(var result, let waiting) = state else {
        return (nil as Outcome?, [] as [@Sendable (Outcome) -> Void])
      }
      result.digests += digests
      result.values += values
      if fault == nil, !isLast {
        state = .running(result, waiting: waiting)
        return (nil, [])
      }
      let done: Outcome = fault.map { .failure($0) } ?? .success(result)
      state = .done(done)
      return (done, waiting)
    }
    if let result { for body in waiting { body(result) } }
  }

  private static func digest(_ picture: DisplayList, _ plan: RenderPlan) -> String {
    let job = plan.job
    return Digest.short { hasher in
      hasher.combine(picture)
      hasher.combine(job.pixelWidth)
      hasher.combine(job.pixelHeight)
      hasher.combine(job.composition.scale)
      job.composition.background.digest(into: &hasher)
    }
  }
}
