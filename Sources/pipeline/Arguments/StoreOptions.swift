import Foundation
import Rendering
import Store

/// The options for the cache.
enum StoreOptions {
  static let folder = OptionSpecification(
    "cache", "DIR",
    "The folder for encoded segments, reused by later runs; default: pipeline/ in the user's cache folder."
  )
  static let limit = OptionSpecification(
    "cache-limit", "SIZE", "Remove the least recently used entries above this size, such as 500MB; default: 10GB.")

  /// For all commands that render.
  static let common = [
    folder, limit,
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
  static func settings(_ arguments: ParsedArguments) throws -> StoreSettings? {
    let share = try arguments.number("verify-cache", in: 0...100) ?? 0
    let limit = try ByteSize.option("cache-limit", arguments) ?? 10_000_000_000
    if arguments.has("no-cache") || arguments.has("no-reuse") {
      let option = arguments.has("no-cache") ? "no-cache" : "no-reuse"
      if let other = ["cache", "cache-limit", "verify-cache"].first(where: arguments.has) {
        throw UsageError.message("--\(option) and --\(other) exclude each other")
      }
      return nil
    }
    return StoreSettings(folder: folder(arguments), limit: limit, verifiedShare: share / 100)
  }

  static func store(_ arguments: ParsedArguments) -> ContentStore {
    ContentStore(folder: folder(arguments), limit: .max)
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
