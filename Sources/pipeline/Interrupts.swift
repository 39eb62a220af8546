import Dispatch
import Foundation
import Synchronization

/// Calls back at the first interrupt, termination or hang-up, and ends the process at the second.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]
  private let first: First

  /// The number of the first signal, 0 before it.
  private final class First: Sendable { let number = Mutex<Int32>(0) }

  init(_ onFirst: @escaping @Sendable (ExitCode) -> Void) {
    // Whoever reads what is told may go away, and a file may grow beyond a limit; both are then errors of the writes.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    let first = First()
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
        if isFirst { onFirst(code) } else { exit(code.rawValue) }
      }
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }

  /// How the process is to end; nil where no signal came.
  var code: ExitCode? { first.number.withLock { $0 == 0 ? nil : ExitCode(signal: $0) } }
}
