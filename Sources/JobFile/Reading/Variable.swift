import Reporting
import StageKit

/// A named value, which `$name` refers to elsewhere in a job.
struct Variable {
  /// The value, or that of the variable that it refers to as a whole; nil if it has errors.
  let content: SourceValue?
  /// After variables are substituted.
  let size: Int
  let depth: Int
  /// The origin of a value from elsewhere, such as `handed in at intro.json:14:20`; nil for values of the file itself.
  var origin: String?
  /// True where a row of data gives it, or the variable that it refers to as a whole.
  var isOfRow = false

  /// The name in a string that is a reference; nil for other strings.
  static func reference(_ text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "$"), isName(text.utf8.dropFirst()) else { return nil }
    return String(text.dropFirst())
  }

  /// True where a string is a reference or an expression, rather than text.
  static func isComputed(_ text: String) -> Bool {
    switch TextForm(text) {
    case .reference, .expression: true
    case .plain, .message: false
    }
  }

  /// A letter or underscore, then letters, digits, hyphens and underscores.
  static func isName(_ text: some Sequence<UInt8>) -> Bool {
    var isFirst = true
    for byte in text {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      let isOther = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      guard isLetter || (!isFirst && isOther) else { return false }
      isFirst = false
    }
    return !isFirst
  }
}
