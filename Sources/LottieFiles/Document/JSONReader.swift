import StageKit

/// Reads a JSON text into values, in time linear in its length.
struct JSONReader {
  /// The greatest depth of lists and objects within each other.
  private static let maxDepth = 256

  private var lexer: JSONLexer
  private let name: String

  private init(_ bytes: [UInt8], name: String) {
    lexer = JSONLexer(bytes, .strict)
    self.name = name
  }

  /// The value of a whole text; errors name `name` with line and column.
  static func read(_ bytes: [UInt8], name: String) throws -> JSONValue {
    var reader = JSONReader(bytes, name: name)
    let value = try reader.value(depth: 0)
    reader.lexer.skipSpace()
    guard reader.lexer.scanner.isAtEnd else { throw reader.fault("expected the end, found \(reader.found)") }
    return value
  }

  /// The error of a place in a text, with line and column.
  static func fault(_ message: String, at offset: Int, of bytes: [UInt8], name: String) -> StageError {
    let before = bytes[..<min(max(offset, 0), bytes.count)]
    let line = 1 + before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Continuation bytes of UTF-8 are no columns of their own.
    let column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    return StageError("\(name):\(line):\(column): \(message)")
  }

  private var found: String { lexer.scanner.found }

  private func fault(_ message: String, at offset: Int? = nil) -> StageError {
    Self.fault(message, at: offset ?? lexer.scanner.offset, of: lexer.scanner.bytes, name: name)
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    lexer.skipSpace()
    let offset = lexer.scanner.offset
    guard depth < Self.maxDepth else { throw fault("is nested more than \(Self.maxDepth) times") }
    switch lexer.scanner.next {
    case UInt8(ascii: "{"): return JSONValue(.object(try members(depth: depth)), at: offset)
    case UInt8(ascii: "["): return JSONValue(.list(try list(depth: depth)), at: offset)
    case UInt8(ascii: "\""): return JSONValue(.text(try string()), at: offset)
    case UInt8(ascii: "t"): return JSONValue(.boolean(true), at: try word("true"))
    case UInt8(ascii: "f"): return JSONValue(.boolean(false), at: try word("false"))
    case UInt8(ascii: "n"): return JSONValue(.null, at: try word("null"))
    default:
      do {
        return JSONValue(.number(try lexer.scanner.number(.json)), at: offset)
      } catch {
        let isMissing = error.problem == .missing
        throw fault(
          isMissing ? "expected a value, found \(found)" : "a number is malformed or too large", at: error.offset)
      }
    }
  }

  private mutating func word(_ word: String) throws -> Int {
    let offset = lexer.scanner.offset
    guard lexer.scanner.bytes[offset...].starts(with: word.utf8) else {
      throw fault("expected a value, found \(found)")
    }
    lexer.scanner.offset += word.utf8.count
    return offset
  }

  private mutating func string() throws -> String {
    do {
      return try lexer.string()
    } catch {
      throw fault("a text is malformed", at: error.offset)
    }
  }

  private mutating func list(depth: Int) throws -> [JSONValue] {
    lexer.scanner.offset += 1
    var result: [JSONValue] = []
    lexer.skipSpace()
    if lexer.scanner.take("]") { return result }
    while true {
      result.append(try value(depth: depth + 1))
      lexer.skipSpace()
      if lexer.scanner.take(",") { continue }
      guard lexer.scanner.take("]") else { throw fault("expected ',' or ']', found \(found)") }
      return result
    }
  }

  private mutating func members(depth: Int) throws -> [JSONValue.Member] {
    lexer.scanner.offset += 1
    var result: [JSONValue.Member] = []
    lexer.skipSpace()
    if lexer.scanner.take("}") { return result }
    while true {
      lexer.skipSpace()
      guard lexer.scanner.next == UInt8(ascii: "\"") else { throw fault("expected a name, found \(found)") }
      let name = try string()
      lexer.skipSpace()
      guard lexer.scanner.take(":") else { throw fault("expected ':', found \(found)") }
      result.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      lexer.skipSpace()
      if lexer.scanner.take(",") { continue }
      guard lexer.scanner.take("}") else { throw fault("expected ',' or '}', found \(found)") }
      return result
    }
  }
}
