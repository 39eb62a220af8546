import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Transforms each element, in order, on up to `workers` threads.
  ///
  /// `deliver` gets each result with its index, in order and one at a time, as soon as it and all before it are there.
  public func mapInParallel<Result: Sendable>(
    workers: Int, _ transform: @Sendable (Element) -> Result,
    deliver: @Sendable (Int, Result) -> Void = { _, _ in }
  ) -> [Result] {
    let results = Mutex([Result?](repeating: nil, count: count))
    let next = Mutex(0)
    let delivered = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: Swift.max(1, Swift.min(workers, count))) { _ in
      while true {
        let index = next.withLock { next in
          next += 1
          return next - 1
        }
        guard index < count else { return }
        let result = transform(self[index])
        results.withLock { $0[index] = result }
        delivered.withLock { delivered in
          while let result = results.withLock({ delivered < count ? $0[delivered] : nil }) {
            deliver(delivered, result)
            delivered += 1
          }
        }
      }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
