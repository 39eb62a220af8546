import Foundation
import Synchronization

/// Asks for many entries on several threads.
final class EntrySearch: Sendable {
  private let count: Int
  private let isThere: @Sendable (Int) -> Bool
  private let state: Mutex<(next: Int, done: Int, found: [Bool])>
  private let isOver = DispatchSemaphore(value: 0)

  init(_ count: Int, _ isThere: @escaping @Sendable (Int) -> Bool) {
    self.count = count
    self.isThere = isThere
    state = Mutex((0, 0, [Bool](repeating: false, count: count)))
  }

  /// Asks for one after the other until there are no more; to be called from any number of threads.
  func work() {
    while let entry = next() {
      let answer = isThere(entry)
      let done = state.withLock { state in
        state.found[entry] = answer
        state.done += 1
        return state.done
      }
      if done == count { isOver.signal() }
    }
  }

  /// Works too, so that it ends though no other thread may begin, and waits for the others; to be called once.
  func result() -> [Bool] {
    work()
    if count > 0 { isOver.wait() }
    return state.withLock { $0.found }
  }

  private func next() -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }
}
