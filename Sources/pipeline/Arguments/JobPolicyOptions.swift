import Files
import JobFile

/// The options that say what jobs may do; all commands that read jobs have them.
enum JobPolicyOptions {
  static let all = [
    OptionSpecification(
      "allow-read", "DIR", "A folder below which jobs may read files, beside their own; may be given several times."),
    OptionSpecification(
      "limit", "NAME=N",
      "Raise or lower a limit: \(JobLimits.named.map(\.name).joined(separator: ", ")); may be given several times."),
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
        expected: "NAME=N with a name among \(JobLimits.named.map(\.name).joined(separator: ", "))")
    }
    guard parts.count == 2, let value = Int(parts[1]), (1...limit.most).contains(value) else {
      throw UsageError.badValue(
        option: "limit", value: text, expected: "\(limit.name)= and a whole number from 1 to \(limit.most)")
    }
    limits[keyPath: limit.path] = value
  }
}
