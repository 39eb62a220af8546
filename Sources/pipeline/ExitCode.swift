import Foundation

/// How a process ends.
enum ExitCode: Int32, Sendable {
  case success = 0
  case renderFailed = 1
  case badInput = 2
  case differs = 3
  // Ended by a signal: 128 and its number.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// How a process ends that a signal asked to.
  init(signal: Int32) {
    self =
      switch signal {
      case SIGHUP: .hungUp
      case SIGTERM: .terminated
      default: .interrupted
      }
  }

  /// Whether a signal asked for the end.
  var isInterruption: Bool { [.hungUp, .interrupted, .terminated].contains(self) }
}
