/// Why a file or a folder cannot be used.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A phrase that names the path in quotes, without a period at its end.
  public var message: String
  /// A remedy, in sentences.
  public var hint: String?

  /// The system's `errno`; nil where the file system did not fail.
  public var code: Int32?

  /// True if nothing is at the path.
  public var isNotFound: Bool

  public init(_ message: String, hint: String? = nil, code: Int32? = nil, isNotFound: Bool = false) {
    self.message = message
    self.hint = hint
    self.code = code
    self.isNotFound = isNotFound
  }

  public var description: String { message + (hint.map { ". \($0)" } ?? "") }
}
