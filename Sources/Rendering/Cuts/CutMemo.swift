import Planning
import StageKit
import Synchronization

/// Remembers how visible cuts are, for all jobs of a run: variants of a job have most of them in common.
final class CutMemo: Sendable {
  private let known = Mutex<[Digest: CutVisibility]>([:])

  /// The visibility under a key, which is measured where it is not known.
  func visibility(_ key: Digest, _ measure: () -> CutVisibility) -> CutVisibility {
    if let visibility = known.withLock({ $0[key] }) { return visibility }
    let visibility = measure()
    known.withLock { $0[key] = visibility }
    return visibility
  }
}
