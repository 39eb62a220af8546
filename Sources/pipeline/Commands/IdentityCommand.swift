import Files
import Foundation
import Rendering
import Reporting

/// `pipeline identity`, and the option that compares with it.
enum IdentityCommand {
  static let specification = CommandSpecification(
    name: "identity", operands: "", operandCount: 0...0,
    summary: "Print this machine's identity, on which the bytes of videos depend besides the jobs, as JSON.",
    details: """
      Machines with equal identities give equal videos. 'pipeline identity > identity.json' on one machine and
      'pipeline run --identity identity.json' on another make sure of it. Scripts/bundle makes a folder that gives all
      machines one identity.
      """,
    options: [], run: run)

  /// For commands that render.
  static let option = OptionSpecification(
    "identity", "FILE", "Render only if 'pipeline identity' on this machine gives the contents of this file.")

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    _ = StageLoading.reported()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    Terminal.print(String(decoding: try encoder.encode(MachineIdentity.current()), as: UTF8.self))
    return .success
  }

  /// True if this machine has the identity in the option's file; prints what differs. To be called when all stages are
  /// loaded.
  static func matches(_ path: String) throws -> Bool {
    try PathOptions.checkReadable(file: path, option: "identity")
    guard let bytes = try? RegularFile(path).bytes(limit: 1 << 20),
      let required = try? JSONDecoder().decode(MachineIdentity.self, from: Data(bytes))
    else {
      throw UsageError.badValue(
        option: "identity", value: path, expected: "a file with the output of 'pipeline identity'")
    }
    do {
      try MachineIdentity.current().check(against: required)
      return true
    } catch {
      Terminal.error("pipeline: --identity \(path.displayText): \(error)")
      return false
    }
  }
}
