/// Why a file or a folder cannot be used.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A phrase that names the path in quotes, without a period at its end.
  public var message: String
  /// What to do about it, in sentences.
  public var hint: String?

  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  public var description: String { message + (hint.map { ". \($0)" } ?? "") }
}
