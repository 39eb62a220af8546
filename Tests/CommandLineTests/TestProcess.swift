import Foundation

@testable import pipeline

/// A process as Foundation's `Process` has it, waited for by the system call alone.
///
/// Foundation hears of the end of processes through a run loop of its own, which under load has missed one for good.
/// Streams that are not set are `/dev/null`. The process is killed when this is released.
final class TestProcess {
  var executableURL = program
  var arguments: [String] = []
  var environment = ProcessInfo.processInfo.environment
  var currentDirectoryURL: URL?
  var standardInput: FileHandle?
  var standardOutput: FileHandle?
  var standardError: FileHandle?

  private var child: ChildProcess?
  private var end: ChildProcess.End?

  deinit {
    guard end == nil, let child else { return }
    kill(child.id, SIGKILL)
    _ = child.wait()
  }

  func run() throws {
    child = try ChildProcess(
      executableURL.path, arguments, environment: environment, folder: currentDirectoryURL?.path,
      descriptors: [standardInput, standardOutput, standardError].map { $0?.fileDescriptor ?? -1 }, hasOwnGroup: false)
  }

  var processIdentifier: pid_t { child?.id ?? -1 }

  var isRunning: Bool {
    if end == nil { end = child?.poll() }
    return child != nil && end == nil
  }

  func waitUntilExit() { if end == nil { end = child?.wait() } }

  /// The exit code, or the number of the signal that ended it.
  var terminationStatus: Int32 {
    switch end {
    case .exited(let code): code
    case .signaled(let signal): signal
    case nil: -1
    }
  }
}
