import JobFile
import Rendering
import Reporting
import StageKit
import Synchronization

/// The last jobs that were planned, each made once, by the first who asks for it.
final class PlannedJobs: Sendable {
  struct Key: Hashable, Sendable {
    let file: String
    let variant: String
    let revision: String
    /// The only stage that is drawn, with what it holds; nil for all.
    var solo: String?
  }

  /// One job; others wait while it is planned.
  private final class Entry: Sendable {
    let key: Key
    private let result = Mutex<Result<PlannedJob, JobFailure>?>(nil)

    init(_ key: Key) { self.key = key }

    func get(_ make: () -> Result<PlannedJob, JobFailure>) -> Result<PlannedJob, JobFailure> {
      result.withLock { result in
        if let result { return result }
        let made = make()
        result = made
        return made
      }
    }
  }

  private let registry: StageRegistry
  private let shared = SharedPlanning()
  /// The last one that was asked for is at the end.
  private let entries = Mutex<[Entry]>([])
  /// The number of variants that a page shows side by side, and some more.
  private static let capacity = 40

  init(registry: StageRegistry) { self.registry = registry }

  /// A job with its stages; earlier revisions of it are forgotten.
  func planned(_ job: Job, _ key: Key) -> Result<PlannedJob, JobFailure> {
    let entry = entries.withLock { entries in
      let known = entries.firstIndex { $0.key == key }.map { entries.remove(at: $0) }
      let entry = known ?? Entry(key)
      entries.removeAll { $0.key.file == key.file && $0.key.revision != key.revision }
      entries.append(entry)
      if entries.count > Self.capacity { entries.removeFirst() }
      return entry
    }
    return entry.get {
      do throws(JobFailure) {
        return .success(try PlannedJob(job, registry: registry, shared: shared))
      } catch {
        return .failure(error)
      }
    }
  }
}
