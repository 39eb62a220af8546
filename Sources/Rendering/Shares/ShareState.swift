/// The progress of a share, by its receipt.
public struct ShareState: Hashable, Sendable {
  public enum Phase: String, Sendable, CaseIterable {
    case finished, failed, begun
    case waiting = "not begun"
  }

  public var phase: Phase
  /// The failures, a line for each job.
  public var failures: [String]
}
