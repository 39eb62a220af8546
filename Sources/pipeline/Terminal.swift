import Foundation
import JobFile
import Synchronization

/// The standard streams: text made safe where it comes from files, and what is known of the terminal.
enum Terminal {
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether the terminal's last line tells what is being done.
  private static let hasStatus = Mutex(false)

  /// Tells in the terminal's last line what is being done, up to the next text of whatever kind.
  static func showStatus(_ text: String) {
    hasStatus.withLock { hasStatus in
      control("\r\u{1B}[K" + text.prefix(max(1, width - 1)))
      hasStatus = true
    }
  }

  static func clearStatus() {
    hasStatus.withLock { hasStatus in
      if hasStatus { control("\r\u{1B}[K") }
      hasStatus = false
    }
  }

  /// Writes to standard output.
  static func print(_ text: String, terminator: String = "\n") {
    clearStatus()
    write(text + terminator, to: FileHandle.standardOutput)
  }

  /// Writes to standard error.
  static func error(_ text: String, terminator: String = "\n") {
    clearStatus()
    write(text + terminator, to: FileHandle.standardError)
  }

  /// Writes to standard error as it is, control sequences too.
  static func control(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// Characters in a line of the terminal, 80 where that cannot be told.
  static var width: Int {
    var size = winsize()
    if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return 80
  }

  /// What could steer the terminal is written out, see `visible`, but for newlines.
  static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }.joined(separator: "\n")
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that went away, such as `head`, is no reason to complain.
    try? handle.write(contentsOf: Data(harmless(text).utf8))
  }
}
