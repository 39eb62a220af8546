import JobFile
import Rendering
import Reporting
import Synchronization

/// Shows the progress of a run; events come from any thread.
protocol ProgressDisplay: Sendable {
  /// Takes an event; a display of people's does not show what `report` is given.
  func handle(_ event: RenderEvent)
  /// Shows a warning, or what is wrong with a job, once for all jobs that it concerns.
  func report(_ report: JobReports.Report)
  /// Called once, after the last event.
  func finish()
}

/// The progress of each job of a run.
struct ProgressState: Sendable {
  struct Row: Sendable {
    let name: String
    let file: String
    var frames: Int
    var done = 0
    var isRunning = false
    /// The stage that is being initialized, and since when stages are, in seconds of the run; nil once the job is
    /// rendered.
    var preparing: (stage: String, since: Double)?
  }

  private(set) var rows: [Row]
  private let began = ContinuousClock.now

  init(_ jobs: [Job]) {
    rows = jobs.map { Row(name: $0.name, file: $0.id, frames: $0.frameCount) }
  }

  mutating func handle(_ event: RenderEvent) {
    switch event {
    case .preparing(let job, let stage): rows[job].preparing = (stage, rows[job].preparing?.since ?? elapsed)
    case .skipped(let job): rows[job].frames = 0
    case .started(let job, let frames):
      rows[job].frames = frames
      rows[job].isRunning = true
      rows[job].preparing = nil
    case .frame(let job): rows[job].done += 1
    case .reused(let job, let frames): rows[job].done += frames
    case .finished(let job, _): rows[job].isRunning = false
    case .failed(let job, _):
      rows[job].isRunning = false
      rows[job].preparing = nil
      rows[job].frames = rows[job].done
    case .postponed(let job):
      rows[job].done = 0
      rows[job].isRunning = false
      rows[job].preparing = nil
    case .warned, .noted: break
    }
  }

  /// The jobs that are being rendered or prepared.
  var running: [Row] { rows.filter { $0.isRunning || $0.preparing != nil } }

  /// The indexes of jobs that have been preparing for longer than `seconds`.
  func preparing(longerThan seconds: Double) -> [Int] {
    rows.indices.filter { row in rows[row].preparing.map { elapsed - $0.since > seconds } ?? false }
  }
  var done: Int { rows.reduce(0) { $0 + $1.done } }
  var total: Int { rows.reduce(0) { $0 + $1.frames } }

  /// Seconds since the run began.
  var elapsed: Double {
    let (seconds, attoseconds) = began.duration(to: .now).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  var framesPerSecond: Double { elapsed > 0 ? Double(done) / elapsed : 0 }
  var secondsLeft: Double { framesPerSecond > 0 ? Double(total - done) / framesPerSecond : .infinity }
}

/// Lines about a job, for terminals and logs.
enum ProgressLine {
  static func finished(_ summary: JobSummary) -> String {
    var files = summary.files.map { "\($0.path.escapingControlCharacters) (\(Format.bytes($0.bytes)))" }.joined(
      separator: ", ")
    if summary.files.isEmpty {
      let segments = Format.count(summary.segments.count, "segment")
      files = "\(summary.name.escapingControlCharacters), \(segments) in the cache"
    }
    let speed = summary.elapsed > 0 ? Double(summary.frames) / summary.elapsed : 0
    return "\(files): \(Format.seconds(summary.duration)), \(frames(summary)) "
      + "in \(Format.seconds(summary.elapsed)), \(Int(speed.rounded())) frames/s"
  }

  /// `300 frames: 40 drawn, 200 repeated, 60 from the store`.
  static func frames(_ summary: JobSummary) -> String {
    let counts = summary.counts
    let parts = [(counts.drawn, "drawn"), (counts.repeated, "repeated"), (counts.stored, "from the cache")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let all = Format.count(summary.frames, "frame")
    return counts.drawn == summary.frames ? all : "\(all) (\(parts.joined(separator: ", ")))"
  }

  /// Nil where what is wrong is reported by itself.
  static func failed(_ row: ProgressState.Row, _ failure: JobFailure) -> String? {
    switch failure {
    case .badJob: nil
    case .render(let message), .temporary(let message): "\(row.file.displayText): \(message.displayText)"
    case .incomplete(let missing):
      missing.map { "\(row.file.displayText): \($0.description)" }.joined(separator: "\n")
    case .cancelled: "\(row.file.displayText): not rendered"
    }
  }

  /// `preparing stage 'map', 3 s`.
  static func preparing(_ stage: String, seconds: Double) -> String {
    "preparing stage '\(stage)'".escapingControlCharacters + (seconds < 1 ? "" : ", \(Int(seconds)) s")
  }

  /// `40 % of 600 frames, 12 frames/s, 0:30 left`.
  static func tenths(_ tenths: Int, _ progress: ProgressState) -> String {
    "\(tenths * 10) % of \(Format.count(progress.total, "frame")), \(Int(progress.framesPerSecond.rounded())) frames/s, "
      + "\(Format.remaining(progress.secondsLeft)) left"
  }

  static func noted(_ text: String) -> String { "warning: \(text)".escapingControlCharacters }
}

/// Prints errors and warnings only.
final class QuietProgress: ProgressDisplay {
  private let state: Mutex<ProgressState>

  init(jobs: [Job]) { state = Mutex(ProgressState(jobs)) }

  func handle(_ event: RenderEvent) {
    let row: (Int) -> ProgressState.Row = { job in self.state.withLock { $0.rows[job] } }
    switch event {
    case .failed(let job, let failure): if let text = ProgressLine.failed(row(job), failure) { Terminal.error(text) }
    case .noted(let text): Terminal.error(ProgressLine.noted(text))
    case .skipped, .preparing, .started, .frame, .reused, .postponed, .finished, .warned: break
    }
  }

  func report(_ report: JobReports.Report) { Terminal.error(report.diagnostic.description) }

  func finish() {}
}
