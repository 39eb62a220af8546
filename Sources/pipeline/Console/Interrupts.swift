import CSystem
import Foundation
import Synchronization

/// Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT: calls back at the first, and exits at the second. Those that the
/// process was started to ignore, such as SIGHUP below `nohup`, stay ignored.
final class Interrupts {
  private let first: First

  private final class First: Sendable {
    /// The number of the first signal; 0 before it.
    let number = Mutex<Int32>(0)
    /// Nil once signals are no longer handled.
    let handler: Mutex<(@Sendable (ExitCode) -> Void)?>

    init(_ handler: @escaping @Sendable (ExitCode) -> Void) { self.handler = Mutex(handler) }
  }

  /// To be made once in a process.
  init(_ onFirst: @escaping @Sendable (ExitCode) -> Void) {
    // A closed reader of output and a file beyond its size limit become errors of writes.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    let first = First(onFirst)
    self.first = first
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signals_catch(number) }
    // Sources of Dispatch need descriptors, and end the process where there are none.
    Thread.detachNewThread {
      while true {
        let number = signals_next()
        let isFirst = first.number.withLock { known in
          if known != 0 { return false }
          known = number
          return true
        }
        let code = ExitCode(signal: number)
        // `exit` must not be called while the main thread may be calling it.
        if isFirst { first.handler.withLock { $0 }?(code) } else { ChildRole.leave(code) }
      }
    }
  }

  // Releases the objects that the handler retains, such as a run.
  deinit { first.handler.withLock { $0 = nil } }

  /// The exit code for the first signal; nil if there was none.
  var code: ExitCode? { first.number.withLock { $0 == 0 ? nil : ExitCode(signal: $0) } }
}
