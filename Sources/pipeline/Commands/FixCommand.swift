import Files
import Foundation
import JobFile
import Messages
import Planning
import Reporting
import StageKit

/// `pipeline fix`.
enum FixCommand {
  static let specification = CommandSpecification(
    name: "fix", operands: "JOB…", operandCount: 1...100_000,
    summary:
      "Correct in job files what can mean one thing alone: misspelled and renamed keys, stages, values and references.",
    details: """
      Comments and all that is not wrong stay as they are. Each correction is a line: where, what was there, and what is now.
      'pipeline validate --format json' gives the same ones, and those that are likely but not sure, as changes for 'pipeline edit --changes'.
      """,
    options: [.init(flag: "dry-run", "Print the corrections without making them.")] + JobPolicyOptions.all, run: run)

  /// Correcting a stage's name lets its parameters be read, and so on.
  private static let maxRounds = 16

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let registry = StageLoading.reported().registry
    let policy = try JobPolicyOptions.policy(arguments)
    var isFine = true
    for file in arguments.operands {
      do {
        let left = try fix(file, registry, policy, isDryRun: arguments.has("dry-run"))
        if left > 0 {
          isFine = false
          Terminal.error("\(file): \(Format.count(left, "error")) left; see 'pipeline validate'".displayText)
        }
      } catch let error as FileError {
        isFine = false
        Terminal.error("\(file): \(error.message)".displayText)
      } catch let error as JobEditError {
        isFine = false
        Terminal.error("\(file): \(error)".displayText)
      }
    }
    return isFine ? .success : .badInput
  }

  /// Corrects a file and says how; the number of errors that are left.
  private static func fix(
    _ file: String, _ registry: StageRegistry, _ policy: JobPolicy, isDryRun: Bool
  ) throws -> Int {
    let original = try FileAccess.openJob(file, foundIn: nil, allowedFolders: policy.readableFolders).bytes(
      limit: JobLimits.fileSize)
    var text = original
    for _ in 0..<maxRounds {
      let diagnostics = diagnostics(of: text, file, registry, policy)
      let fixes = TextFixes(of: diagnostics.filter { $0.position?.file == nil }, in: text)
      if fixes.changes.isEmpty { break }
      for (diagnostic, _) in fixes.changes { Terminal.print(line(diagnostic)) }
      text = try fixes.applied(to: text)
    }
    if !isDryRun, text != original { try EditCommand.replace(file, by: text) }
    return diagnostics(of: text, file, registry, policy).count { $0.severity == .error }
  }

  private static func diagnostics(
    of text: [UInt8], _ file: String, _ registry: StageRegistry, _ policy: JobPolicy
  ) -> [Diagnostic] {
    CheckedJobFile(bytes: text, file: file, registry: registry, policy: policy, messages: Messages()).diagnostics
  }

  /// `jobs/offer.json:5:12: stages[0].stage: 'captoin' is 'caption'`.
  private static func line(_ diagnostic: Diagnostic) -> String {
    var place = diagnostic
    place.hint = nil
    switch diagnostic.fix?.correction {
    case .name(let name, is: let new)?: place.message = "'\(name)' is '\(new)'"
    case .value(let text)?: place.message += ": it is \(text)"
    case nil: break
    }
    return "\(place)"
  }
}
