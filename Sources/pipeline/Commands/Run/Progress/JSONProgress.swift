import JobFile
import Rendering
import Reporting
import Synchronization

/// One JSON object per line on standard output, for programs.
///
/// The `event` of an object is `preparing` (a stage is initialized), `started`, `progress` (at most four a second for
/// all jobs), `postponed` (memory does not suffice for it and other jobs, so the job begins anew after them), `warning`
/// (once for all `jobs` that it concerns, when they are over), `note` (about the whole run), `segments` and `timings`
/// (if requested), `finished`, `failed`, or at the end `done`.
final class JSONProgress: ProgressDisplay {
  private struct State {
    var progress: ProgressState
    var lastWritten = 0.0
    var failures = 0
  }

  private let state: Mutex<State>
  private let explains: Bool

  /// Reports rejected files at once.
  init(jobs: [Job], rejected: [(file: String, errors: [Diagnostic])], explains: Bool) {
    self.explains = explains
    state = Mutex(State(progress: ProgressState(jobs), failures: rejected.count))
    for (file, errors) in rejected { write(Self.failed(file, errors.map(\.description))) }
  }

  func handle(_ event: RenderEvent) {
    state.withLock { state in
      state.progress.handle(event)
      let rows = state.progress.rows
      switch event {
      case .skipped, .warned: break
      case .preparing(let job, let stage):
        write(["event": "preparing", "job": .string(rows[job].file), "stage": .string(stage)])
      case .started(let job, let frames):
        write(["event": "started", "job": .string(rows[job].file), "frames": .number(Double(frames))])
      case .frame, .reused: writeProgress(&state)
      case .postponed(let job): write(["event": "postponed", "job": .string(rows[job].file)])
      case .noted(let text): write(["event": "note", "message": .string(text)])
      case .finished(let job, let summary):
        if explains { write(Explanation.event(rows[job].file, summary)) }
        if let timings = summary.timings { write(TimingsTable.event(rows[job].file, timings)) }
        write(finished(rows[job], summary))
      case .failed(let job, let failure):
        state.failures += 1
        write(Self.failed(rows[job].file, failure.lines))
      }
    }
  }

  func report(_ report: JobReports.Report) {
    // Each failed job has an event of its own.
    guard report.diagnostic.severity == .warning else { return }
    state.withLock { state in
      let jobs = report.jobs.map { JSONValue.string(state.progress.rows[$0].file) }
      write([
        "event": "warning", "job": jobs.first ?? .null, "jobs": .array(jobs),
        "message": .string(report.diagnostic.description),
      ])
    }
  }

  func finish() {
    state.withLock { state in
      write([
        "event": "done", "frames": .number(Double(state.progress.done)), "failed": .number(Double(state.failures)),
        "elapsed": .number(state.progress.elapsed),
      ])
    }
  }

  private func writeProgress(_ state: inout State) {
    let now = state.progress.elapsed
    guard now - state.lastWritten >= 0.25 else { return }
    state.lastWritten = now
    write([
      "event": "progress", "done": .number(Double(state.progress.done)), "total": .number(Double(state.progress.total)),
      "framesPerSecond": .number(state.progress.framesPerSecond), "secondsLeft": .number(state.progress.secondsLeft),
    ])
  }

  private static func failed(_ file: String, _ messages: [String]) -> JSONValue {
    ["event": "failed", "job": .string(file), "messages": .array(messages.map { .string($0) })]
  }

  private func finished(_ row: ProgressState.Row, _ summary: JobSummary) -> JSONValue {
    let files = summary.files.map { file -> JSONValue in
      ["path": .string(file.path), "bytes": .number(Double(file.bytes))]
    }
    return [
      "event": "finished", "job": .string(row.file), "files": .array(files), "frames": .number(Double(summary.frames)),
      "drawn": .number(Double(summary.counts.drawn)), "repeated": .number(Double(summary.counts.repeated)),
      "stored": .number(Double(summary.counts.stored)), "duration": .number(summary.duration),
      "elapsed": .number(summary.elapsed),
    ]
  }

  private func write(_ value: JSONValue) { Terminal.print(value.text) }
}
