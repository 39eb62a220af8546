import Foundation

/// Threads that work side by side.
enum WorkerThreads {
  /// Stages may need more than the half megabyte that threads of Dispatch have.
  private static let stackSize = 8 << 20

  /// Runs `body` on `count` threads, each with its index, and returns when all are done.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      let thread = Thread {
        body(index)
        group.leave()
      }
      thread.stackSize = stackSize
      thread.start()
    }
    group.wait()
  }
}
