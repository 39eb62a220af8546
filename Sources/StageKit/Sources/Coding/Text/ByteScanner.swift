/// Reads a text from left to right, by the bytes of its UTF-8: what the readers of text formats have in common.
public struct ByteScanner: Sendable {
  /// The whole text.
  public let bytes: [UInt8]
  /// The position, in bytes from the start of the text.
  public var offset: Int

  /// A scanner at an offset.
  public init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// A scanner at the start of a text.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  /// True if nothing is left to read.
  @inlinable public var isAtEnd: Bool { offset >= bytes.count }

  /// The byte at the position; nil at the end.
  @inlinable public var next: UInt8? { byte(at: offset) }

  /// The byte at an offset of 0 or more; nil beyond the end.
  @inlinable @inline(__always)
  public func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// True if a decimal digit is at an offset of 0 or more.
  @inlinable @inline(__always)
  public func isDigit(at offset: Int) -> Bool { offset < bytes.count && bytes[offset] &- 0x30 < 10 }

  /// Passes over an ASCII character if it is next.
  @inlinable @inline(__always)
  public mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, UInt32(bytes[offset]) == character.value else { return false }
    offset += 1
    return true
  }

  /// Passes over bytes up to the first that does not satisfy a condition.
  @inlinable @inline(__always)
  public mutating func skip(while condition: (UInt8) -> Bool) {
    while offset < bytes.count, condition(bytes[offset]) { offset += 1 }
  }

  /// Passes over ASCII white space.
  public mutating func skipSpace() { skip(while: Self.isSpace) }

  /// Reads a name in lower case: letters, hyphens, underscores and, after the first, digits; empty if there is none.
  /// Every character beyond ASCII counts as a letter.
  public mutating func word() -> String {
    let start = offset
    while let byte = next {
      let isLetter = isASCIILetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
      guard isLetter || (offset > start && isDigit(at: offset)) else { break }
      offset += 1
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
  }

  /// The character at the position, in quotes for a message, or "the end of the text".
  public var found: String { found(at: offset) }

  /// The character at an offset, in quotes for a message, or "the end of the text".
  public func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    var decoder = UTF8()
    var iterator = bytes[offset...].prefix(4).makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&iterator), scalar.value >= 0x20, scalar.value != 0x7F {
      return "'\(scalar)'"
    }
    return "byte 0x" + String(bytes[offset], radix: 16, uppercase: true)
  }

  /// True if a byte is ASCII white space.
  public static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The value of an ASCII hexadecimal digit in either case; nil for any other byte.
  public static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }
}
