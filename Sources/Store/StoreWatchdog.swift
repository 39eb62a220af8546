import Foundation
import Synchronization

/// Notices operations on a store that do not end, as on a network file system whose server is gone.
///
/// Such an operation cannot be ended from within the process, so the only way out is the end of the process. Large files
/// are read and written in steps that are watched one by one: a store that is merely slow is waited for.
public final class StoreWatchdog: Sendable {
  /// The maximum duration of an operation, in seconds.
  public let deadline: Double
  private let onHang: @Sendable (_ operation: String) -> Void
  private let state = Mutex(State())

  private struct State {
    var operations: [Int: (text: String, ticks: Int)] = [:]
    var nextID = 0
    var cleanups: [@Sendable () -> Void] = []
  }

  /// Seconds that cleaning up may take: the files may lie where the store does.
  private static let gracePeriod = 2.0

  /// `onHang` is called at most once, from a thread of its own, with what does not end, such as `reading 'PATH'`; it should
  /// end the process.
  public init(deadline: Double, onHang: @escaping @Sendable (_ operation: String) -> Void) {
    self.deadline = deadline
    self.onHang = onHang
    // Ticks are counted, not seconds: while the process is stopped or the machine sleeps, no time passes.
    let interval = min(1, deadline / 4)
    let limit = Int((deadline / interval).rounded(.up))
    Thread.detachNewThread { [weak self] in
      while self != nil {
        Thread.sleep(forTimeInterval: interval)
        if self?.tick(limit) == true { return }
      }
    }
  }

  /// Has `action` called before `onHang`, to remove unfinished files.
  public func beforeEnd(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.cleanups.append(action) } }

  /// Does a step on the store, of which `operation` says what it is.
  public func watch<Value, Failure: Error>(
    _ operation: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let id = state.withLock { state in
      state.nextID += 1
      state.operations[state.nextID] = (operation, 0)
      return state.nextID
    }
    defer { state.withLock { $0.operations[id] = nil } }
    return try body()
  }

  /// Counts a tick for every operation; true where one has reached the limit.
  private func tick(_ limit: Int) -> Bool {
    let late: (operation: String, cleanups: [@Sendable () -> Void])? = state.withLock { state in
      for id in state.operations.keys { state.operations[id]?.ticks += 1 }
      // The one that was begun first.
      let late = state.operations.filter { $0.value.ticks > limit }.min { $0.key < $1.key }
      return late.map { ($0.value.text, state.cleanups) }
    }
    guard let late else { return false }
    let isClean = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for cleanup in late.cleanups { cleanup() }
      isClean.signal()
    }
    _ = isClean.wait(timeout: .now() + Self.gracePeriod)
    onHang(late.operation)
    return true
  }
}
