import Foundation
import Synchronization

/// Threads that do pieces of work, the most urgent first.
final class WorkQueue: Sendable {
  enum Urgency: Int, Sendable, CaseIterable {
    /// Somebody changes a job.
    case change
    /// The page needs it to go on.
    case description
    /// A viewer sees it, or will soon.
    case picture
    /// It may take long, and is done piece by piece.
    case background
  }

  /// A piece of work, with the drawers that a thread keeps from one piece to the next.
  typealias Work = @Sendable (FrameDrawers) -> Void

  private struct Waiting {
    var lists: [[Work]] = Array(repeating: [], count: Urgency.allCases.count)
    var turn = 0
  }

  private let waiting = Mutex(Waiting())
  private let count = DispatchSemaphore(value: 0)

  /// Stages may need more than the half megabyte that threads of Dispatch have.
  private static let stackSize = 8 << 20

  /// Starts its threads, which live as long as the process.
  init(threads: Int) {
    for _ in 0..<max(1, threads) {
      let thread = Thread { [self] in
        let drawers = FrameDrawers()
        while true {
          count.wait()
          next()?(drawers)
        }
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
  }

  /// Adds a piece of work, after others that are as urgent.
  func add(_ urgency: Urgency, _ work: @escaping Work) {
    waiting.withLock { $0.lists[urgency.rawValue].append(work) }
    count.signal()
  }

  /// Every fourth piece is one of those that wait the longest, or pages that fetch frame after frame would keep them waiting.
  private func next() -> Work? {
    waiting.withLock { waiting in
      waiting.turn += 1
      let order = waiting.turn % 4 == 0 ? Array(waiting.lists.indices.reversed()) : Array(waiting.lists.indices)
      guard let list = order.first(where: { !waiting.lists[$0].isEmpty }) else { return nil }
      return waiting.lists[list].removeFirst()
    }
  }
}
