/// The position and the reason for which a text is not a JSON string.
public struct JSONStringFault: Error, Hashable, Sendable {
  /// An error in a string.
  public enum Problem: Hashable, Sendable {
    /// A control character that is not written as an escape.
    case controlCharacter
    /// A backslash before a character that makes no escape, or at the end of the text.
    case unknownEscape
    /// An escape with fewer hexadecimal digits than this.
    case missingDigits(Int)
    /// An escape that is half of a surrogate pair.
    case unpairedSurrogate
    /// It is not UTF-8.
    case invalidUTF8
    /// The text or, in JSON5, the line ends before its closing quote.
    case unclosed
  }

  public let problem: Problem
  /// The byte at which it is found, in bytes from the start of the text.
  public let offset: Int
  /// The start of the escape or string that is wrong.
  public let start: Int
}

extension JSONLexer {
  /// The contents of a string.
  public struct StringExtent: Sendable {
    /// The bytes between the quotes.
    public let content: Range<Int>
    let hasEscapes: Bool
    let isASCII: Bool
  }

  /// Reads the string whose opening quote is next. After a fault the position is behind the string, as far as its end
  /// can be found.
  public mutating func string() throws(JSONStringFault) -> String {
    let extent = try skipString()
    let content = extent.content
    if extent.hasEscapes { return try unescaped(content) }
    if extent.isASCII { return String(decoding: scanner.bytes[content], as: UTF8.self) }
    return try validated(scanner.bytes[content], start: content.lowerBound - 1)
  }

  /// Passes over the string whose opening quote is next, and checks its grammar: in the strict dialect neither its
  /// encoding nor surrogates.
  @discardableResult
  public mutating func skipString() throws(JSONStringFault) -> StringExtent {
    let bytes = scanner.bytes
    let start = scanner.offset
    let quote = bytes[start]
    var end = start + 1
    var hasEscapes = false
    var allBits: UInt8 = 0
    var fault: JSONStringFault?
    loop: while end < bytes.count {
      let byte = bytes[end]
      if byte >= 0x20, byte != quote, byte != UInt8(ascii: "\\") {
        allBits |= byte
        end += 1
        continue
      }
      switch byte {
      case quote: break loop
      case UInt8(ascii: "\\"):
        hasEscapes = true
        let escape = escape(at: end)
        if let found = escape.fault, dialect == .json5 || found.problem != .unpairedSurrogate { fault = fault ?? found }
        end += escape.length
      case 0x0A where dialect == .json5, 0x0D where dialect == .json5: break loop
      default:
        if byte != 0x09 || dialect == .strict {
          fault = fault ?? JSONStringFault(problem: .controlCharacter, offset: end, start: end)
        }
        end += 1
      }
      if dialect == .strict, let fault { throw fault }
    }
    let isClosed = end < bytes.count && bytes[end] == quote
    scanner.offset = min(isClosed ? end + 1 : end, bytes.count)
    if let fault { throw fault }
    guard isClosed else { throw JSONStringFault(problem: .unclosed, offset: end, start: start) }
    return StringExtent(content: start + 1..<end, hasEscapes: hasEscapes, isASCII: allBits < 0x80)
  }

  private func unescaped(_ content: Range<Int>) throws(JSONStringFault) -> String {
    var text: [UInt8] = []
    var next = content.lowerBound
    while next < content.upperBound {
      guard scanner.bytes[next] == UInt8(ascii: "\\") else {
        text.append(scanner.bytes[next])
        next += 1
        continue
      }
      let escape = escape(at: next)
      if let fault = escape.fault { throw fault }
      if let scalar = escape.scalar { text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
      next += escape.length
    }
    return try validated(text[...], start: content.lowerBound - 1)
  }

  private func validated(_ text: ArraySlice<UInt8>, start: Int) throws(JSONStringFault) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw JSONStringFault(problem: .invalidUTF8, offset: start, start: start)
    }
    return string
  }

  // MARK: Escapes

  /// An escape sequence.
  public struct Escape: Sendable {
    /// The character that it encodes; nil for an escaped line end, and if there is an error.
    public var scalar: Unicode.Scalar?
    /// The bytes it takes.
    public var length = 2
    /// Why it is none.
    public var fault: JSONStringFault?
  }

  /// The escape whose backslash is at an offset.
  public func escape(at start: Int) -> Escape {
    guard let letter = scanner.byte(at: start + 1) else { return unknownEscape(at: start) }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Escape(scalar: Unicode.Scalar(letter))
    case UInt8(ascii: "b"): return Escape(scalar: "\u{8}")
    case UInt8(ascii: "f"): return Escape(scalar: "\u{C}")
    case UInt8(ascii: "n"): return Escape(scalar: "\n")
    case UInt8(ascii: "r"): return Escape(scalar: "\r")
    case UInt8(ascii: "t"): return Escape(scalar: "\t")
    case UInt8(ascii: "u"): return codeUnitEscape(at: start, digits: 4)
    default: return dialect == .json5 ? json5Escape(letter, at: start) : unknownEscape(at: start)
    }
  }

  private func json5Escape(_ letter: UInt8, at start: Int) -> Escape {
    switch letter {
    case UInt8(ascii: "'"): Escape(scalar: "'")
    case UInt8(ascii: "v"): Escape(scalar: "\u{B}")
    case UInt8(ascii: "0"): Escape(scalar: "\0")
    case UInt8(ascii: "x"): codeUnitEscape(at: start, digits: 2)
    case 0x0A: Escape()
    case 0x0D: Escape(length: scanner.byte(at: start + 2) == 0x0A ? 3 : 2)
    default: unknownEscape(at: start)
    }
  }

  private func unknownEscape(at start: Int) -> Escape {
    Escape(length: 1, fault: JSONStringFault(problem: .unknownEscape, offset: start + 1, start: start))
  }

  /// `\u` or `\x` with its digits, or two `\u` that form a surrogate pair.
  private func codeUnitEscape(at start: Int, digits: Int) -> Escape {
    let (unit, end) = codeUnit(at: start + 2, digits: digits)
    guard let unit else {
      return Escape(fault: JSONStringFault(problem: .missingDigits(digits), offset: end, start: start))
    }
    if let scalar = Unicode.Scalar(unit) { return Escape(scalar: scalar, length: 2 + digits) }
    let isPair =
      unit < 0xDC00 && scanner.byte(at: end) == UInt8(ascii: "\\") && scanner.byte(at: end + 1) == UInt8(ascii: "u")
    if isPair, let low = codeUnit(at: end + 2, digits: 4).unit, (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    {
      return Escape(scalar: scalar, length: 12)
    }
    return Escape(length: 6, fault: JSONStringFault(problem: .unpairedSurrogate, offset: start, start: start))
  }

  /// The value of hexadecimal digits, nil unless there are enough, and where they end.
  private func codeUnit(at start: Int, digits: Int) -> (unit: UInt32?, end: Int) {
    var unit: UInt32 = 0
    for offset in start..<start + digits {
      guard let byte = scanner.byte(at: offset), let digit = ByteScanner.hexadecimalValue(byte) else {
        return (nil, offset)
      }
      unit = unit << 4 | digit
    }
    return (unit, start + digits)
  }
}
