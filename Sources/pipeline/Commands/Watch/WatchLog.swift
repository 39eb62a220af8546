import Foundation
import Reporting

/// Tells what happens in a watched folder: as lines for people, or as one JSON object a line for programs.
///
/// Each object has its `time` and an `event`: `watching`, `started`, `progress` (at most four a second), `finished`,
/// `unchanged` (what is there is up to date), `elsewhere` (another watcher renders it), `failed`, `cancelled`, `vanished`,
/// `warning`, `note`, and at the end `stopped`.
struct WatchLog {
  enum Kind: String, CaseIterable { case auto, json, none }

  let kind: Kind

  func watching(_ folder: String, isPolling: Bool) {
    write("watching", ["folder": .string(folder), "polling": .boolean(isPolling)]) {
      "watching \(folder)\(isPolling ? ", by comparing" : "")"
    }
  }

  func started(_ job: WatchedJob) { write("started", ["job": .string(job.file)]) }

  func progress(_ job: WatchedJob, _ done: Int, _ total: Int) {
    write("progress", ["job": .string(job.file), "done": .number(Double(done)), "total": .number(Double(total))])
  }

  func finished(_ job: WatchedJob, receipt: WatchReceipt, files: [String], run: WatchRun) {
    let counts = run.summaries.map(\.counts)
    write(
      "finished",
      [
        "job": .string(job.file), "files": .array(files.map { .string($0) }),
        "poster": run.poster.map { .string($0) }, "frames": .number(Double(receipt.frames)),
        "drawn": .number(Double(counts.reduce(0) { $0 + $1.drawn })),
        "stored": .number(Double(counts.reduce(0) { $0 + $1.stored })), "elapsed": .number(receipt.elapsed),
      ]
    ) {
      "\(job.file): \(files.joined(separator: ", ")), \(Format.count(receipt.frames, "frame")) in "
        + Format.seconds(receipt.elapsed)
    }
  }

  func unchanged(_ job: WatchedJob) { write("unchanged", ["job": .string(job.file)]) { "\(job.file): unchanged" } }

  func elsewhere(_ job: WatchedJob) {
    write("elsewhere", ["job": .string(job.file)]) { "\(job.file): another watcher renders it" }
  }

  func failed(_ job: WatchedJob, _ messages: [String]) {
    write(
      "failed",
      [
        "job": .string(job.file), "messages": .array(messages.map { .string($0) }),
        "errorsFile": .string(job.errorsFile.path),
      ], isError: true
    ) { messages.joined(separator: "\n") }
  }

  func cancelled(_ job: WatchedJob, _ reason: String) {
    write("cancelled", ["job": .string(job.file), "reason": .string(reason)]) { "\(job.file): cancelled, \(reason)" }
  }

  func vanished(_ job: String, removed: [String]) {
    write("vanished", ["job": .string(job), "removed": .array(removed.map { .string($0) })]) {
      "\(job): is gone" + (removed.isEmpty ? "" : "; removed \(removed.joined(separator: ", "))")
    }
  }

  func warning(_ job: WatchedJob, _ message: String) {
    write("warning", ["job": .string(job.file), "message": .string(message)], isError: true) { message }
  }

  func note(_ message: String) {
    write("note", ["message": .string(message)], isError: true) { "warning: \(message)" }
  }

  func stopped(_ code: ExitCode) { write("stopped", ["code": .number(Double(code.rawValue))]) { "stopped" } }

  /// Writes an event. An event without a text is for programs only.
  private func write(
    _ event: String, _ members: KeyValuePairs<String, JSONValue?>, isError: Bool = false, text: (() -> String)? = nil
  ) {
    switch kind {
    case .json:
      let first = [JSONValue.Member("time", .string(Self.time())), JSONValue.Member("event", .string(event))]
      guard case .object(let rest) = JSONValue.members(members) else { return }
      Terminal.print(JSONValue.object(first + rest).text)
    case .auto:
      guard let text else { return }
      let line = "\(Self.time()) \(text())"
      if isError { Terminal.error(line) } else { Terminal.print(line) }
    case .none: if isError, let text { Terminal.error(text()) }
    }
  }

  /// Now, in UTC: `2031-05-09T18:04:11Z`.
  static func time(_ date: Date = Date()) -> String { date.ISO8601Format() }
}
