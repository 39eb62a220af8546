import Reporting

/// Turns byte offsets into positions; cheap as long as the offsets grow.
struct SourceLocator {
  private let bytes: [UInt8]
  private let file: String?
  private var offset = 0
  private var line = 1
  private var column = 1

  /// `file` is nil for a job file itself.
  init(_ bytes: [UInt8], file: String? = nil) { (self.bytes, self.file) = (bytes, file) }

  /// The position of one offset, from which later ones are counted.
  init(_ bytes: [UInt8], from offset: Int, at position: SourcePosition) {
    self.bytes = bytes
    file = position.file
    self.offset = offset
    line = position.line
    column = position.column
  }

  /// Lines end with LF, CR LF or CR.
  mutating func position(at target: Int) -> SourcePosition {
    if target < offset { self = SourceLocator(bytes, file: file) }
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      let isLoneReturn = byte == UInt8(ascii: "\r") && (offset == bytes.count || bytes[offset] != UInt8(ascii: "\n"))
      if byte == UInt8(ascii: "\n") || isLoneReturn {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return SourcePosition(line: line, column: column, file: file)
  }
}
