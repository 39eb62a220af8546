import Files
import StageKit

/// What is wrong with a command line; one place turns it into English.
enum UsageError: Error, CustomStringConvertible {
  case unknownCommand(String, known: [String])
  case unknownOption(String, command: String, known: [String])
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  case badValue(option: String, value: String, expected: String)
  case operands(command: String, usage: String)
  /// What an option names cannot be used.
  case path(option: String, value: String, FileError)
  case message(String)

  var description: String {
    switch self {
    case .unknownCommand(let name, let known):
      return "unknown command '\(name)'\(Self.suggestion(for: name, among: known))"
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

  /// Leading hyphens are left out of the comparison, which they would make too lenient.
  private static func suggestion(for name: String, among known: [String]) -> String {
    let hyphens = String(name.prefix { $0 == "-" })
    let bare = known.map { String($0.drop { $0 == "-" }) }
    let nearest = spellingSuggestion(for: String(name.dropFirst(hyphens.count)), among: bare)
    return nearest.map { ". Did you mean '\(hyphens)\($0)'?" } ?? ""
  }
}

/// The options and operands of one command line, checked against a command's specification.
struct ParsedArguments: Sendable {
  private var values: [String: [String]] = [:]
  private(set) var operands: [String] = []
  private(set) var wantsHelp = false

  init(_ arguments: [String], for command: CommandSpecification) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      if argument == "--help" || argument == "-h" {
        wantsHelp = true
      } else if argument.hasPrefix("-") && argument.count > 1 {
        try take(argument, from: &rest, of: command)
      } else {
        operands.append(argument)
      }
    }
    if !wantsHelp && !command.operandCount.contains(operands.count) {
      throw UsageError.operands(command: command.name, usage: command.operands)
    }
    if operands.contains("") {
      throw UsageError.message("an operand is empty; expected: pipeline \(command.name) \(command.operands)")
    }
  }

  private mutating func take(
    _ argument: String, from rest: inout ArraySlice<String>, of command: CommandSpecification
  ) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let matches = command.allOptions.filter { option in
      parts[0] == "--\(option.name)" || option.short.map { parts[0] == "-\($0)" } == true
    }
    guard let option = matches.first else {
      throw UsageError.unknownOption(
        parts[0], command: command.name, known: command.allOptions.map { "--\($0.name)" })
    }
    guard let placeholder = option.value else {
      if parts.count > 1 { throw UsageError.unexpectedValue(option: option.name) }
      values[option.name, default: []].append("")
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
      throw UsageError.missingValue(option: option.name, value: placeholder)
    }
    // An empty name would be the root of what is joined to it.
    if value.isEmpty { throw UsageError.missingValue(option: option.name, value: placeholder) }
    values[option.name, default: []].append(value)
  }

  /// The options as a command line has them, without some.
  func spelled(_ command: CommandSpecification, without names: [String]) -> [String] {
    command.options.filter { !names.contains($0.name) }.flatMap { option in
      strings(option.name).map { option.value == nil ? "--\(option.name)" : "--\(option.name)=\($0)" }
    }
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The last value of an option, or nil where it was not given.
  func string(_ option: String) -> String? { values[option]?.last }

  /// Every value of an option that may be repeated.
  func strings(_ option: String) -> [String] { values[option] ?? [] }

  func integer(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = string(option) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError.badValue(
        option: option, value: text, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func number(_ option: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let text = string(option) else { return nil }
    guard let value = Double(text), range.contains(value) else {
      throw UsageError.badValue(
        option: option, value: text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ option: String, default value: Choice) throws -> Choice
  where Choice.RawValue == String {
    guard let text = string(option) else { return value }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue)
      let hint = spellingSuggestion(for: text, among: names).map { ". Did you mean '\($0)'?" } ?? ""
      throw UsageError.badValue(
        option: option, value: text, expected: "one of \(names.joined(separator: ", "))\(hint)")
    }
    return choice
  }
}
