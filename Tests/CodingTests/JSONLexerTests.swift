import Coding
import Testing

@Suite("JSON lexer")
struct JSONLexerTests {
  private func string(_ text: String, _ dialect: JSONLexer.Dialect) -> Result<String, JSONStringFault> {
    var lexer = JSONLexer(Array(text.utf8), dialect)
    return Result { () throws(JSONStringFault) in try lexer.string() }
  }

  @Test("Both dialects resolve the escapes of JSON", arguments: [JSONLexer.Dialect.strict, .json5])
  func escapes(dialect: JSONLexer.Dialect) {
    let text = #""a\"\\\/\b\f\n\r\té\u00e9\uD83D\uDE00""#
    #expect(string(text, dialect) == .success("a\"\\/\u{8}\u{C}\n\r\té\u{e9}😀"))
  }

  @Test("JSON5 adds single quotes, more escapes and line continuations")
  func json5() {
    #expect(string(#"'"\x41\v\0\''"#, .json5) == .success("\"A\u{B}\0'"))
    #expect(string("'a\\\r\nb\\\nc'", .json5) == .success("abc"))
  }

  @Test(
    "Faults are named at their place",
    arguments: [
      (#""\q""#, JSONStringFault.Problem.unknownEscape, 2, 1), (#""\u12""#, .missingDigits(4), 5, 1),
      (#""a\uD800""#, .unpairedSurrogate, 2, 2), ("\"a\u{1}\"", .controlCharacter, 2, 2), (#""ab"#, .unclosed, 3, 0),
    ])
  func faults(text: String, problem: JSONStringFault.Problem, offset: Int, start: Int) {
    for dialect in [JSONLexer.Dialect.strict, .json5] {
      guard case .failure(let fault) = string(text, dialect) else {
        Issue.record("read \(text)")
        continue
      }
      #expect(fault.problem == problem && fault.offset == offset && fault.start == start)
    }
  }

  @Test("Bytes that are not UTF-8 are a fault")
  func invalidUTF8() {
    var lexer = JSONLexer([0x22, 0xC3, 0x22], .strict)
    #expect(throws: JSONStringFault.self) { try lexer.string() }
  }

  @Test("Spaces and comments are passed over, and an open comment is found")
  func spaces() {
    var lexer = JSONLexer(Array("\u{FEFF} \t// x\n/* y **/\u{2028}\u{A0}1".utf8), .json5)
    #expect(lexer.skipSpace() == nil)
    #expect(lexer.scanner.found == "'1'")
    lexer = JSONLexer(Array(" /* x".utf8), .json5)
    #expect(lexer.skipSpace() == 1)
    #expect(lexer.scanner.isAtEnd)
    lexer = JSONLexer(Array(" // x".utf8), .strict)
    #expect(lexer.skipSpace() == nil)
    #expect(lexer.scanner.found == "'/'")
  }
}
