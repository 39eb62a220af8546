extension SourceReader {
  /// Skips spaces, line ends and comments.
  mutating func skipSpace() {
    while let byte = next {
      switch byte {
      case 0x09...0x0D, 0x20: index += 1
      case UInt8(ascii: "/"):
        if bytes[index...].starts(with: [byte, byte]) {
          skipLine()
        } else if bytes[index...].starts(with: [byte, UInt8(ascii: "*")]) {
          guard skipBlockComment() else { return }
        } else {
          return
        }
      case 0..<0x80: return
      default:
        guard let space = Self.wideSpaces.first(where: { bytes[index...].starts(with: $0) }) else { return }
        index += space.count
      }
    }
  }

  /// No-break space, line and paragraph separator, byte order mark.
  private static let wideSpaces: [[UInt8]] = [
    [0xC2, 0xA0], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xEF, 0xBB, 0xBF],
  ]

  private mutating func skipLine() {
    while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { index += 1 }
  }

  private mutating func skipBlockComment() -> Bool {
    let start = index
    index += 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return true
      }
      index += 1
    }
    index = bytes.count
    complain(at: start, "this comment is never closed", hint: "The file ends without its '*/'.")
    stop()
    return false
  }

  /// Skips to behind the next comma at this level, or to the closing bracket of this level.
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

  /// Skips a string to behind its closing quote, or to the end of its line.
  private mutating func skipString() {
    let quote = bytes[index]
    index += 1
    while let byte = next, byte != UInt8(ascii: "\n") {
      index += 1
      if byte == quote { return }
      if byte == UInt8(ascii: "\\") && index < bytes.count { index += 1 }
    }
  }

  /// Whether only spaces stand between the line's start and here.
  var isOnNewLine: Bool {
    var before = index
    while before > 0, bytes[before - 1] == 0x20 || bytes[before - 1] == 0x09 { before -= 1 }
    return before == 0 || bytes[before - 1] == UInt8(ascii: "\n") || bytes[before - 1] == UInt8(ascii: "\r")
  }

  // MARK: What stands here

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

  /// What stands here, for messages.
  var found: String {
    guard let byte = next else { return "the end of the file" }
    if isQuote(byte) { return "a string" }
    if isDigit(byte) { return "a number" }
    if isLetter(byte) && byte < 0x80 {
      let word = bytes[index...].prefix(24).prefix { (isLetter($0) || isDigit($0)) && $0 < 0x80 }
      return "'\(String(decoding: word, as: UTF8.self))'"
    }
    let end = bytes[index...].dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
    let text = String(decoding: bytes[index..<end], as: UTF8.self)
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
