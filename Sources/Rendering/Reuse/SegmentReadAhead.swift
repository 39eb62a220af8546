import Foundation

/// Looks up entries in the store before workers ask for them, so that workers do not wait for a slow store.
///
/// Entries are numbered in the order in which they are asked for. Each is looked up by a thread of its own, which waits
/// most of the time. What was not there is looked up again when it is asked for: another run may have added it.
// Sendable: every stored property that changes is touched only while `condition` is locked.
final class SegmentReadAhead: @unchecked Sendable {
  /// The most entries that are looked up at once or wait for a worker.
  private static let maxCount = 32
  /// About how many bytes may wait for a worker.
  private static let maxBytes = 64 << 20

  private enum Slot {
    /// Its thread has not begun, and may never where the system allows no more threads.
    case waiting
    case reading
    case read(SegmentStore.LookupResult)
  }

  private let count: Int
  private let lookUp: @Sendable (Int) -> SegmentStore.LookupResult
  private let condition = NSCondition()
  /// Entries that are being looked up, or wait.
  private var slots: [Int: Slot] = [:]
  /// The first that was not begun.
  private var next = 0
  private var readCount = 0
  private var largest = 1

  /// Nothing is looked up before the first entry is asked for. `lookUp` is called from any thread.
  init(count: Int, lookUp: @escaping @Sendable (Int) -> SegmentStore.LookupResult) {
    self.count = count
    self.lookUp = lookUp
  }

  /// The result for an entry; waits where it is being looked up.
  func result(_ entry: Int) -> SegmentStore.LookupResult {
    condition.lock()
    next = max(next, entry + 1)
    while case .reading? = slots[entry] { condition.wait() }
    // If it still waits, the caller takes it over.
    let known = slots.removeValue(forKey: entry)
    begin()
    condition.unlock()
    if case .read(let result)? = known {
      if case .missing = result {} else { return result }
    }
    return lookUp(entry)
  }

  /// Begins lookups up to the limit; to be called while locked.
  private func begin() {
    let limit = min(Self.maxCount, 4 + readCount, max(1, Self.maxBytes / largest))
    while next < count, slots.count < limit {
      let entry = next
      next += 1
      slots[entry] = .waiting
      Thread.detachNewThread { [self] in
        condition.lock()
        guard case .waiting? = slots[entry] else { return condition.unlock() }
        slots[entry] = .reading
        condition.unlock()
        let result = lookUp(entry)
        condition.lock()
        slots[entry] = .read(result)
        readCount += 1
        if case .found(let segment) = result { largest = max(largest, segment.byteCount) }
        begin()
        condition.broadcast()
        condition.unlock()
      }
    }
  }
}
