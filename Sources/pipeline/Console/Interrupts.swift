import Dispatch
import Foundation
import Synchronization

/// Calls back at the first interrupt, termination or hang-up, and ends the process at the second.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]
  private let first: First

  private final class First: Sendable {
    /// The number of the first signal, 0 before it.
    let number = Mutex<Int32>(0)
    /// What is called back; nil once nobody waits for signals any more.
    let handler: Mutex<(@Sendable (ExitCode) -> Void)?>

    init(_ handler: @escaping @Sendable (ExitCode) -> Void) { self.handler = Mutex(handler) }
  }

  init(_ onFirst: @escaping @Sendable (ExitCode) -> Void) {
    // Whoever reads what is told may go away, and a file may grow beyond a limit; both are then errors of the writes.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    let first = First(onFirst)
    self.first = first
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        let isFirst = first.number.withLock { known in
          if known != 0 { return false }
          known = number
          return true
        }
        let code = ExitCode(signal: number)
        // `exit` must not be called where the main thread may be calling it.
        if isFirst { first.handler.withLock { $0 }?(code) } else { _exit(code.rawValue) }
      }
      source.resume()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    // Canceled sources let go of their handlers some time later; what these hold, such as a run, is let go now.
    first.handler.withLock { $0 = nil }
  }

  /// How the process is to end; nil where no signal came.
  var code: ExitCode? { first.number.withLock { $0 == 0 ? nil : ExitCode(signal: $0) } }
}
