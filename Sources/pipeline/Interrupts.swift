import Dispatch
import Foundation
import Synchronization

/// Calls back at the first interrupt, termination or hang-up, and ends the process at the second.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]
  private let count: Count

  private final class Count: Sendable { let value = Mutex(0) }

  init(_ onFirst: @escaping @Sendable () -> Void) {
    // Whoever reads what is told may go away, and a file may grow beyond a limit; both are then errors of the writes.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    let count = Count()
    self.count = count
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        let isFirst = count.value.withLock { value in
          value += 1
          return value == 1
        }
        if isFirst { onFirst() } else { exit(ExitCode.interrupted.rawValue) }
      }
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }

  var wereReceived: Bool { count.value.withLock { $0 > 0 } }
}
