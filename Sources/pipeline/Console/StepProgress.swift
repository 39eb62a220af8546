import JobFile
import Reporting
import Synchronization

/// Tells on standard error what a command is at, once that takes more than a second: as a line of the terminal that goes
/// again, or as lines of a log that become rarer.
final class StepProgress: Sendable {
  private struct Stretch {
    let began = ContinuousClock.now
    var step: String
    /// Seconds after the beginning at which a log is told again.
    var nextLine = 1.0
  }

  /// What goes on since the last `end`.
  private let stretch = Mutex<Stretch?>(nil)
  private let ticker = Ticker(seconds: 0.25)

  init() {
    ticker.start { [weak self] in self?.tell() }
  }

  deinit {
    ticker.stop()
    Terminal.clearStatus()
  }

  /// A step begins, and the one before it is over; may be called from any thread.
  func begin(_ file: String, _ step: String) {
    let text = "\(file): \(step)"
    stretch.withLock { if $0 == nil { $0 = Stretch(step: text) } else { $0?.step = text } }
  }

  /// The stage of a job is made.
  func prepare(_ file: String, _ stage: StageEntry) { begin(file, ProgressLine.preparing(stage.id, seconds: 0)) }

  /// All steps are over.
  func end() {
    stretch.withLock { $0 = nil }
    Terminal.clearStatus()
  }

  private func tell() {
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
