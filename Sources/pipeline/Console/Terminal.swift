import Files
import Foundation
import JobFile
import Reporting
import Synchronization

/// The standard streams, with control characters escaped, and the terminal's properties.
enum Terminal {
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// True if the terminal's last line is a status line.
  private static let hasStatus = Mutex(false)

  /// Shows a status line, which the next output replaces.
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

  /// Why standard output could not be written, such as a full disk; nil if it could, or if its reader closed it, as
  /// `head` does, which is not an error.
  static var outputError: String? { firstError.withLock { $0 } }

  private static let firstError = Mutex<String?>(nil)

  /// The program's own standard output; other code of the process, such as a stage that prints, writes to standard error.
  static let output: FileHandle = {
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return .standardOutput }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return FileHandle(fileDescriptor: copy)
  }()

  /// Ends this process as printing would, by a signal and without a word, if nobody reads its standard output any more.
  static func endWithoutReader() {
    var state = pollfd(fd: output.fileDescriptor, events: 0, revents: 0)
    guard poll(&state, 1, 0) > 0, state.revents & Int16(POLLERR) != 0 else { return }
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }

  /// Writes to standard output.
  static func print(_ text: String, terminator: String = "\n") {
    clearStatus()
    do {
      try output.write(contentsOf: Data(escaped(text + terminator).utf8))
    } catch {
      if SystemError.errno(of: error) == EPIPE { return }
      firstError.withLock { $0 = $0 ?? SystemError.message(of: error) }
    }
  }

  /// Writes to standard error; lines that were not truncated before are truncated.
  static func error(_ text: String, terminator: String = "\n") {
    clearStatus()
    let lines = escaped(text + terminator).split(separator: "\n", omittingEmptySubsequences: false)
    let brief = lines.map { $0.utf8.count > longestLine ? String($0).truncatedForDisplay : String($0) }.joined(
      separator: "\n")
    try? FileHandle.standardError.write(contentsOf: Data(brief.utf8))
  }

  /// In bytes; diagnostics are shorter.
  private static let longestLine = 4000

  /// Writes to standard error unchanged, with control sequences.
  static func control(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// The columns of the terminal; 80 if unknown.
  static var width: Int {
    var size = winsize()
    if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return 80
  }

  /// Escapes characters that could steer the terminal, but not newlines.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingControlCharacters }.joined(
      separator: "\n")
  }
}
