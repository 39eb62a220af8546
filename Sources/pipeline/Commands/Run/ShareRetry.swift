import Foundation
import Synchronization

/// `pipeline run --share … --tries K`: a share in a process of its own, that is begun again, after a pause that doubles, if
/// another try may help.
enum ShareRetry {
  static func run(_ settings: RunSettings) throws -> ExitCode {
    let tries = settings.tries
    var once = settings
    once.tries = 1
    let current = Mutex<pid_t>(0)
    let interrupts = Interrupts { _ in current.withLock { if $0 > 0 { kill($0, SIGTERM) } } }
    for attempt in 1...tries {
      let channels = try ChildChannels()
      let child = try ChildProcess(
        .run(once), input: STDIN_FILENO, output: STDOUT_FILENO, errors: STDERR_FILENO,
        channels: channels, hasOwnGroup: false)
      current.withLock { $0 = child.id }
      if interrupts.code != nil { child.terminate() }
      let end = child.wait()
      _ = channels.readLines()
      current.withLock { $0 = 0 }
      if let code = interrupts.code { return code }
      switch end {
      case .exited where !channels.isOwn(end):
        Terminal.error("share \(settings.purpose.share ?? .whole): \(end.description)")
        return .renderFailed
      case .exited(ExitCode.temporaryFailure.rawValue), .signaled(SIGKILL):
        guard attempt < tries else { return .temporaryFailure }
        let pause = min(1 << (attempt - 1), 30)
        Terminal.error("Try \(attempt) of \(tries) \(reason(end)). Trying again in \(pause) s.")
        for _ in 0..<pause * 10 where interrupts.code == nil { usleep(100_000) }
        if let code = interrupts.code { return code }
      case .exited(let code): return ExitCode(rawValue: code) ?? .renderFailed
      case .signaled: return .renderFailed
      }
    }
    return .temporaryFailure
  }

  private static func reason(_ end: ChildProcess.End) -> String {
    if case .signaled = end { "was killed" } else { "failed" }
  }
}
