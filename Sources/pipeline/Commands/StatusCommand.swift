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

      Exit code: 0 all segments are there, 4 some are missing.
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
    return states.allSatisfy(\.isComplete) ? .success : .incomplete
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

/// How far a submission is.
private struct SubmissionState {
  let id: Digest
  let submission: Submission
  /// For each job how many segments are in the store.
  let stored: [Int]
  let shares: [ShareState]

  init(_ id: Digest, _ submission: Submission, _ store: SubmissionStore) {
    self.id = id
    self.submission = submission
    stored = store.storedSegments(of: submission)
    shares = store.shares(of: id, submission)
  }

  var segments: Int { submission.jobs.reduce(0) { $0 + $1.segments.count } }
  var isComplete: Bool { stored.reduce(0, +) == segments }

  func text(listsJobs: Bool) -> String {
    let jobs = Format.count(submission.jobs.count, "job")
    let date = Date(timeIntervalSince1970: submission.date).formatted(.iso8601)
    var lines = ["\(id): \(jobs), \(stored.reduce(0, +)) of \(Format.count(segments, "segment"))"]
    lines.append("  submitted \(date) with \(ShellText.line(submission.options))".displayText)
    let counts = ShareState.Phase.allCases.compactMap { phase in
      let count = shares.count { $0.phase == phase }
      return count == 0 ? nil : "\(count) \(phase.rawValue)"
    }
    lines.append("  \(Format.count(submission.shares, "share")): \(counts.joined(separator: ", "))")
    for (index, share) in shares.enumerated() {
      for failure in share.failures { lines.append("  share \(index) failed: \(failure)".displayText) }
    }
    if listsJobs {
      lines += TextTable.lines(
        zip(submission.jobs, stored).map { job, count in
          [job.file.escapingControlCharacters, "\(count) of \(job.segments.count)"]
        })
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .members([
      "submission": .string("\(id)"), "date": .number(submission.date),
      "options": .array(submission.options.map { .string($0) }), "complete": .boolean(isComplete),
      "segments": .number(Double(segments)), "stored": .number(Double(stored.reduce(0, +))),
      "shares": .array(
        shares.map { share in
          .members([
            "state": .string(share.phase.rawValue),
            "failures": share.failures.isEmpty ? nil : .array(share.failures.map { .string($0) }),
          ])
        }),
      "jobs": .array(
        zip(submission.jobs, stored).map { job, count in
          .members([
            "file": .string(job.file), "segments": .number(Double(job.segments.count)),
            "stored": .number(Double(count)),
          ])
        }),
    ])
  }
}
