import Foundation
import Rendering
import Reporting
import StageKit

/// The progress of a submission.
struct SubmissionState {
  let id: Digest
  let submission: Submission
  /// For each job and each of its segments whether it is in the store.
  let stored: [[Bool]]
  let shares: [ShareState]

  init(_ id: Digest, _ submission: Submission, _ store: SubmissionStore) {
    self.id = id
    self.submission = submission
    stored = store.storedSegments(of: submission)
    shares = store.shares(of: id, submission)
  }

  private var segmentCount: Int { stored.reduce(0) { $0 + $1.count } }
  private var storedCount: Int { stored.reduce(0) { $0 + $1.count(where: \.self) } }
  var isComplete: Bool { storedCount == segmentCount }

  /// The expected time for drawing the missing segments, in seconds.
  private var secondsLeft: Double {
    zip(submission.jobs, stored).reduce(0) { sum, row in
      zip(row.0.segments, row.1).reduce(sum) { $1.1 ? $0 : $0 + $1.0.seconds }
    }
  }

  private var date: String { Date(timeIntervalSince1970: submission.date).formatted(.iso8601) }

  func text(listsJobs: Bool) -> String {
    let jobs = Format.count(submission.jobs.count, "job")
    let left = isComplete ? "" : ", about \(Format.seconds(secondsLeft)) of a processor left"
    var lines = ["\(id): \(jobs), \(storedCount) of \(Format.count(segmentCount, "segment"))\(left)"]
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
        zip(submission.jobs, stored).map { job, stored in
          [job.file.escapingControlCharacters, "\(stored.count(where: \.self)) of \(stored.count)"]
        })
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .members([
      "submission": .string("\(id)"), "date": .string(date),
      "options": .array(submission.options.map { .string($0) }), "complete": .boolean(isComplete),
      "secondsLeft": .number(secondsLeft),
      "shares": .array(
        shares.map { share in
          .members([
            "state": .string(share.phase.rawValue),
            "failures": share.failures.isEmpty ? nil : .array(share.failures.map { .string($0) }),
          ])
        }),
      "jobs": .array(zip(submission.jobs, stored).map(Self.json)),
    ])
  }

  private static func json(_ job: Submission.SubmittedJob, _ stored: [Bool]) -> JSONValue {
    .members([
      "file": .string(job.file),
      "segments": .array(
        zip(job.segments, stored).map { segment, isStored in
          .members([
            "share": .number(Double(segment.share)), "seconds": .number(segment.seconds), "stored": .boolean(isStored),
          ])
        }),
    ])
  }
}
