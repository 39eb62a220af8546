import Foundation

/// The standard streams: text made safe where it comes from files, and what is known of the terminal.
enum Terminal {
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes to standard output.
  static func print(_ text: String, terminator: String = "\n") {
    write(text + terminator, to: FileHandle.standardOutput)
  }

  /// Writes to standard error.
  static func error(_ text: String, terminator: String = "\n") {
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

  /// Control characters but newlines and tabs are written as `�`, so that no file can steer the terminal.
  static func harmless(_ text: String) -> String {
    let isHarmful: (Unicode.Scalar) -> Bool = {
      ($0.value < 32 && $0 != "\n" && $0 != "\t") || (127...159).contains($0.value)
    }
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }))
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that went away, such as `head`, is no reason to complain.
    try? handle.write(contentsOf: Data(harmless(text).utf8))
  }
}
