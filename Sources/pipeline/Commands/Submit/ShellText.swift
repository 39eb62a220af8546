/// Words of a POSIX shell's command line.
enum ShellText {
  /// A command line that gives a program exactly these words.
  static func line(_ words: [String]) -> String { words.map(word).joined(separator: " ") }

  /// A word in single quotes, unless it needs none.
  static func word(_ text: String) -> String {
    if !text.isEmpty, text.unicodeScalars.allSatisfy(plain.contains) { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./=,:@%+".unicodeScalars)
}
