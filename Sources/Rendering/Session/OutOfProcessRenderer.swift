import JobFile

/// Renders jobs in processes of their own, which may die without harm to others.
public protocol OutOfProcessRenderer: Sendable {
  /// Whether a job is to be rendered apart.
  func isApart(_ job: Job) -> Bool

  /// Renders a job and returns when it is over; tells the same events as a `RenderSession`, the last one that the job finished
  /// or failed. `isCancelled` says when to end it early.
  func render(
    _ job: Job, index: Int, isCancelled: @escaping @Sendable () -> Bool,
    observe: @escaping @Sendable (RenderEvent) -> Void)
}
