import Files
import Foundation
import Preview
import Synchronization

/// A process of this program that a preview's page asked for.
// The child and its pipes are used by the thread that reads lines, and `cancel` only signals the process.
final class PreviewRun: ProgramRun, @unchecked Sendable {
  private let child: ChildProcess
  private let output: Pipe
  private let errors: Pipe
  private let code = Mutex<Int32>(0)

  init(_ arguments: [String]) throws {
    output = try Pipe()
    errors = try Pipe()
    let command = ProgramFile.command
    let environment = ProcessInfo.processInfo.environment.filter { $0.key != ChildRole.variable }
    child = try ChildProcess(
      command.program, command.arguments + arguments, environment: environment,
      descriptors: [-1, output.writeEnd, errors.writeEnd],
      // It is ended with the preview's own process.
      hasOwnGroup: false)
    output.closeWriteEnd()
    errors.closeWriteEnd()
  }

  var exitCode: Int32 { code.withLock { $0 } }

  func cancel() { child.terminate() }

  func nextLines() -> (output: [String], errors: [String])? {
    while true {
      let end = child.poll()
      let lines = [output, errors].map { $0.readLines().map { String(decoding: $0, as: UTF8.self) } }
      if lines.contains(where: { !$0.isEmpty }) { return (lines[0], lines[1]) }
      if let end {
        code.withLock { code in
          switch end {
          case .exited(let number): code = number
          case .signaled(let signal): code = 128 + signal
          }
        }
        return nil
      }
      output.wait(milliseconds: 50)
    }
  }
}
