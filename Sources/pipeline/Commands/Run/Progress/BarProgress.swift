import JobFile
import Rendering
import Reporting
import Synchronization

/// Bars in a terminal, one for each running job and one for the run; a line for each finished job stays above them.
final class BarProgress: ProgressDisplay {
  /// The maximum number of jobs with bars.
  private static let maximumRows = 8

  private struct State {
    var progress: ProgressState
    var drawnLines = 0
    var lastDrawn = -1.0
  }

  private let state: Mutex<State>
  /// Updates times even if no frame is finished.
  private let ticker = Ticker(seconds: 0.5)

  init(jobs: [Job]) {
    state = Mutex(State(progress: ProgressState(jobs)))
    ticker.start { [weak self] in self?.state.withLock { if $0.drawnLines > 0 { self?.redraw(&$0) } } }
  }

  func handle(_ event: RenderEvent) {
    state.withLock { state in
      state.progress.handle(event)
      switch event {
      case .finished(_, let summary): print(ProgressLine.finished(summary), &state)
      case .failed(let job, let failure):
        if let text = ProgressLine.failed(state.progress.rows[job], failure) {
          print(text, &state)
        } else {
          redraw(&state)
        }
      case .noted(let text): print(ProgressLine.noted(text), &state)
      case .skipped, .preparing, .started, .frame, .reused, .postponed, .warned: redraw(&state)
      }
    }
  }

  func report(_ report: JobReports.Report) { state.withLock { print(report.diagnostic.description, &$0) } }

  func finish() {
    ticker.stop()
    state.withLock { state in
      Terminal.control(Self.erase(state.drawnLines))
      state.drawnLines = 0
    }
  }

  /// Prints a line above the bars.
  private func print(_ text: String, _ state: inout State) {
    Terminal.control(Self.erase(state.drawnLines) + Terminal.escaped(text) + "\n")
    state.drawnLines = 0
    state.lastDrawn = -1
    redraw(&state)
  }

  /// At most ten times a second.
  private func redraw(_ state: inout State) {
    let now = state.progress.elapsed
    guard now - state.lastDrawn >= 0.1 || state.lastDrawn < 0 else { return }
    state.lastDrawn = now
    let lines = Self.lines(state.progress, width: Terminal.width)
    Terminal.control(Self.erase(state.drawnLines) + lines.joined(separator: "\n") + "\n")
    state.drawnLines = lines.count
  }

  /// The lines of the bars, each at most `width` characters.
  static func lines(_ progress: ProgressState, width: Int) -> [String] {
    let running = progress.running
    let names = running.prefix(maximumRows).map { $0.name.escapingControlCharacters }
    let label = min(24, max(3, names.map(\.count).max() ?? 3))
    var lines = zip(names, running).map { name, row in
      let tail = row.preparing.map { ProgressLine.preparing($0.stage, seconds: progress.elapsed - $0.since) }
      return line(
        name, done: row.done, of: row.frames, label: label, width: width, tail: tail ?? "\(row.done)/\(row.frames)")
    }
    if running.count > maximumRows { lines.append("… and \(running.count - maximumRows) more") }
    let rate = "\(Int(progress.framesPerSecond.rounded())) frames/s, \(Format.remaining(progress.secondsLeft)) left"
    lines.append(line("all", done: progress.done, of: progress.total, label: label, width: width, tail: rate))
    return lines
  }

  private static func line(
    _ name: String, done: Int, of total: Int, label: Int, width: Int, tail: String
  ) -> String {
    let left =
      name.count > label ? name.prefix(label - 1) + "…" : name + String(repeating: " ", count: label - name.count)
    let room = min(40, width - label - tail.count - 6)
    guard room >= 5 else { return String("\(left) \(tail)".prefix(max(1, width - 1))) }
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 0
    let full = Int((share * Double(room)).rounded(.down))
    return "\(left) [\(String(repeating: "█", count: full))\(String(repeating: "·", count: room - full))] \(tail)"
  }

  /// The control sequence that erases the last lines.
  private static func erase(_ lines: Int) -> String { lines == 0 ? "" : "\u{1B}[\(lines)F\u{1B}[J" }
}
