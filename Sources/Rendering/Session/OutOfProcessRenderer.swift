import JobFile

/// Renders jobs in processes of their own, which may die without harm to others.
public protocol OutOfProcessRenderer: Sendable {
  /// The maximum memory of each process, in bytes.
  var memoryShare: Int { get }

  /// True if a job is to be rendered in its own process.
  func isIsolated(_ job: Job) -> Bool

  /// Renders a job and returns when it is over; reports the same events as a `RenderSession`, the last one that the job
  /// finished or failed. `share` is the run's, with the number of the job's first segment. `isCancelled` says when to end
  /// it early.
  func render(
    _ job: Job, index: Int, share: Share?, isCancelled: @escaping @Sendable () -> Bool,
    observe: @escaping @Sendable (RenderEvent) -> Void)
}
