/// Why a movie or a picture could not be written, read or accepted.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed, as a phrase after "cannot": `write the movie's header`.
  public let operation: String
  /// Why it failed: the system's or libav's text for `code`, or what was found and what was expected.
  public let reason: String
  /// The file, where there is one.
  public let file: String?
  /// libav's error code (below 0), where libav reported the failure.
  public let code: Int32?
  /// The most severe line, warning or worse, that libav logged during the operation.
  public let log: String?
  /// A remedy, if there is one.
  public let hint: String?

  public init(
    _ operation: String, reason: String, file: String? = nil, code: Int32? = nil, log: String? = nil,
    hint: String? = nil
  ) {
    self.operation = operation
    self.reason = reason
    self.file = file
    self.code = code
    self.log = log
    self.hint = hint
  }

  /// `file: cannot operation: reason (log). hint`, without the parts that are absent.
  public var description: String { hint.map { "\(message). \($0)" } ?? message }

  /// The same without the hint, for reports that add it.
  public var message: String {
    var text = file.map { "\($0): " } ?? ""
    text += "cannot \(operation): \(reason)"
    if let log { text += " (\(log))" }
    return text
  }
}
