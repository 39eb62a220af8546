import CICU
import Foundation
import StageKit

/// ICU's messages.
public struct Messages: MessageFormatting {
  public init() {}

  public func arguments(of pattern: String) throws(MessageError) -> [MessageArgument] {
    var arguments: [MessageArgument] = []
    let error = withUnsafeMutablePointer(to: &arguments) { list in
      message_arguments(pattern, list) { list, name, type, offset in
        guard let list, let name, let type else { return }
        list.assumingMemoryBound(to: [MessageArgument].self).pointee.append(
          MessageArgument(name: String(cString: name), type: String(cString: type), offset: Int(offset)))
      }
    }
    if let name = error.name { throw Self.error(String(cString: name), error.offset) }
    return arguments
  }

  public func format(
    _ pattern: String, _ values: [String: MessageValue], locale: String
  ) throws(MessageError) -> String {
    var texts: [UnsafeMutablePointer<CChar>?] = []
    defer { for text in texts { free(text) } }
    func copy(_ text: String) -> UnsafePointer<CChar>? {
      texts.append(strdup(text))
      return UnsafePointer(texts[texts.count - 1])
    }
    let arguments = values.sorted { $0.key < $1.key }.map { name, value in
      switch value {
      case .text(let text):
        MessageInput(name: copy(name), kind: MessageInputText, text: copy(text), number: 0)
      case .number(let number):
        MessageInput(name: copy(name), kind: MessageInputNumber, text: nil, number: number)
      case .date(let seconds):
        MessageInput(name: copy(name), kind: MessageInputDate, text: nil, number: seconds * 1000)
      }
    }
    var error = MessageFailure()
    let tag = locale.isEmpty ? "und" : locale
    guard let text = message_format(pattern, tag, arguments, Int32(arguments.count), &error) else {
      throw Self.error(error.name.map { String(cString: $0) } ?? "unknown", error.offset)
    }
    defer { free(text) }
    return String(cString: text)
  }

  private static func error(_ name: String, _ offset: Int32) -> MessageError {
    let message =
      switch name {
      case "U_UNMATCHED_BRACES": "a brace is not closed"
      case "U_PATTERN_SYNTAX_ERROR", "U_BAD_VARIABLE_DEFINITION", "U_MALFORMED_RULE": "the message is malformed here"
      case "U_DEFAULT_KEYWORD_MISSING": "a plural or select needs a branch 'other'"
      case "U_ARGUMENT_TYPE_MISMATCH": "arguments with names and with numbers exclude each other"
      case "U_ILLEGAL_ARGUMENT_ERROR": "the message has a type or style that is not known"
      default: "the message cannot be formatted (\(name))"
      }
    return MessageError(message, at: offset < 0 ? nil : Int(offset))
  }
}
