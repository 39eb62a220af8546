import Foundation
import Rendering
import Store

/// The cache of a run, as options name it.
struct StoreChoice: Codable, Equatable {
  var folder: String
  /// In bytes.
  var limit: Int
  /// The share of segments that are verified, from 0 to 1.
  var verifiedShare: Double
  /// In seconds.
  var deadline: Double
  /// The deadline as the user wrote it.
  var deadlineText: String

  /// The watchdog that ends this process if the store does not answer.
  var watchdog: StoreWatchdog {
    StoreWatchdog(deadline: deadline) { [folder, deadlineText] operation in
      Terminal.error(
        "the cache '\(folder)' does not answer: \(operation) took more than \(deadlineText) s. Run the same "
          + "command again when it does, or wait longer with --cache-deadline SECONDS.")
      ChildRole.leave(.temporaryFailure)
    }
  }

  var settings: StoreSettings {
    StoreSettings(folder: folder, limit: limit, verifiedShare: verifiedShare, watchdog: watchdog)
  }
}

/// The options for the cache.
enum StoreOptions {
  static let folder = OptionSpecification(
    "cache", "DIR",
    "The folder for encoded segments, reused by later runs; default: pipeline/ in the user's cache folder."
  )
  static let limit = OptionSpecification(
    "cache-limit", "SIZE",
    "Remove the least recently used entries above this size, such as 500MB; default: 10GB, none for shares.")

  static let deadline = OptionSpecification(
    "cache-deadline", "SECONDS",
    "The time to wait for the cache's file system to answer before the run ends with exit code 75; default: 120.",
    formerly: "store-deadline")

  /// For all commands that render.
  static let common = [
    folder, limit, deadline,
    OptionSpecification(flag: "no-cache", "Neither read nor write the cache."),
  ]

  /// For `pipeline run`.
  static let all =
    common + [
      OptionSpecification(
        flag: "no-reuse", "Draw and encode every frame, repeated ones too; the files are the same."),
      OptionSpecification(
        "verify-cache", "PERCENT", "Render this share of cached segments again, and fail if one differs."),
    ]

  /// Nil if no cache is used.
  static func settings(_ arguments: ParsedArguments) throws -> StoreSettings? { try choice(arguments)?.settings }

  /// Nil if no cache is used.
  static func choice(_ arguments: ParsedArguments) throws -> StoreChoice? {
    let share = try arguments.number("verify-cache", in: 0...100) ?? 0
    // Segments of shares must last until the join.
    let isShared = ["cache-only", "share", "join"].contains(where: arguments.has)
    let limit = try ByteSize.option("cache-limit", arguments) ?? (isShared ? .max : 10_000_000_000)
    if arguments.has("no-cache") || arguments.has("no-reuse") {
      let option = arguments.has("no-cache") ? "no-cache" : "no-reuse"
      if let other = ["cache", "cache-limit", "cache-deadline", "verify-cache"].first(where: arguments.has) {
        throw UsageError.message("--\(option) and --\(other) exclude each other")
      }
      return nil
    }
    return try choice(arguments, limit: limit, verifiedShare: share / 100)
  }

  static func store(_ arguments: ParsedArguments) throws -> ContentStore {
    try choice(arguments, limit: .max, verifiedShare: 0).settings.contents
  }

  private static func choice(
    _ arguments: ParsedArguments, limit: Int, verifiedShare: Double
  ) throws -> StoreChoice {
    StoreChoice(
      folder: folder(arguments), limit: limit, verifiedShare: verifiedShare,
      deadline: try arguments.number("cache-deadline", in: 0.5...1e6) ?? 120,
      deadlineText: arguments.string("cache-deadline") ?? "120")
  }

  private static func folder(_ arguments: ParsedArguments) -> String {
    if let folder = arguments.string("cache") { return folder }
    let environment = ProcessInfo.processInfo.environment
    // Relative paths are ignored, as the XDG Base Directory Specification says.
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return caches + "/pipeline" }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (home ?? NSHomeDirectory()) + "/.cache/pipeline"
  }
}
