import StageKit

/// The form of a string of a job.
enum TextForm: Equatable {
  /// The text as it is, or without the sign that keeps it from being more.
  case plain(String)
  /// `$name`.
  case reference(String)
  /// `= …`.
  case expression
  /// A text with `{…}`.
  case message

  init(_ text: String) {
    let bytes = text.utf8
    if bytes.starts(with: "$$".utf8) || bytes.starts(with: "==".utf8) {
      self = .plain(String(text.dropFirst()))
    } else if bytes.first == UInt8(ascii: "=") {
      self = .expression
    } else if let name = Variable.reference(text) {
      self = .reference(name)
    } else if bytes.contains(UInt8(ascii: "{")), text.replacing(Self.framePlaceholder, with: "").contains("{") {
      self = .message
    } else {
      self = .plain(text)
    }
  }

  /// The placeholder of a frame's number in names of files. In texts it is text.
  static let framePlaceholder = "{frame}"
}
