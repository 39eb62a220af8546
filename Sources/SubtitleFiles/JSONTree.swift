import StageKit

/// A value of a JSON text with its place.
struct JSONTree {
  enum Kind {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])
  }

  /// The deepest nesting, so that no text can exhaust the stack.
  private static let depthLimit = 64

  let kind: Kind
  /// From 1.
  let line: Int

  subscript(name: String) -> JSONTree? { if case .object(let members) = kind { members[name] } else { nil } }

  var items: [JSONTree]? { if case .array(let items) = kind { items } else { nil } }
  var string: String? { if case .string(let text) = kind { text } else { nil } }
  var number: Double? { if case .number(let number) = kind { number } else { nil } }

  /// Reads a whole text. Throws for one that is no valid JSON.
  static func read(_ bytes: [UInt8]) throws(SubtitleError) -> JSONTree {
    var reader = Reader(lexer: JSONLexer(bytes, .strict))
    let value = try reader.value(depth: 0)
    reader.lexer.skipSpace()
    guard reader.lexer.scanner.isAtEnd else { throw reader.fault("the end of the text") }
    return value
  }

  private struct Reader {
    var lexer: JSONLexer
    private var line = 1
    private var counted = 0

    init(lexer: JSONLexer) { self.lexer = lexer }

    /// The line of the position, which only moves on.
    private mutating func currentLine() -> Int {
      let offset = lexer.scanner.offset
      if offset > counted { line += lexer.scanner.bytes[counted..<offset].count { $0 == 0x0A } }
      counted = max(counted, offset)
      return line
    }

    mutating func fault(_ expected: String) -> SubtitleError {
      SubtitleError(faults: [.init(line: currentLine(), message: "found \(lexer.scanner.found), expected \(expected)")])
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
      lexer.skipSpace()
      return lexer.scanner.take(mark)
    }

    mutating func value(depth: Int) throws(SubtitleError) -> JSONTree {
      lexer.skipSpace()
      let line = currentLine()
      guard depth < JSONTree.depthLimit else { throw fault("no deeper nesting than \(JSONTree.depthLimit)") }
      return JSONTree(kind: try kind(depth: depth), line: line)
    }

    private mutating func kind(depth: Int) throws(SubtitleError) -> Kind {
      if take("{") { return .object(try members(depth: depth)) }
      if take("[") {
        var items: [JSONTree] = []
        if take("]") { return .array([]) }
        repeat { items.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw fault("',' or ']'") }
        return .array(items)
      }
      if lexer.scanner.next == UInt8(ascii: "\"") { return .string(try string()) }
      let rest = lexer.scanner.bytes[lexer.scanner.offset...]
      // Python writes NaN, which JSON does not have.
      for (text, kind) in [("null", Kind.null), ("true", .bool(true)), ("false", .bool(false)), ("NaN", .null)]
      where rest.starts(with: text.utf8) {
        lexer.scanner.offset += text.utf8.count
        return kind
      }
      do { return .number(try lexer.scanner.number(.json)) } catch { throw fault("a value") }
    }

    private mutating func members(depth: Int) throws(SubtitleError) -> [String: JSONTree] {
      var members: [String: JSONTree] = [:]
      if take("}") { return members }
      repeat {
        lexer.skipSpace()
        guard lexer.scanner.next == UInt8(ascii: "\"") else { throw fault("a name") }
        let name = try string()
        guard take(":") else { throw fault("':'") }
        members[name] = try value(depth: depth + 1)
      } while take(",")
      guard take("}") else { throw fault("',' or '}'") }
      return members
    }

    private mutating func string() throws(SubtitleError) -> String {
      do {
        return try lexer.string()
      } catch {
        lexer.scanner.offset = min(error.offset, lexer.scanner.bytes.count)
        throw fault("a valid text")
      }
    }
  }
}
