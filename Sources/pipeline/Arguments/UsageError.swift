import Files
import StageKit

/// An error in a command line.
enum UsageError: Error, CustomStringConvertible {
  case unknownCommand(String, known: [String])
  case unknownOption(String, command: String, known: [String])
  case renamedOption(String, current: String)
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  case badValue(option: String, value: String, expected: String)
  case operands(command: String, usage: String)
  /// The file or folder of an option cannot be used.
  case path(option: String, value: String, FileError)
  case message(String)

  var description: String {
    switch self {
    case .unknownCommand(let name, let known):
      return "unknown command '\(name)'\(Self.suggestion(for: name, among: known))"
    case .renamedOption(let name, let current):
      return "'\(name)' is called '\(current)' now"
    case .unknownOption(let name, let command, let known):
      let hint = Self.suggestion(for: name, among: known)
      return "unknown option '\(name)'\(hint.isEmpty ? ". See 'pipeline \(command) --help'." : hint)"
    case .missingValue(let option, let value): return "--\(option) needs a value: --\(option) \(value)"
    case .unexpectedValue(let option): return "--\(option) takes no value"
    case .badValue(let option, let value, let expected): return "--\(option) \(value): expected \(expected)"
    case .operands(let command, let usage): return "expected: pipeline \(command) \(usage)"
    case .path(let option, let value, let fault): return "--\(option) \(value): \(fault)"
    case .message(let text): return text
    }
  }

  /// Leading hyphens are not compared: they would make unlike names similar.
  private static func suggestion(for name: String, among known: [String]) -> String {
    let hyphens = String(name.prefix { $0 == "-" })
    let bare = known.map { String($0.drop { $0 == "-" }) }
    let nearest = spellingSuggestion(for: String(name.dropFirst(hyphens.count)), among: bare)
    return nearest.map { ". Did you mean '\(hyphens)\($0)'?" } ?? ""
  }
}
