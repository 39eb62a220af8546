import Reporting
import StageKit

extension SourceReader {
  /// A string in double or single quotes; nil after a diagnostic, behind the string as far as its end can be found.
  mutating func readString() -> String? {
    do {
      return try lexer.string()
    } catch {
      report(error)
      return nil
    }
  }

  private mutating func report(_ fault: JSONStringFault) {
    let isAtEnd = fault.start + 1 >= bytes.count
    switch fault.problem {
    case .controlCharacter:
      report(
        at: fault.start, "a string holds \(found(at: fault.start))", hint: "Write it as an escape, such as \\u0001.")
    case .unknownEscape where isAtEnd: report(at: fault.start, "an escape without a character")
    case .unknownEscape:
      report(
        at: fault.start, "a backslash before this character means nothing; '\\\\' is a backslash")
    case .missingDigits(let count):
      report(
        at: fault.start, "expected \(count) hexadecimal digits after '\\\(count == 2 ? "x" : "u")'")
    case .unpairedSurrogate: report(at: fault.start, "half of a surrogate pair")
    case .invalidUTF8: report(at: fault.start, "this string is not UTF-8")
    case .unclosed: report(at: fault.start, "this string is not closed on its line")
    }
  }

  /// The position in the file of a UTF-8 offset in the decoded string that begins at `start`, which is at `position`.
  static func position(
    inStringAt start: Int, _ position: SourcePosition, decodedOffset: Int, of bytes: [UInt8]
  ) -> SourcePosition {
    let lexer = JSONLexer(bytes, .json5)
    var index = start + 1
    var decoded = 0
    while index < bytes.count, decoded < decodedOffset {
      if bytes[index] == UInt8(ascii: "\\") {
        let escape = lexer.escape(at: index)
        decoded += escape.scalar.map { String($0).utf8.count } ?? 0
        index += escape.length
      } else {
        decoded += 1
        index += 1
      }
    }
    var locator = SourceLocator(bytes, from: start, at: position)
    return locator.position(at: index)
  }
}
