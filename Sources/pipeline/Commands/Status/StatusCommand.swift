import Foundation
import Rendering
import Reporting
import StageKit
import Store

/// `pipeline status`.
enum StatusCommand {
  static let specification = CommandSpecification(
    name: "status", operands: "[PATH…]", operandCount: 0...100_000,
    summary: "Print how far submitted jobs are, as the cache tells.",
    details: """
      Without paths, all submissions in the cache are listed; with paths of jobs or folders, the last one of each.

      Exit code: 0 all segments are there, 4 some are missing; submissions whose jobs were all submitted again do not count.
      """,
    options: [StoreOptions.folder, StoreOptions.deadline, .init(flag: "json", "Print one JSON value.")],
    loadsStages: false, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let content = try StoreOptions.store(arguments)
    try PathOptions.checkListable(folder: content.folder, option: "cache")
    let store = SubmissionStore(content)
    let all = store.all()
    let chosen = try arguments.operands.isEmpty ? Array(all.indices) : latest(of: arguments.operands, in: all)
    let states = chosen.map { SubmissionState(all[$0].id, all[$0].submission, store) }
    if arguments.has("json") {
      Terminal.print(JSONValue.array(states.map(\.json)).prettyText, terminator: "")
    } else if states.isEmpty {
      Terminal.print("\(content.folder): nothing was submitted")
    } else {
      Terminal.print(states.map { $0.text(listsJobs: !arguments.operands.isEmpty) }.joined(separator: "\n"))
    }
    let counted = zip(chosen, states).filter { !isSuperseded($0.0, in: all.map(\.submission)) }.map(\.1)
    return counted.allSatisfy(\.isComplete) ? .success : .incomplete
  }

  /// True if later submissions have all of its jobs.
  private static func isSuperseded(_ index: Int, in all: [Submission]) -> Bool {
    let later = Set(all[(index + 1)...].flatMap { $0.jobs.map(\.file) })
    return all[index].jobs.allSatisfy { later.contains($0.file) }
  }

  /// The last submission of each path, in their order.
  private static func latest(of paths: [String], in all: [(id: Digest, submission: Submission)]) throws -> [Int] {
    var chosen: Set<Int> = []
    for path in paths {
      let file = SubmitOptions.absolute(path)
      let index = all.lastIndex { _, submission in
        submission.jobs.contains { $0.file == file || ($0.file as NSString).deletingLastPathComponent == file }
      }
      guard let index else { throw UsageError.message("\(path): was not submitted with this cache") }
      chosen.insert(index)
    }
    return chosen.sorted()
  }
}
