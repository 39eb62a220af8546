import Files
import Foundation
import Synchronization

/// `pipeline run --share … --tries K`: a share in a process of its own, that is begun again, after a pause that doubles, if
/// another try may help.
enum RepeatedShare {
  /// Nil where the command line does not ask for several tries.
  static func run(_ arguments: ParsedArguments) throws -> ExitCode? {
    let tries = try arguments.integer("tries", in: 1...100) ?? 1
    guard tries > 1 else { return nil }
    let options = arguments.spelled(RunCommand.specification, without: ["tries"])
    let command = ProgramFile.command
    let current = Mutex<pid_t>(0)
    let interrupts = Interrupts { _ in current.withLock { if $0 > 0 { kill($0, SIGTERM) } } }
    for attempt in 1...tries {
      let child = try ChildProcess(
        command.program, command.arguments + ["run"] + options + ["--"] + arguments.operands,
        descriptors: [0, 1, 2], hasOwnGroup: false)
      current.withLock { $0 = child.id }
      if interrupts.code != nil { child.terminate() }
      let end = child.wait()
      current.withLock { $0 = 0 }
      if let code = interrupts.code { return code }
      switch end {
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
