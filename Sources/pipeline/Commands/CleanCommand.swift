import Files
import Foundation
import Store

/// `pipeline clean`.
enum CleanCommand {
  static let specification = CommandSpecification(
    name: "clean", operands: "", operandCount: 0...0,
    summary: "Remove what the program keeps on this machine: the cache, and what killed runs left.",
    details: """
      Videos, reports, and the drafts of the preview stay. Runs that were killed leave files in the folder for temporary
      ones; those that nothing has been written to for a day are removed. Without the cache the next run takes longer;
      'pipeline cache status' prints its size.
      """,
    options: [StoreOptions.folder, StoreOptions.deadline], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let abandoned = TemporaryFile.abandoned(before: Date(timeIntervalSinceNow: -86_400))
    var code = try CacheCommand.clear(arguments)
    for path in abandoned {
      do {
        try FileManager.default.removeItem(atPath: path)
        Terminal.print("removed \(path)")
      } catch {
        Terminal.error("'\(path)' cannot be removed: \(SystemError.describe(error))")
        code = .renderFailed
      }
    }
    return code
  }
}
