import Dispatch
import Foundation
import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP: calls back at the first, and exits at the second.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]
  private let first: First

  private final class First: Sendable {
    /// The number of the first signal; 0 before it.
    let number = Mutex<Int32>(0)
    /// Nil once signals are no longer handled.
    let handler: Mutex<(@Sendable (ExitCode) -> Void)?>

    init(_ handler: @escaping @Sendable (ExitCode) -> Void) { self.handler = Mutex(handler) }
  }

  init(_ onFirst: @escaping @Sendable (ExitCode) -> Void) {
    // A closed reader of output and a file beyond its size limit become errors of writes.
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
        // `exit` must not be called while the main thread may be calling it.
        if isFirst { first.handler.withLock { $0 }?(code) } else { _exit(code.rawValue) }
      }
      source.resume()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    // Canceled sources release their handlers later; what these retain, such as a run, is released now.
    first.handler.withLock { $0 = nil }
  }

  /// The exit code for the first signal; nil if there was none.
  var code: ExitCode? { first.number.withLock { $0 == 0 ? nil : ExitCode(signal: $0) } }
}
