import Foundation

/// The exit code of the process.
enum ExitCode: Int32, Sendable {
  case success = 0
  case renderFailed = 1
  case badInput = 2
  case differs = 3
  // Ended by a signal: 128 plus its number.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The exit code for the signal that ended the process.
  init(signal: Int32) {
    self =
      switch signal {
      case SIGHUP: .hungUp
      case SIGTERM: .terminated
      default: .interrupted
      }
  }

  /// Whether a signal ended the process.
  var isInterruption: Bool { [.hungUp, .interrupted, .terminated].contains(self) }
}
