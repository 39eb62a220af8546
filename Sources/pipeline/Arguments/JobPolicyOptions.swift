import Files
import JobFile

/// The options for what jobs may read, how large they may be, which of their variants are wanted, and what their variables
/// are; all commands that read jobs have them.
enum JobPolicyOptions {
  static let all = [
    OptionSpecification(
      "only", "AXIS=VALUE,…", "Only variants with these values, such as size=story,locale=de; repeatable."),
    OptionSpecification(
      "locale", "NAME", "Only this locale; 'pseudo' tries longer, accented and mirrored texts; repeatable."),
    OptionSpecification(
      "data", "FILE", "Take rows from this file, or with AXIS=FILE those of one axis; repeatable."),
    OptionSpecification(
      "set", "NAME=VALUE", "Give a variable this value, such as minutes=12; it is never computed; repeatable."),
    OptionSpecification(
      "allow-read", "DIR", "Let jobs also read files below this folder; repeatable."),
    OptionSpecification(
      "limit", "NAME=N",
      "Change a limit: \(JobLimits.named.map(\.name).joined(separator: ", ")); repeatable."),
    OptionSpecification(
      "frame-deadline", "SECONDS",
      "The time that a frame of a foreign stage, or its initialization, may take; default: 120."),
  ]

  static func frameDeadline(_ arguments: ParsedArguments) throws -> Double {
    try arguments.number("frame-deadline", in: 0.5...1e6) ?? 120
  }

  static func policy(_ arguments: ParsedArguments) throws -> JobPolicy {
    let folders = arguments.strings("allow-read")
    for folder in folders where RealPath.of(folder) == nil {
      throw UsageError.badValue(option: "allow-read", value: folder, expected: "an existing folder")
    }
    var limits = JobLimits()
    for text in arguments.strings("limit") { try set(text, in: &limits) }
    return JobPolicy(readableFolders: folders, limits: limits, selection: try selection(arguments))
  }

  private static func selection(_ arguments: ParsedArguments) throws -> VariantSelection {
    var selection = VariantSelection(locales: arguments.strings("locale"))
    for text in arguments.strings("only") {
      guard let choices = VariantSelection.choices(text) else {
        throw UsageError.badValue(option: "only", value: text, expected: "AXIS=VALUE, such as size=story")
      }
      for choice in choices { selection.only[choice.axis, default: []].append(choice.value) }
    }
    for text in arguments.strings("data") {
      let choice = FileSystem.exists(text) ? nil : VariantSelection.choices(text)?.first
      let file = choice?.value ?? text
      try PathOptions.checkReadable(file: file, option: "data")
      selection.data[choice?.axis ?? ""] = file
    }
    for text in arguments.strings("set") {
      guard let (name, value) = VariantSelection.assignment(text) else {
        throw UsageError.badValue(option: "set", value: text, expected: "NAME=VALUE, such as minutes=12")
      }
      selection.variables[name] = value
    }
    return selection
  }

  private static func set(_ text: String, in limits: inout JobLimits) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard let limit = JobLimits.named.first(where: { $0.name == parts.first }) else {
      throw UsageError.badValue(
        option: "limit", value: text,
        expected: "NAME=N with one of the names \(JobLimits.named.map(\.name).joined(separator: ", "))")
    }
    guard parts.count == 2, let value = Int(parts[1]), (1...limit.max).contains(value) else {
      throw UsageError.badValue(
        option: "limit", value: text, expected: "\(limit.name)= and a whole number from 1 to \(limit.max)")
    }
    limits[keyPath: limit.path] = value
  }
}
