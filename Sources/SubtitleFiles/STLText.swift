import Foundation
import StageKit

/// Reads the text field of an STL file: characters of a code table, and the control codes of teletext.
struct STLText {
  private let table: CodeTable
  private let isTeletext: Bool
  /// The rows that the text takes: double height takes two a line.
  private(set) var rows = 1
  /// True once a character was found that the table lacks.
  private(set) var hasUnknown = false

  private var spans = SpanLines()

  init(_ table: CodeTable, isTeletext: Bool) {
    self.table = table
    self.isTeletext = isTeletext
  }

  /// The spans of all lines; none where nothing is shown.
  mutating func lines(of text: [UInt8]) -> [[SubtitleSpan]] {
    var isDouble = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case 0x8A:
        rows += 1
        newLine()
      case 0x00...0x1F:
        if byte <= 0x07 { spans.style.color = Self.colors[Int(byte)] }
        if byte == 0x0D || byte == 0x0F { isDouble = true }
        // Codes of teletext take the place of a letter.
        spans.addSpace()
      case 0x80: spans.style.isItalic = true
      case 0x81: spans.style.isItalic = false
      case 0x82: spans.style.isUnderlined = true
      case 0x83: spans.style.isUnderlined = false
      case 0x84...0x9F: break
      case 0x20: spans.addSpace()
      default: index += append(byte, next: index < text.count ? text[index] : nil)
      }
    }
    if isDouble { rows += 1 }
    return spans.finish()
  }

  /// White, the last of them, is what players take for granted.
  private static let colors = ["black", "red", "lime", "yellow", "blue", "magenta", "cyan", nil]

  /// Each line of teletext begins in white.
  private mutating func newLine() {
    spans.newLine()
    if isTeletext { spans.style = SubtitleStyle() }
  }

  /// Adds a character, and returns how many bytes more it takes.
  private mutating func append(_ byte: UInt8, next: UInt8?) -> Int {
    if table == .latin, let mark = ISO6937.marks[byte], let next, let letter = ISO6937.character(next) {
      // The acute accent of a g is the cedilla of Latvian above it.
      let whole = byte == 0xC2 && letter == "g" ? "ģ" : "\(letter)\(mark)".precomposedStringWithCanonicalMapping
      spans.append(letter == " " ? ISO6937.freeMarks[byte] ?? " " : whole)
      return 1
    }
    if let character = table.character(byte) {
      spans.append(String(character))
    } else {
      hasUnknown = true
    }
    return 0
  }
}
