/// Reads the spaces, strings and numbers of JSON, strictly by RFC 8259 or with what JSON5 adds.
///
/// Callers decide which arrays, objects and whole texts are valid.
public struct JSONLexer: Sendable {
  /// The syntax that is accepted.
  public enum Dialect: Sendable {
    /// RFC 8259.
    case strict
    /// JSON5: also comments, more spaces, single quotes and more escapes. Strings end on their line.
    case json5
  }

  /// The text, and the position in it.
  public var scanner: ByteScanner
  public let dialect: Dialect

  /// A lexer at the start of a text, after its byte order mark.
  public init(_ bytes: [UInt8], _ dialect: Dialect) {
    scanner = ByteScanner(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    self.dialect = dialect
  }

  // MARK: Spaces

  /// Passes over spaces and, in JSON5, comments. Returns the offset of a comment that is never closed, at the end of the
  /// text.
  @discardableResult
  @inlinable @inline(__always)
  public mutating func skipSpace() -> Int? {
    scanner.skip { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return dialect == .json5 ? skipWideSpace() : nil
  }

  @usableFromInline
  mutating func skipWideSpace() -> Int? {
    while let byte = scanner.next {
      switch byte {
      case 0x09...0x0D, 0x20: scanner.offset += 1
      case UInt8(ascii: "/") where scanner.byte(at: scanner.offset + 1) == UInt8(ascii: "/"):
        scanner.skip { $0 != 0x0A && $0 != 0x0D }
      case UInt8(ascii: "/") where scanner.byte(at: scanner.offset + 1) == UInt8(ascii: "*"):
        let start = scanner.offset
        guard skipBlockComment() else { return start }
      case 0..<0x80: return nil
      default:
        let rest = scanner.bytes[scanner.offset...]
        guard let space = Self.wideSpaces.first(where: { rest.starts(with: $0) }) else { return nil }
        scanner.offset += space.count
      }
    }
    return nil
  }

  /// No-break space, line and paragraph separator, byte order mark.
  private static let wideSpaces: [[UInt8]] = [
    [0xC2, 0xA0], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xEF, 0xBB, 0xBF],
  ]

  private mutating func skipBlockComment() -> Bool {
    scanner.offset += 2
    while !scanner.isAtEnd {
      if scanner.take("*") {
        if scanner.take("/") { return true }
      } else {
        scanner.offset += 1
      }
    }
    return false
  }
}
