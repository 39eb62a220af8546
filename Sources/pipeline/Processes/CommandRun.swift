import Foundation
import Preview
import Synchronization

/// A command of this program, run as a child that ends with this process, for a page of the preview or a model.
// The child and its pipes are used by the thread that reads lines, and `cancel` only signals the process.
final class CommandRun: ProgramRun, @unchecked Sendable {
  private let child: ChildProcess
  private let channels: ChildChannels
  private let output: Pipe
  private let errors: Pipe
  private let code = Mutex<Int32>(0)

  /// Starts a command, given by its name and arguments, with another command's options for what jobs may read and which are
  /// wanted.
  init(_ command: [String], options: ParsedArguments) throws {
    guard let specification = PipelineProgram.commands.first(where: { $0.name == command.first }) else {
      throw UsageError.unknownCommand(command.first ?? "", known: PipelineProgram.commands.map(\.name))
    }
    // A check reads no job.
    let shared = JobPolicyOptions.all.filter { option in specification.options.contains { $0.name == option.name } }
    let arguments = try ParsedArguments(Array(command.dropFirst()), for: specification).taking(shared, from: options)
    channels = try ChildChannels()
    output = try Pipe()
    errors = try Pipe()
    child = try ChildProcess(
      .command(specification.name, arguments, isSupervised: false), output: output.writeEnd, errors: errors.writeEnd,
      channels: channels,
      // It is ended with the process itself.
      hasOwnGroup: false)
    output.closeWriteEnd()
    errors.closeWriteEnd()
  }

  var exitCode: Int32 { code.withLock { $0 } }

  func cancel() { child.terminate() }

  func nextLines() -> (output: [String], errors: [String])? {
    while true {
      let end = child.poll()
      _ = channels.readLines()
      let lines = [output, errors].map { $0.readLines().map { String(decoding: $0, as: UTF8.self) } }
      if lines.contains(where: { !$0.isEmpty }) { return (lines[0], lines[1]) }
      if let end {
        code.withLock { code in
          switch end {
          case .exited(let number): code = channels.isOwn(end) ? number : max(number, ExitCode.renderFailed.rawValue)
          case .signaled(let signal): code = 128 + signal
          }
        }
        return nil
      }
      output.wait(milliseconds: 50)
    }
  }
}
