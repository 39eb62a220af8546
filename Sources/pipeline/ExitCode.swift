import Foundation

/// The exit code of the process.
enum ExitCode: Int32, Sendable {
  case success = 0
  case renderFailed = 1
  case badInput = 2
  case differs = 3
  /// Segments that were to be joined are not in the store.
  case incomplete = 4
  /// Another try may help: a disk was full, memory was short, the process was killed, the store did not answer.
  case temporaryFailure = 75
  // Ended by a signal: 128 plus its number.
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case terminated = 143

  /// The exit code for the signal that ended the process.
  init(signal: Int32) {
    self =
      switch signal {
      case SIGHUP: .hungUp
      case SIGTERM: .terminated
      case SIGQUIT: .quit
      default: .interrupted
      }
  }

  /// True if a signal ended the process.
  var isInterruption: Bool { [.hungUp, .interrupted, .quit, .terminated].contains(self) }
}
