import Foundation
import Rendering
import Store

/// The options that say where segments are kept.
enum StoreOptions {
  static let folder = OptionSpecification(
    "cache", "DIR", "Where encoded segments are kept from run to run; pipeline/ in the user's cache folder unless told."
  )
  static let limit = OptionSpecification(
    "cache-limit", "SIZE", "Above this, such as 500MB, what was not used for longest goes; 10GB unless told.")

  /// Of every command that renders.
  static let kept = [
    folder, limit,
    OptionSpecification(flag: "no-cache", "Keep nothing from run to run, and use nothing that was kept."),
  ]

  /// Of `pipeline run`.
  static let all =
    kept + [
      OptionSpecification(
        flag: "no-reuse", "Draw and encode every frame, those too that repeat; as a check, the files are the same."),
      OptionSpecification(
        "verify-cache", "PERCENT", "Render this share of what was kept all the same, and fail where it differs."),
    ]

  /// Nil where nothing is to be kept.
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
    if let told = arguments.string("cache") { return told }
    let environment = ProcessInfo.processInfo.environment
    // Relative paths there are to be ignored (XDG Base Directory Specification).
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return caches + "/pipeline" }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (home ?? NSHomeDirectory()) + "/.cache/pipeline"
  }
}
