import JobFile
import Reporting
import Synchronization

/// Shows on standard error what a command is doing if it takes more than a second: as a status line in a terminal, or as
/// lines of a log at growing intervals.
final class StepProgress: Sendable {
  private struct Stretch {
    let began = ContinuousClock.now
    var step: String
    /// Seconds after the beginning of the next line of a log.
    var nextLine = 1.0
  }

  /// The steps since the last `end`.
  private let stretch = Mutex<Stretch?>(nil)
  private let ticker = Ticker(seconds: 0.25)

  /// `isShown` is false for commands whose output programs read as it comes.
  init(isShown: Bool = true) {
    if isShown { ticker.start { [weak self] in self?.show() } }
  }

  deinit {
    ticker.stop()
    Terminal.clearStatus()
  }

  /// Begins a step and ends the one before it; may be called from any thread.
  func begin(_ file: String, _ step: String) {
    let text = "\(file): \(step)"
    stretch.withLock { if $0 == nil { $0 = Stretch(step: text) } else { $0?.step = text } }
  }

  /// A stage of a job is initialized.
  func prepare(_ file: String, _ stage: StageEntry) { begin(file, ProgressLine.preparing(stage.id, seconds: 0)) }

  /// Ends all steps.
  func end() {
    stretch.withLock { $0 = nil }
    Terminal.clearStatus()
  }

  private func show() {
    stretch.withLock { stretch in
      guard var known = stretch else { return }
      let (seconds, _) = known.began.duration(to: .now).components
      guard seconds >= 1 else { return }
      if Terminal.errorIsTerminal {
        Terminal.showStatus("\(known.step), \(seconds) s".escapingControlCharacters)
      } else if Double(seconds) >= known.nextLine {
        Terminal.error(known.step.escapingControlCharacters + (seconds < 2 ? "" : ", \(seconds) s"))
        known.nextLine = min(2 * Double(seconds), Double(seconds) + 60)
        stretch = known
      }
    }
  }
}
