extension SourceReader {
  /// Skips spaces, line ends and comments.
  mutating func skipSpace() {
    guard let comment = lexer.skipSpace() else { return }
    report(at: comment, "this comment is never closed", hint: "The file ends without its '*/'.")
    stop()
  }

  /// Skips past the next comma at this level, or to the closing bracket of this level.
  mutating func skipItem() {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: ",") where depth == 0:
        index += 1
        return
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString()
        continue
      case UInt8(ascii: "/"):
        let start = index
        skipSpace()
        if index > start { continue }
      default: break
      }
      index += 1
    }
  }

  /// Skips a string with its closing quote, or to the end of its line.
  private mutating func skipString() {
    let quote = bytes[index]
    index += 1
    while let byte = next, byte != UInt8(ascii: "\n") {
      index += 1
      if byte == quote { return }
      if byte == UInt8(ascii: "\\") && index < bytes.count { index += 1 }
    }
  }

  /// True if only spaces are between the line's start and here.
  var isOnNewLine: Bool {
    var before = index
    while before > 0, bytes[before - 1] == 0x20 || bytes[before - 1] == 0x09 { before -= 1 }
    return before == 0 || bytes[before - 1] == UInt8(ascii: "\n") || bytes[before - 1] == UInt8(ascii: "\r")
  }

  // MARK: Next characters

  func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  func startsKey(_ byte: UInt8) -> Bool { isQuote(byte) || isLetter(byte) }

  func startsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: startsKey(byte) || isDigit(byte)
    }
  }

  /// The text at the current offset, for messages.
  var found: String { found(at: index) }

  /// The text at an offset, for messages.
  func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let byte = bytes[offset]
    if isQuote(byte) { return "a string" }
    if isDigit(byte) { return "a number" }
    if isLetter(byte) && byte < 0x80 {
      let word = bytes[offset...].prefix(24).prefix { (isLetter($0) || isDigit($0)) && $0 < 0x80 }
      return "'\(String(decoding: word, as: UTF8.self))'"
    }
    let end = bytes[offset...].dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return "nothing" }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .unassigned, .privateUse:
      return "the character U+" + codePoint(scalar.value)
    default: return "'\(scalar)'"
    }
  }

  private func codePoint(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
