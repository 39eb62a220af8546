import Dispatch
import Synchronization

/// Calls something again and again, until it is stopped or let go.
final class Ticker: Sendable {
  private let seconds: Double
  private let isStopped = Atomic(false)

  init(seconds: Double) { self.seconds = seconds }

  /// Calls `action` after the seconds, and again the seconds after it returned.
  func start(_ action: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self, !isStopped.load(ordering: .relaxed) else { return }
      action()
      start(action)
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
