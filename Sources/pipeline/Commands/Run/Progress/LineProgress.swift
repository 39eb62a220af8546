import JobFile
import Rendering
import Reporting
import Synchronization

/// Lines for logs: when a job starts and ends, if its preparation takes long, and each tenth of a long run.
final class LineProgress: ProgressDisplay {
  private struct State {
    var progress: ProgressState
    /// The jobs whose long preparation has been reported.
    var reported: Set<Int> = []
    /// The tenths of all frames that have been reported, and the seconds of the run at the last of them.
    var tenths = 0
    var lastTenth = 0.0
  }

  private let state: Mutex<State>
  /// The run's work on frames, such as `rendering`.
  private let activity: String
  private let ticker = Ticker(seconds: 0.5)

  /// The least seconds between two tenths that are reported.
  private static let interval = 5.0

  init(jobs: [Job], activity: String) {
    state = Mutex(State(progress: ProgressState(jobs)))
    self.activity = activity
    ticker.start { [weak self] in self?.state.withLock { Self.tick(&$0) } }
  }

  private static func tick(_ state: inout State) {
    let progress = state.progress
    for job in progress.preparing(longerThan: 1) where state.reported.insert(job).inserted {
      guard let preparing = progress.rows[job].preparing else { continue }
      Terminal.error(
        "\(progress.rows[job].file.escapingControlCharacters): \(ProgressLine.preparing(preparing.stage, seconds: 0))")
    }
    guard progress.total > 0, progress.elapsed - state.lastTenth >= interval else { return }
    let tenths = progress.done * 10 / progress.total
    guard tenths > state.tenths, tenths < 10 else { return }
    (state.tenths, state.lastTenth) = (tenths, progress.elapsed)
    Terminal.error(ProgressLine.tenths(tenths, progress))
  }

  func handle(_ event: RenderEvent) {
    state.withLock { state in
      state.progress.handle(event)
      switch event {
      case .started(let job, let frames):
        Terminal.error(
          "\(state.progress.rows[job].file.escapingControlCharacters): \(activity) \(Format.count(frames, "frame"))")
      case .finished(_, let summary): Terminal.error(ProgressLine.finished(summary))
      case .failed(let job, let failure):
        if let text = ProgressLine.failed(state.progress.rows[job], failure) { Terminal.error(text) }
      case .noted(let text): Terminal.error(ProgressLine.noted(text))
      case .skipped, .preparing, .frame, .reused, .postponed, .warned: break
      }
    }
  }

  func report(_ report: JobReports.Report) { state.withLock { _ in Terminal.error(report.diagnostic.description) } }

  func finish() { ticker.stop() }
}
