import Coding

/// Why a text is not a subtitle file: all of its faults.
public struct SubtitleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One fault.
  public struct Fault: Hashable, Sendable {
    /// The line in the file, from 1; nil for a file without lines.
    public let line: Int?
    /// The error, with the expected text.
    public let message: String
    /// A remedy, as a sentence.
    public let hint: String?

    /// A fault without a remedy, unless it is given.
    public init(line: Int?, message: String, hint: String? = nil) {
      self.line = line
      self.message = message
      self.hint = hint
    }

    /// The fault after the name of its file, such as `words.srt:4: the end …`.
    public func text(in file: String) -> String { "\(file)\(line.map { ":\($0)" } ?? ""): \(message)" }
  }

  /// In the order of their lines, at least one.
  public let faults: [Fault]

  /// One fault at least.
  public init(faults: [Fault]) { self.faults = faults }

  /// The error of a text that is not UTF-8, with the line of the first byte that is none.
  @_spi(Host) public static func notUTF8(_ bytes: [UInt8]) -> SubtitleError {
    let offset = PlainText.firstInvalidOffset(bytes) ?? 0
    return SubtitleError(faults: [
      Fault(
        line: TextPlace(of: offset, in: bytes).line, message: "found bytes that are not UTF-8",
        hint: PlainText.utf8Hint(for: bytes))
    ])
  }

  public var description: String {
    faults.map { fault in
      (fault.line.map { "line \($0): " } ?? "") + fault.message + (fault.hint.map { ". \($0)" } ?? "")
    }.joined(separator: "\n")
  }
}
