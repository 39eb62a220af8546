import Foundation
import Synchronization

/// Threads that do pieces of work, the most urgent first.
final class WorkQueue: Sendable {
  enum Urgency: Int, Sendable, CaseIterable {
    /// Somebody looks at it right now.
    case picture
    /// The page needs it to go on.
    case description
    /// It may take long, and is done piece by piece.
    case background
  }

  /// What a thread keeps from one piece of work to the next.
  typealias Work = @Sendable (FrameDrawers) -> Void

  private let waiting = Mutex<[[Work]]>(Array(repeating: [], count: Urgency.allCases.count))
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
    waiting.withLock { $0[urgency.rawValue].append(work) }
    count.signal()
  }

  private func next() -> Work? {
    waiting.withLock { waiting in
      guard let list = waiting.indices.first(where: { !waiting[$0].isEmpty }) else { return nil }
      return waiting[list].removeFirst()
    }
  }
}
