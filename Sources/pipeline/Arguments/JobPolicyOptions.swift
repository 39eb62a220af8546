import Files
import JobFile

/// The options for what jobs may read and how large they may be; all commands that read jobs have them.
enum JobPolicyOptions {
  static let all = [
    OptionSpecification(
      "allow-read", "DIR", "Let jobs also read files below this folder; repeatable."),
    OptionSpecification(
      "limit", "NAME=N",
      "Change a limit: \(JobLimits.named.map(\.name).joined(separator: ", ")); repeatable."),
  ]

  static func policy(_ arguments: ParsedArguments) throws -> JobPolicy {
    let folders = arguments.strings("allow-read")
    for folder in folders where RealPath.of(folder) == nil {
      throw UsageError.badValue(option: "allow-read", value: folder, expected: "an existing folder")
    }
    var limits = JobLimits()
    for text in arguments.strings("limit") { try set(text, in: &limits) }
    return JobPolicy(readableFolders: folders, limits: limits)
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
