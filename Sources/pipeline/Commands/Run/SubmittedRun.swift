import JobFile
import Rendering
import Reporting
import StageKit
import Store

/// A share or a join that is a part of a submission.
struct SubmittedRun {
  let id: Digest
  private let submission: Submission

  /// The cache has no such submission, or does not show it yet.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Nil where the command line names none. Throws `Missing`, and `UsageError` where options differ from those that were
  /// submitted.
  init?(_ settings: RunSettings) throws {
    guard let text = settings.submission, let store = settings.store?.settings.contents else { return nil }
    guard let id = Digest(hexadecimal: text) else {
      throw UsageError.badValue(
        option: "submission", value: text, expected: "the 32 digits that 'pipeline status' prints")
    }
    guard let submission = SubmissionStore(store).submission(id) else {
      throw Missing(description: "pipeline: --submission \(text): is not in the cache '\(store.folder)'".displayText)
    }
    func submitted(_ option: String) -> String? { submission.options.first { $0.hasPrefix("--\(option)=") } }
    func value(_ option: String) -> String? {
      submitted(option)?.split(separator: "=", maxSplits: 1).last.map(String.init)
    }
    let options = [
      ("scale", settings.scale == (value("scale").flatMap { Double($0) } ?? 1)),
      ("frames", settings.frames == (try value("frames").map(RunCommand.frames))),
    ]
    for (option, isAlike) in options where !isAlike {
      throw UsageError.message(
        "--submission \(id) was made \(submitted(option).map { "with \($0)" } ?? "without --\(option)"); run it likewise"
      )
    }
    self.id = id
    self.submission = submission
  }

  /// The purpose of the run, with the table of the submission.
  ///
  /// Jobs that were edited since, or added, go by the numbers of their segments. Throws `UsageError` where the submission has another number
  /// of shares.
  func purpose(_ purpose: RunPurpose, _ jobs: [Job]) throws -> RunPurpose {
    var table: [String: [Int]] = [:]
    for job in jobs {
      guard let known = submission.job(file: SubmitOptions.absolute(job), text: job.textDigest),
        known.text == job.textDigest
      else { continue }
      table[job.id] = known.segments.map(\.share)
    }
    switch purpose {
    case .store(var share):
      guard share.count == submission.shares else {
        throw UsageError.message(
          "--share \(share): the submission has \(Format.count(submission.shares, "share")), not \(share.count)")
      }
      share.table = table
      return .store(share)
    case .join:
      var share = Share("0/\(submission.shares)")
      share?.table = table
      return .join(share)
    case .deliver, .forecast: return purpose
    }
  }

  /// True if this machine gives the bytes that the one gives which submitted; prints what differs. To be called when all
  /// stages are loaded.
  var hasIdentity: Bool {
    do {
      try MachineIdentity.current().check(against: submission.identity)
      return true
    } catch {
      Terminal.error("pipeline: --submission \(id): \(error)")
      return false
    }
  }

  /// Prints what became of the jobs since they were submitted; false if any is gone.
  func reportChanges(_ loaded: LoadedJobs) -> Bool {
    for job in loaded.jobs {
      let known = submission.job(file: SubmitOptions.absolute(job), text: job.textDigest)
      if known == nil { Terminal.error("\(job.id): was not among the jobs that were submitted") }
      if let known, known.text != job.textDigest { Terminal.error("\(job.id): was edited after it was submitted") }
    }
    let files = Set(loaded.jobs.map(SubmitOptions.absolute) + loaded.rejected.map(\.file).map(SubmitOptions.absolute))
    let texts = Set(loaded.jobs.map(\.textDigest))
    let gone = submission.jobs.filter { !files.contains($0.file) && !texts.contains($0.text) }
    for job in gone { Terminal.error("\(job.file): was submitted, and is not among the jobs now") }
    return gone.isEmpty
  }
}
