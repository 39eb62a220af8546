/// A line and a column of a text, both from 1; columns count Unicode scalars.
public struct TextPlace: Hashable, Sendable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  /// A place by its numbers.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of an offset in a text; linear in the offset.
  public init(of offset: Int, in bytes: [UInt8]) {
    var locator = TextLocator(bytes)
    self = locator.place(at: offset)
  }

  /// `14:20`.
  public var description: String { "\(line):\(column)" }
}

/// Finds the places of offsets in a text in UTF-8; cheap as long as the offsets grow.
///
/// Lines end with LF, CR LF or CR. A byte order mark takes no column.
public struct TextLocator: Sendable {
  private let bytes: [UInt8]
  private var offset: Int
  private var found: TextPlace

  /// A locator at the start of a text.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    found = TextPlace(line: 1, column: 1)
  }

  /// A locator at an offset whose place is known.
  public init(_ bytes: [UInt8], from offset: Int, at place: TextPlace) {
    self.bytes = bytes
    self.offset = offset
    found = place
  }

  /// The place of an offset in bytes; beyond the text, that of its end.
  public mutating func place(at target: Int) -> TextPlace {
    if target < offset { self = TextLocator(bytes) }
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      let isLoneReturn = byte == UInt8(ascii: "\r") && (offset == bytes.count || bytes[offset] != UInt8(ascii: "\n"))
      if byte == UInt8(ascii: "\n") || isLoneReturn {
        found = TextPlace(line: found.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        found.column += 1
      }
    }
    return found
  }
}
