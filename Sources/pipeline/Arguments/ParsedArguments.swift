import StageKit

/// The options and operands of a command line, checked against the command's specification.
struct ParsedArguments: Codable, Equatable, Sendable {
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
      } else if argument.hasPrefix("-"), argument.count > 1, Double(argument) == nil {
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
      if let renamed = command.allOptions.first(where: { $0.formerName.map { parts[0] == "--\($0)" } == true }) {
        throw UsageError.renamedOption(parts[0], current: "--\(renamed.name)")
      }
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
    // An empty folder joined with a name would be an absolute path.
    if value.isEmpty { throw UsageError.missingValue(option: option.name, value: placeholder) }
    values[option.name, default: []].append(value)
  }

  /// The same with some options as another command line gives them, where it does.
  func taking(_ options: [OptionSpecification], from other: ParsedArguments) -> ParsedArguments {
    var result = self
    for option in options { if let given = other.values[option.name] { result.values[option.name] = given } }
    return result
  }

  /// The options as arguments for people or for other machines, without some, and without `--plugins`.
  func spelled(_ command: CommandSpecification, without names: [String]) -> [String] {
    command.options.filter { !names.contains($0.name) }.flatMap { option in
      strings(option.name).map { option.value == nil ? "--\(option.name)" : "--\(option.name)=\($0)" }
    }
  }

  /// A command line that people can paste: `operands` and all options but some, `--plugins` among them.
  func pasted(_ command: CommandSpecification, without names: [String]) -> [String] {
    let plugins = command.loadsStages && !names.contains("plugins") ? strings("plugins").map { "--plugins=\($0)" } : []
    // More options may follow.
    let paths = operands.map { $0.hasPrefix("-") ? "./\($0)" : $0 }
    return ["pipeline", command.name] + paths + spelled(command, without: names) + plugins
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The last value of an option; nil if it was not given.
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
