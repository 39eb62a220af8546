import Foundation
import Regression

extension RunDescription {
  /// This run's: now, on this machine, of the commit that this folder is at.
  static func current(_ arguments: ParsedArguments) -> RunDescription {
    #if arch(x86_64)
      let processor = "x86_64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "other"
    #endif
    let own = ["update", "accept", "message", "format", "single-file", "record", "sample"]
    let words = arguments.pasted(RegressCommand.specification, without: own)
    return RunDescription(
      date: Date().formatted(.iso8601), commit: commit, machine: "\(ProcessInfo.processInfo.hostName), \(processor)",
      program: pipelineVersion, command: ShellText.line(words))
  }

  /// As GitHub and GitLab name it, or as git does; nil where there is none.
  private static var commit: String? {
    let environment = ProcessInfo.processInfo.environment
    for variable in ["GITHUB_SHA", "CI_COMMIT_SHA"] {
      if let commit = environment[variable], !commit.isEmpty { return String(commit.prefix(12)) }
    }
    guard let output = try? Pipe(),
      let child = try? ChildProcess(
        "/usr/bin/env", ["git", "rev-parse", "--short=12", "HEAD"], descriptors: [-1, output.writeEnd, -1])
    else { return nil }
    output.closeWriteEnd()
    guard child.wait(seconds: 5) == .exited(0) else { return nil }
    let text = String(decoding: output.readAvailable(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}
