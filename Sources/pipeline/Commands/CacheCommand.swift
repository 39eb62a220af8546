import Files
import Foundation
import Store

/// `pipeline cache`.
enum CacheCommand {
  static let specification = CommandSpecification(
    name: "cache", operands: "status|clear", operandCount: 1...1,
    summary: "Print the size of the cache, or remove its entries.",
    details: """
      The cache holds encoded segments, so that unchanged ones are not rendered again, and prepared maps, large outlines
      and pictures. Without it the next run takes longer.
      """,
    options: [StoreOptions.folder, StoreOptions.deadline], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    switch arguments.operands[0] {
    case "status":
      let store = try store(arguments)
      Terminal.print(text(store.status(), in: store.folder))
      return .success
    case "clear":
      return try clear(arguments)
    case let other:
      throw UsageError.message("unknown action '\(other)'; expected status or clear")
    }
  }

  /// Removes the cache's entries, and says how many.
  static func clear(_ arguments: ParsedArguments) throws -> ExitCode {
    let store = try store(arguments)
    do {
      let removed = try store.clear()
      Terminal.print("removed \(contents(removed)) from \(store.folder)")
      return .success
    } catch {
      Terminal.error("\(error)")
      return .renderFailed
    }
  }

  private static func store(_ arguments: ParsedArguments) throws -> ContentStore {
    let store = try StoreOptions.store(arguments)
    try store.watchdog?.watch("looking at '\(store.folder)'") {
      try PathOptions.checkListable(folder: store.folder, option: "cache")
    }
    return store
  }

  private static func text(_ status: ContentStore.Status, in folder: String) -> String {
    guard let oldest = status.oldestUse else { return "\(folder): the cache is empty" }
    let days = Int(-oldest.timeIntervalSinceNow / 86_400)
    let age = days < 1 ? "all used within a day" : "the oldest last used \(Format.count(days, "day")) ago"
    let kinds = ContentStore.Kind.allCases.compactMap { kind in
      status.kinds[kind].map { "\n  \(kind.rawValue): \($0.entries), \(Format.bytes($0.bytes))" }
    }
    return "\(folder): \(contents(status)), \(age)" + kinds.joined()
  }

  private static func contents(_ status: ContentStore.Status) -> String {
    "\(status.entries) \(status.entries == 1 ? "entry" : "entries") of \(Format.bytes(status.bytes))"
  }
}
