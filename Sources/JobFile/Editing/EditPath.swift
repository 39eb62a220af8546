import Reporting
import StageKit

/// The path of a value in a text, step by step.
struct EditPath: Sendable {
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  var steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Reads `stages[2].parameters["odd key"]`.
  init(_ text: String) throws(JobEditError) {
    var steps: [Step] = []
    var lexer = JSONLexer(Array(text.utf8), .json5)
    while !lexer.scanner.isAtEnd {
      if lexer.scanner.take("[") {
        steps.append(try Self.bracketed(&lexer, in: text))
        continue
      }
      let isFirst = steps.isEmpty
      let start = lexer.scanner.offset + (isFirst ? 0 : 1)
      guard isFirst || lexer.scanner.take(".") else { throw Self.fault(text, lexer) }
      lexer.scanner.skip { !Self.isReserved($0) }
      guard lexer.scanner.offset > start else { throw Self.fault(text, lexer) }
      steps.append(.key(String(decoding: lexer.scanner.bytes[start..<lexer.scanner.offset], as: UTF8.self)))
    }
    guard !steps.isEmpty else {
      throw JobEditError(text, "an empty path", hint: "Write it such as stages[2].parameters.color.")
    }
    self.steps = steps
  }

  /// The rest of a step after its opening bracket.
  private static func bracketed(_ lexer: inout JSONLexer, in text: String) throws(JobEditError) -> Step {
    let step: Step
    if lexer.scanner.next == UInt8(ascii: "\"") {
      do {
        step = .key(try lexer.string())
      } catch {
        throw fault(text, lexer)
      }
    } else {
      let start = lexer.scanner.offset
      while lexer.scanner.isDigit(at: lexer.scanner.offset) { lexer.scanner.offset += 1 }
      let digits = String(decoding: lexer.scanner.bytes[start..<lexer.scanner.offset], as: UTF8.self)
      guard let index = Int(digits) else { throw fault(text, lexer) }
      step = .index(index)
    }
    guard lexer.scanner.take("]") else { throw fault(text, lexer) }
    return step
  }

  private static func fault(_ text: String, _ lexer: JSONLexer) -> JobEditError {
    JobEditError(
      text, "this path has \(lexer.scanner.found) at character \(lexer.scanner.offset + 1)",
      hint: "Write it such as stages[2].parameters.color, or with odd keys in brackets: variables[\"a.b\"].")
  }

  /// True if a byte ends a key that is not in brackets.
  private static func isReserved(_ byte: UInt8) -> Bool { ".[]\"".utf8.contains(byte) }

  /// As `init(_:)` reads it.
  var text: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where key.isEmpty || key.utf8.contains(where: Self.isReserved):
        text += "[\(JSONValue.string(key).text)]"
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      }
    }
  }
}
