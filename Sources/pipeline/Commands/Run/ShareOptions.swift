import Rendering

/// The options for runs that several machines share.
enum ShareOptions {
  static let all = [
    OptionSpecification(
      "share", "I/N", "Draw only the I-th of N shares of all segments, counted from 0; needs --cache-only."),
    OptionSpecification(flag: "cache-only", "Keep segments in the cache, and write no videos.", formerly: "store-only"),
    OptionSpecification(
      flag: "join", "Draw nothing: write the videos from segments in the cache, and list those that are missing."),
    OptionSpecification(
      "submission", "ID", "Share as 'pipeline submit' has set down in the cache; needs --share or --join."),
    OptionSpecification(
      "tries", "K",
      "The number of times to try a share whose end says that another try may help (75, or killed); default: 1."),
  ]

  /// Throws `UsageError` where options contradict each other.
  static func purpose(_ arguments: ParsedArguments) throws -> RunPurpose {
    let text = arguments.string("share")
    guard arguments.has("cache-only") || arguments.has("join") else {
      if text != nil { throw UsageError.message("--share needs --cache-only: a share writes no videos") }
      if arguments.has("submission") { throw UsageError.message("--submission needs --share or --join") }
      if arguments.has("tries") { throw UsageError.message("--tries needs --cache-only") }
      return .deliver
    }
    let purpose = arguments.has("join") ? "join" : "cache-only"
    let others = arguments.has("join") ? ["cache-only", "share", "tries", "verify-cache"] : ["output", "verify-cache"]
    for other in others + ["dry-run", "no-cache", "no-reuse"] where arguments.has(other) {
      throw UsageError.message("--\(purpose) and --\(other) exclude each other")
    }
    if arguments.has("join") { return .join(nil) }
    guard let text else { return .store(.whole) }
    guard let share = Share(text) else {
      throw UsageError.badValue(
        option: "share", value: text, expected: "a share such as 0/8, the first of eight; the last is 7/8")
    }
    return .store(share)
  }
}
