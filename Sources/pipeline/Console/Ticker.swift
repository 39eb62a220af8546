import Dispatch
import Synchronization

/// Calls an action repeatedly until it is stopped or deallocated.
final class Ticker: Sendable {
  private let seconds: Double
  private let isStopped = Atomic(false)

  init(seconds: Double) { self.seconds = seconds }

  /// Calls `action` after `seconds`, and again that long after it returns.
  func start(_ action: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self, !isStopped.load(ordering: .relaxed) else { return }
      action()
      start(action)
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
