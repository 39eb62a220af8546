/// The upper halves of the code tables of ISO 8859 that STL files name; the lower is ASCII.
enum CodeTable: String {
  case latin = "00"
  case cyrillic = "01"
  case arabic = "02"
  case greek = "03"
  case hebrew = "04"

  /// The character of a byte in a table of ISO 8859; nil where there is none.
  func character(_ byte: UInt8) -> Unicode.Scalar? {
    if byte < 0x80 { return byte < 0x20 || byte == 0x7F ? nil : Unicode.Scalar(byte) }
    if self != .latin, byte == 0xA0 || byte == 0xAD { return Unicode.Scalar(byte) }
    let code = UInt32(byte)
    switch (self, byte) {
    case (.latin, _): return ISO6937.character(byte)
    case (.cyrillic, 0xF0): return "№"
    case (.cyrillic, 0xFD): return "§"
    case (.cyrillic, 0xA1...0xFF): return Unicode.Scalar(code + 0x360)
    case (.arabic, 0xAC), (.arabic, 0xBB), (.arabic, 0xBF), (.arabic, 0xC1...0xDA), (.arabic, 0xE0...0xF2):
      return Unicode.Scalar(code + 0x560)
    case (.greek, 0xA1): return "‘"
    case (.greek, 0xA2): return "’"
    case (.greek, 0xA4): return "€"
    case (.greek, 0xA5): return "₯"
    case (.greek, 0xAA): return "ͺ"
    case (.greek, 0xAF): return "―"
    case (.greek, 0xAE), (.greek, 0xD2), (.greek, 0xFF): return nil
    case (.greek, 0xA3...0xB3), (.greek, 0xB7), (.greek, 0xBB), (.greek, 0xBD): return Unicode.Scalar(byte)
    case (.greek, 0xB4...0xFE): return Unicode.Scalar(code + 0x2D0)
    case (.hebrew, 0xAA): return "×"
    case (.hebrew, 0xBA): return "÷"
    case (.hebrew, 0xDF): return "‗"
    case (.hebrew, 0xA2...0xBE): return Unicode.Scalar(byte)
    case (.hebrew, 0xE0...0xFA): return Unicode.Scalar(code + 0x4F0)
    case (.hebrew, 0xFD): return "\u{200E}"
    case (.hebrew, 0xFE): return "\u{200F}"
    case (.arabic, 0xA4): return "¤"
    default: return nil
    }
  }
}

/// The Latin code table of teletext and STL (ISO/IEC 6937), in which marks come before their letters.
enum ISO6937 {
  /// The character of a byte that is no mark; nil where there is none.
  static func character(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case 0x20...0x7E: Unicode.Scalar(byte)
    case 0xA0...0xBF: upper[Int(byte) - 0xA0]
    case 0xD0...0xFF: upper[Int(byte) - 0xD0 + 0x20]
    default: nil
    }
  }

  /// From A0 to BF, and from D0 on; a space stands for what is not assigned.
  private static let upper: [Unicode.Scalar?] = Array(
    ("\u{A0}¡¢£$¥ §¤‘“«←↑→↓°±²³×µ¶·÷’”»¼½¾¿" + "—¹®©™♪¬¦    ⅛⅜⅝⅞" + "ΩÆÐªĦ ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ\u{AD}")
      .unicodeScalars
  ).map { $0 == " " ? nil : $0 }

  /// The marks that combine with the letter after them.
  static let marks: [UInt8: Unicode.Scalar] = [
    0xC1: "\u{300}", 0xC2: "\u{301}", 0xC3: "\u{302}", 0xC4: "\u{303}", 0xC5: "\u{304}", 0xC6: "\u{306}",
    0xC7: "\u{307}",
    0xC8: "\u{308}", 0xCA: "\u{30A}", 0xCB: "\u{327}", 0xCD: "\u{30B}", 0xCE: "\u{328}", 0xCF: "\u{30C}",
  ]

  /// The marks before a space, by themselves.
  static let freeMarks: [UInt8: String] = [
    0xC1: "`", 0xC2: "´", 0xC3: "^", 0xC4: "~", 0xC5: "¯", 0xC6: "˘", 0xC7: "˙", 0xC8: "¨", 0xCA: "˚", 0xCB: "¸",
    0xCD: "˝", 0xCE: "˛", 0xCF: "ˇ",
  ]
}
