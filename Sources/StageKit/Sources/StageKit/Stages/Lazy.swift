import Synchronization

/// A value that is computed when it is first asked for, and kept.
final class Lazy<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)
  private let compute: @Sendable () -> Value

  /// `compute` gives the same value each time; threads that ask at once may each call it.
  init(_ compute: @escaping @Sendable () -> Value) { self.compute = compute }

  var value: Value {
    if let value = kept.withLock({ $0 }) { return value }
    let value = compute()
    kept.withLock { $0 = value }
    return value
  }
}
