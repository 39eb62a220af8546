import Foundation
import JobFile
import Rendering
import Reporting

/// Turns what a child process tells of its job into a run's events.
final class ChildEvents {
  private let job: Job
  private let index: Int
  private let observe: (RenderEvent) -> Void
  private var isStarted = false
  private var done = 0
  /// What is told of segments and times, before the job is finished.
  private var reports: [String] = []
  /// Whether the job is finished or failed.
  private(set) var isOver = false

  init(_ job: Job, index: Int, observe: @escaping (RenderEvent) -> Void) {
    self.job = job
    self.index = index
    self.observe = observe
  }

  /// Takes one line of `--progress json`; what it does not know it passes over.
  func take(_ line: Data) {
    guard let event = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else { return }
    switch event["event"] as? String {
    case "preparing": observe(.preparing(job: index, stage: event["stage"] as? String ?? ""))
    case "started":
      guard !isStarted, let frames = event["frames"] as? Int else { return }
      isStarted = true
      observe(.started(job: index, frames: frames))
    case "progress": progress(to: event["done"] as? Int ?? 0)
    case "note": observe(.noted(event["message"] as? String ?? ""))
    case "warning": observe(.warned(job: index, diagnostic(event["message"] as? String ?? "", .warning)))
    case "segments", "timings": reports.append(String(decoding: line, as: UTF8.self))
    case "finished":
      isOver = true
      let summary = summary(event)
      progress(to: summary.frames)
      observe(.finished(job: index, summary))
    case "failed":
      isOver = true
      observe(.failed(job: index, failure(event["messages"] as? [String] ?? [])))
    default: break
    }
  }

  private func progress(to frames: Int) {
    guard frames > done else { return }
    observe(.reused(job: index, frames: frames - done))
    done = frames
  }

  private func summary(_ event: [String: Any]) -> JobSummary {
    let files = (event["files"] as? [[String: Any]] ?? []).map { file in
      DeliveredFile(path: file["path"] as? String ?? "", bytes: file["bytes"] as? Int ?? 0)
    }
    let counts = FrameCounts(
      drawn: event["drawn"] as? Int ?? 0, repeated: event["repeated"] as? Int ?? 0,
      stored: event["stored"] as? Int ?? 0)
    var summary = JobSummary(
      name: job.name, files: files, frames: event["frames"] as? Int ?? 0, counts: counts,
      duration: event["duration"] as? Double ?? 0, elapsed: event["elapsed"] as? Double ?? 0)
    summary.apart = ApartReport(tables: event["tables"] as? String ?? "", events: reports)
    return summary
  }

  /// Errors in the job begin with its file and a position; render failures do not.
  private func failure(_ messages: [String]) -> JobFailure {
    let isBadJob = messages.contains { $0.hasPrefix(place) }
    return isBadJob ? .badJob(messages.map { diagnostic($0, .error) }) : .render(messages.joined(separator: "; "))
  }

  /// How errors in the job begin.
  private var place: String { job.file.displayText + ":" }

  /// The diagnostic that the text describes.
  private func diagnostic(_ text: String, _ severity: Diagnostic.Severity) -> Diagnostic {
    var rest = text[...]
    if rest.hasPrefix(place) { rest = rest.dropFirst(place.count) }
    let parts = rest.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    var position: SourcePosition?
    if parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) {
      position = SourcePosition(line: line, column: column)
      rest = parts[2]
    }
    let message = rest.drop { $0 == " " }
    let mark = "warning: "
    return Diagnostic(
      severity: severity, file: job.file, position: position,
      message: String(severity == .warning && message.hasPrefix(mark) ? message.dropFirst(mark.count) : message))
  }
}
