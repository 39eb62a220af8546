import JobFile
import StageKit

/// Observes jobs in processes of their own: those that may crash, and those that are drawn once more.
public protocol OutOfProcessObserver: Sendable {
  /// True if a job is to be observed there only.
  func isIsolated(_ job: Job) -> Bool

  /// Renders and observes a job with a number of workers. With `isRepeat`, only the record is kept. Throws
  /// `RegressionFailure`.
  func observe(_ job: Job, scale: Double, workers: Int, isRepeat: Bool) throws -> JobObservation
}
