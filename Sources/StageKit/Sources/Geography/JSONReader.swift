import Coding

/// A fault at a byte of a JSON text.
@_spi(Host) public struct JSONFault: Error {
  var offset: Int
  var problem: GeoJSONError.Problem

  /// A problem at an offset in bytes from the text's start.
  public init(offset: Int, problem: GeoJSONError.Problem) {
    self.offset = offset
    self.problem = problem
  }
}

/// Reads a JSON text (RFC 8259) value by value, in one pass over its UTF-8 bytes, as the caller asks for them.
///
/// A byte order mark is passed over. Arrays and objects may be nested as deep as a limit allows, so that no text can exhaust
/// the stack.
@_spi(Host) public struct JSONReader {
  private let depthLimit: Int

  /// A position that the reader can go back to.
  public struct Position {
    /// In bytes from the start of the text.
    public var offset: Int
    var depth: Int
  }

  private var lexer: JSONLexer
  private var depth = 0

  /// A reader at the start of a text.
  public init(_ bytes: [UInt8], depthLimit: Int = 128) {
    lexer = JSONLexer(bytes, .strict)
    self.depthLimit = depthLimit
  }

  /// The whole text.
  public var bytes: [UInt8] { lexer.scanner.bytes }

  /// The position, in bytes from the start of the text.
  public var offset: Int { lexer.scanner.offset }

  /// The place that is read next; it can be set to an earlier one.
  public var position: Position {
    get { Position(offset: offset, depth: depth) }
    set {
      lexer.scanner.offset = newValue.offset
      depth = newValue.depth
    }
  }

  /// The first byte of the next value or mark, to which the reader moves; 0 at the end.
  @inline(__always)
  public mutating func peek() -> UInt8 {
    lexer.skipSpace()
    return lexer.scanner.next ?? 0
  }

  /// Passes over a mark if it is next.
  @inline(__always)
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    lexer.skipSpace()
    return lexer.scanner.take(mark)
  }

  /// Throws where anything but space follows.
  public mutating func expectEnd() throws(JSONFault) {
    _ = peek()
    guard offset == bytes.count else { throw unexpected("the end of the text") }
  }

  // MARK: Containers

  /// Passes over the start of an object; throws where none comes next, or it is nested too deep.
  public mutating func beginObject() throws(JSONFault) { try begin("{", "an object") }

  /// Passes over the start of an array; throws where none comes next, or it is nested too deep.
  public mutating func beginArray(_ expected: String = "an array") throws(JSONFault) { try begin("[", expected) }

  /// The name of the next member, whose value comes next; nil past the object's end.
  public mutating func nextMember(isFirst: inout Bool) throws(JSONFault) -> String? {
    if take("}") {
      depth -= 1
      return nil
    }
    if !isFirst, !take(",") { throw unexpected("',' or '}'") }
    guard peek() == UInt8(ascii: "\"") else { throw unexpected(isFirst ? "a member's name or '}'" : "a member's name") }
    isFirst = false
    let name = try string()
    guard take(":") else { throw unexpected("':'") }
    return name
  }

  /// True if an element comes next; false past the array's end.
  @inline(__always)
  public mutating func nextElement(isFirst: inout Bool) throws(JSONFault) -> Bool {
    if take("]") {
      depth -= 1
      return false
    }
    if !isFirst, !take(",") { throw unexpected("',' or ']'") }
    isFirst = false
    return true
  }

  private mutating func begin(_ mark: Unicode.Scalar, _ expected: String) throws(JSONFault) {
    guard take(mark) else { throw unexpected(expected) }
    guard depth < depthLimit else { throw JSONFault(offset: offset - 1, problem: .tooDeep(limit: depthLimit)) }
    depth += 1
  }

  // MARK: Scalars

  /// A number that a Double holds, correctly rounded.
  public mutating func number(_ expected: String = "a number") throws(JSONFault) -> Double {
    lexer.skipSpace()
    do {
      return try lexer.scanner.number(.json)
    } catch {
      switch error.problem {
      case .missing: throw unexpected(expected, at: error.offset)
      case .missingDigit: throw unexpected("a digit", at: error.offset)
      case .leadingZero: throw unexpected("no digit after a leading 0", at: error.offset)
      case .tooLarge: throw JSONFault(offset: error.offset, problem: .tooLarge)
      }
    }
  }

  /// A string, its escapes resolved.
  public mutating func string(_ expected: String = "a string") throws(JSONFault) -> String {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected(expected) }
    do {
      return try lexer.string()
    } catch {
      throw fault(error)
    }
  }

  /// Passes over a string and checks its grammar.
  private mutating func skipString() throws(JSONFault) {
    do {
      try lexer.skipString()
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ error: JSONStringFault) -> JSONFault {
    switch error.problem {
    case .controlCharacter: unexpected("an escape for a control character", at: error.offset)
    case .unknownEscape: unexpected("one of \" \\ / b f n r t u", at: error.offset)
    case .missingDigits: unexpected("four hexadecimal digits", at: error.offset)
    case .unpairedSurrogate: JSONFault(offset: error.offset, problem: .unpairedSurrogate)
    case .invalidUTF8: JSONFault(offset: error.offset, problem: .invalidUTF8)
    case .unclosed: unexpected("'\"'", at: error.offset)
    }
  }

  /// The literal `true` or `false`.
  public mutating func bool() throws(JSONFault) -> Bool {
    let isTrue = peek() == UInt8(ascii: "t")
    try literal(isTrue ? "true" : "false")
    return isTrue
  }

  /// Passes over the literal `null`.
  public mutating func null() throws(JSONFault) { try literal("null") }

  private mutating func literal(_ text: String) throws(JSONFault) {
    _ = peek()
    guard bytes[offset...].starts(with: text.utf8) else { throw unexpected(text) }
    lexer.scanner.offset += text.utf8.count
  }

  // MARK: Any value

  /// Passes over a value, and checks its grammar.
  public mutating func skipValue() throws(JSONFault) {
    var isFirst = true
    switch UnicodeScalar(peek()) {
    case "{":
      try beginObject()
      while try nextMember(isFirst: &isFirst) != nil { try skipValue() }
    case "[":
      try beginArray()
      while try nextElement(isFirst: &isFirst) { try skipValue() }
    case "\"": try skipString()
    case "t", "f": _ = try bool()
    case "n": try null()
    default: _ = try number("a value")
    }
  }

  /// The fault of the text at an offset, by default at the reader's.
  public func unexpected(_ expected: String, at offset: Int? = nil) -> JSONFault {
    let offset = offset ?? self.offset
    return JSONFault(offset: offset, problem: .unexpected(found: lexer.scanner.found(at: offset), expected: expected))
  }
}
