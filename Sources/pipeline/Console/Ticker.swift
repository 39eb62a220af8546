import Foundation

/// Calls an action repeatedly, on a thread of its own, until it is stopped or deallocated.
///
/// Dispatch's timers need descriptors, and end the process where there are none.
final class Ticker: Sendable {
  private let seconds: Double
  private let clock = Clock()

  // Sendable: `isStopped` is only touched while `condition` is locked.
  private final class Clock: @unchecked Sendable {
    private let condition = NSCondition()
    private var isStopped = false

    /// Returns false once stopped, at once.
    func wait(_ seconds: Double) -> Bool {
      condition.lock()
      defer { condition.unlock() }
      let end = Date(timeIntervalSinceNow: seconds)
      while !isStopped, condition.wait(until: end) {}
      return !isStopped
    }

    func stop() {
      condition.lock()
      isStopped = true
      condition.broadcast()
      condition.unlock()
    }
  }

  init(seconds: Double) { self.seconds = seconds }

  deinit { stop() }

  /// Calls `action` after `seconds`, and again that long after it returns.
  func start(_ action: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [clock, seconds] in
      while clock.wait(seconds) { action() }
    }
  }

  func stop() { clock.stop() }
}
