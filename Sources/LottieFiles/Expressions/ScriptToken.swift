import StageKit

/// A part of a script.
struct ScriptToken: Hashable, Sendable {
  /// The kinds of parts.
  enum Kind: Hashable, Sendable {
    case number(Double)
    case text(String)
    case name(String)
    /// An operator or a mark.
    case mark(String)
    case end
  }

  var kind: Kind
  /// True if a line ends before it.
  var followsLineBreak: Bool
}

/// A fault in a script.
struct ScriptFault: Error, Hashable, Sendable {
  var message: String

  init(_ message: String) { self.message = message }
}

/// Cuts a script into its parts, in time linear in its length.
struct ScriptLexer {
  /// The greatest length of a script in bytes.
  private static let maxLength = 200_000

  /// From the longest to the shortest.
  private static let marks = [
    ">>>=", "===", "!==", ">>>", "<<=", ">>=", "**=", "=>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "{", "}", "(", ")", "[", "]", ".", ";", ",", "<", ">", "+",
    "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=",
  ].map { ($0, Array($0.utf8)) }

  private var scanner: ByteScanner
  private var tokens: [ScriptToken] = []

  /// The parts of a script, with one at its end.
  static func tokens(of text: String) throws(ScriptFault) -> [ScriptToken] {
    var lexer = ScriptLexer(scanner: ByteScanner(text))
    guard lexer.scanner.bytes.count <= maxLength else { throw ScriptFault("is longer than \(maxLength) bytes") }
    while try lexer.read() {}
    return lexer.tokens
  }

  private init(scanner: ByteScanner) { self.scanner = scanner }

  /// Adds the next part; false at the end.
  private mutating func read() throws(ScriptFault) -> Bool {
    let breaks = try skipSpace()
    guard let byte = scanner.next else {
      tokens.append(ScriptToken(kind: .end, followsLineBreak: true))
      return false
    }
    let kind: ScriptToken.Kind
    if ByteScanner.isDigit(byte) || (byte == UInt8(ascii: ".") && scanner.isDigit(at: scanner.offset + 1)) {
      kind = try number()
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      kind = .text(try text(byte))
    } else if Self.isNamePart(byte) {
      let start = scanner.offset
      scanner.skip(while: { Self.isNamePart($0) || ByteScanner.isDigit($0) })
      kind = .name(String(decoding: scanner.bytes[start..<scanner.offset], as: UTF8.self))
    } else {
      let rest = scanner.bytes[scanner.offset...]
      guard let mark = Self.marks.first(where: { rest.starts(with: $0.1) }) else {
        throw ScriptFault("\(scanner.found) is not understood")
      }
      scanner.offset += mark.1.count
      kind = .mark(mark.0)
    }
    tokens.append(ScriptToken(kind: kind, followsLineBreak: breaks))
    return true
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  /// Passes over spaces and comments; true if a line ends there.
  private mutating func skipSpace() throws(ScriptFault) -> Bool {
    var breaks = false
    while let byte = scanner.next {
      if byte == 0x0A || byte == 0x0D { breaks = true }
      if ByteScanner.isSpace(byte) {
        scanner.offset += 1
      } else if byte == UInt8(ascii: "/"), scanner.byte(at: scanner.offset + 1) == UInt8(ascii: "/") {
        scanner.skip(while: { $0 != 0x0A && $0 != 0x0D })
      } else if byte == UInt8(ascii: "/"), scanner.byte(at: scanner.offset + 1) == UInt8(ascii: "*") {
        scanner.offset += 2
        while !(scanner.next == UInt8(ascii: "*") && scanner.byte(at: scanner.offset + 1) == UInt8(ascii: "/")) {
          guard !scanner.isAtEnd else { throw ScriptFault("a comment has no end") }
          scanner.offset += 1
        }
        scanner.offset += 2
      } else {
        return breaks
      }
    }
    return breaks
  }

  private mutating func number() throws(ScriptFault) -> ScriptToken.Kind {
    let isHex =
      scanner.next == UInt8(ascii: "0") && (scanner.byte(at: scanner.offset + 1) ?? 0) | 0x20 == UInt8(ascii: "x")
    if isHex {
      scanner.offset += 2
      var value = 0.0
      while let digit = scanner.next.flatMap(ByteScanner.hexadecimalValue) {
        value = value * 16 + Double(digit)
        scanner.offset += 1
      }
      return .number(value)
    }
    do {
      return .number(try scanner.number(.json5))
    } catch {
      throw ScriptFault("a number is malformed")
    }
  }

  private mutating func text(_ quote: UInt8) throws(ScriptFault) -> String {
    scanner.offset += 1
    var bytes: [UInt8] = []
    while let byte = scanner.next, byte != quote {
      scanner.offset += 1
      guard byte == UInt8(ascii: "\\"), let escape = scanner.next else {
        bytes.append(byte)
        continue
      }
      scanner.offset += 1
      switch escape {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        var value: UInt32 = 0
        for _ in 0..<4 {
          guard let digit = scanner.next.flatMap(ByteScanner.hexadecimalValue) else { break }
          value = value << 4 | digit
          scanner.offset += 1
        }
        bytes += Array(String(Character(Unicode.Scalar(value) ?? " ")).utf8)
      default: bytes.append(escape)
      }
    }
    guard scanner.take(Unicode.Scalar(quote)) else { throw ScriptFault("a text has no end") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ByteScanner {
  /// True for a decimal digit.
  fileprivate static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
