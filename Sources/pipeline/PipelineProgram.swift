import CSystem
import Files
import Foundation
import JobFile
import Rendering
import Reporting
import StageKit

/// The version of the program and of the files that it writes.
let pipelineVersion = "0.1.0"

@main
enum PipelineProgram {
  /// In the order of the help text.
  static let commands: [CommandSpecification] = [
    RunCommand.specification, ValidateCommand.specification, CheckCommand.specification, StillCommand.specification,
    SheetCommand.specification, CurvesCommand.specification, StagesCommand.specification, SchemaCommand.specification,
    GraphCommand.specification, TraceCommand.specification, SubmitCommand.specification, StatusCommand.specification,
    CacheCommand.specification, IdentityCommand.specification, RegressCommand.specification,
    WatchCommand.specification, PreviewCommand.specification, EditCommand.specification, FixCommand.specification,
    NewCommand.specification, NewStageCommand.specification, CheckStageCommand.specification,
    LottieCommand.specification,
    MCPCommand.specification, DocsCommand.specification, DoctorCommand.specification, CleanCommand.specification,
  ]

  static func main() {
    let code = run(Array(CommandLine.arguments.dropFirst()))
    guard let error = Terminal.outputError else { end(code) }
    Terminal.error("pipeline: standard output cannot be written: \(error)")
    end(code == .success ? .renderFailed : code)
  }

  private static func end(_ code: ExitCode) -> Never {
    ChildRole.sayDone(code)
    exit(code.rawValue)
  }

  static func run(_ arguments: [String]) -> ExitCode {
    // Swift's runtime would print a backtrace: to quit is no crash.
    signals_default(SIGQUIT)
    _ = Terminal.output
    working_folder_keep()
    guard let name = arguments.first else {
      Terminal.error(help, terminator: "")
      return .badInput
    }
    switch name {
    case "--help", "-h", "help":
      if let topic = arguments.dropFirst().first, let command = commands.first(where: { $0.name == topic }) {
        Terminal.print(command.help, terminator: "")
      } else {
        Terminal.print(help, terminator: "")
      }
      return .success
    case "--version":
      Terminal.print("pipeline \(pipelineVersion) (\(StageABI.program))\nSPDX-License-Identifier: Apache-2.0")
      return .success
    default: break
    }
    do {
      if name == ChildRequest.command { return try ChildRole.enter().run() }
      guard let command = commands.first(where: { $0.name == name }) else {
        throw UsageError.unknownCommand(name, known: commands.map(\.name))
      }
      let parsed = try ParsedArguments(Array(arguments.dropFirst()), for: command)
      if parsed.wantsHelp {
        Terminal.print(command.help, terminator: "")
        return .success
      }
      if !parsed.strings("plugins").isEmpty { try PluginFolders.allow(parsed.strings("plugins")) }
      return try command.start(parsed)
    } catch {
      Terminal.error("pipeline: \(SystemError.describe(error))".displayText)
      return isOfMachine(error) ? .renderFailed : .badInput
    }
  }

  /// True if nothing is wrong with what the user gave: a disk was full, or did not answer.
  private static func isOfMachine(_ error: any Error) -> Bool {
    let code: Int32? =
      switch error {
      case let error as FileError: error.code
      case UsageError.path(_, _, let error): error.code
      default: SystemError.errno(of: error)
      }
    return code.map { $0 == EFBIG || SystemError.isTemporary(errno: $0) } ?? false
  }

  private static var help: String {
    """
    usage: pipeline COMMAND …

    Turns JSON job files into videos of loading animations, or into numbered pictures.

    commands:
    \(TextTable.list(commands.map { ("\($0.name) \($0.operands)", $0.summary) }))
    \(FormatHelp.text)
    'pipeline COMMAND --help' lists the options of a command, 'pipeline --version' prints the version.

    exit codes: 0 success, 1 a render failed, 2 bad usage or job, 3 differences found, 4 segments missing,
                75 another try may help, 129, 130, 131 and 143 ended by a signal

    """
  }
}
