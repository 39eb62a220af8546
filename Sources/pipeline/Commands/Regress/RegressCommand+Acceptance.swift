import Files
import Foundation
import Regression
import Reporting

extension RegressCommand {
  /// True if a job's name fits a pattern, in which `*` matches any characters and `?` one.
  static func matches(_ name: String, _ pattern: String) -> Bool {
    name == pattern || fnmatch(pattern, name, FNM_NOESCAPE) == 0
  }

  private static let maxPrintedGroups = 20

  /// Prints causes with the commands that accept them, and for GitHub its annotations.
  static func printCauses(_ results: [JobResult], _ run: RunDescription, _ options: RegressOptions) {
    let groups = CauseGroup.all(of: results)
    for group in groups.prefix(maxPrintedGroups) {
      let jobs = group.jobs.prefix(4).joined(separator: ", ") + (group.jobs.count > 4 ? ", …" : "")
      Terminal.error("\(Format.count(group.jobs.count, "job")) (\(jobs)): \(group.text)".escapingControlCharacters)
      Terminal.error("  to accept: \(run.acceptance(of: group))".escapingControlCharacters)
    }
    if groups.count > maxPrintedGroups {
      Terminal.error("\(Format.count(groups.count - maxPrintedGroups, "more cause")); see \(options.folder)/index.html")
    }
    guard options.format == .github else { return }
    let github = GitHubReport(results, run: run)
    Terminal.print(github.annotations, terminator: "")
    try? AtomicFile.write(Data(github.comment.utf8), to: "\(options.folder)/comment.md")
  }

  /// Accepts what the options ask for, whose differences are already printed; the names of jobs that differ and are not
  /// accepted, and whether all that was to be written is.
  static func accept(_ results: [JobResult], _ options: RegressOptions) -> (open: [String], isWritten: Bool) {
    var open: [String] = []
    var isWritten = true
    for result in results {
      let isNamed = options.updates.contains { matches(result.name, $0) }
      let isCaused =
        result.status == .differs && result.causes.allSatisfy { options.acceptedCauses.contains($0.groupID) }
      let isWanted = options.acceptedCauses.isEmpty ? isNamed : isCaused && (options.updates.isEmpty || isNamed)
      guard isWanted, let observation = result.observation else {
        if ![.passed, .tolerated].contains(result.status) { open.append(result.name) }
        continue
      }
      if write(observation, of: result, options, "accepted") { continue }
      open.append(result.name)
      isWritten = false
    }
    return (open, isWritten)
  }

  static func exitCode(_ results: [JobResult], hasErrors: Bool, accepts: Bool) -> ExitCode {
    let states = results.map(\.status)
    if states.contains(.unfinished) { return .incomplete }
    if results.contains(where: { $0.status == .failed && !(accepts && $0.observation != nil) }) { return .renderFailed }
    if hasErrors { return .badInput }
    let faulty = results.filter(\.hasFaults).map(\.name)
    if accepts, !faulty.isEmpty {
      Terminal.error("recorded with faults: \(faulty.joined(separator: ", "))".escapingControlCharacters)
      return .differs
    }
    if accepts { return .success }
    return states.contains { [.differs, .new, .missing].contains($0) } ? .differs : .success
  }
}
