/// Why a text is not a subtitle file: all of its faults.
public struct SubtitleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One fault.
  public struct Fault: Hashable, Sendable {
    /// The line in the file, from 1.
    public let line: Int
    /// The error, with the expected text.
    public let message: String
    /// A remedy, as a sentence.
    public let hint: String?
  }

  /// In the order of their lines, at least one.
  public let faults: [Fault]

  public var description: String {
    faults.map { "line \($0.line): \($0.message)" + ($0.hint.map { ". \($0)" } ?? "") }.joined(separator: "\n")
  }
}
