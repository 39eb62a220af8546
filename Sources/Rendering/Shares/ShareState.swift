/// How far a share is, as its receipt says.
public struct ShareState: Hashable, Sendable {
  public enum Phase: String, Sendable, CaseIterable {
    case finished, failed, begun
    case waiting = "not begun"
  }

  public var phase: Phase
  /// What failed, a line for each job.
  public var failures: [String]
}
