import Planning
import StageKit
import Synchronization

/// How visible joins of two frames would be, for all jobs of a run: variants of a job have most of them in common.
final class JoinMemo: Sendable {
  private let known = Mutex<[Digest: JoinVisibility]>([:])

  /// The visibility under a key, which is measured where it is not known.
  func visibility(_ key: Digest, _ measure: () -> JoinVisibility) -> JoinVisibility {
    if let visibility = known.withLock({ $0[key] }) { return visibility }
    let visibility = measure()
    known.withLock { $0[key] = visibility }
    return visibility
  }
}
