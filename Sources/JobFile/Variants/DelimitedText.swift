import Reporting
import StageKit

/// A table of text: comma-separated values as in RFC 4180, or values separated by tabs.
///
/// Quotes may enclose a value, in which two quotes are one and line ends and separators are text. Empty lines mean
/// nothing. Semicolons and tabs separate cells where `TableText` finds them, as spreadsheets write it.
struct DelimitedText {
  struct Cell {
    let text: String
    let position: SourcePosition
    /// Whether quotes enclose it, even if it is empty.
    let isQuoted: Bool
  }

  /// Without empty lines; the first has the columns' names.
  private(set) var rows: [[Cell]] = []
  private let bytes: [UInt8]
  private let separator: UInt8
  private var locator: SourceLocator
  private var index = 0

  init(_ text: SourceText, separatedByTabs: Bool, log: DiagnosticLog) {
    bytes = text.bytes
    locator = SourceLocator(text.bytes, file: text.file)
    let form = TableText(text.bytes, separatedByTabs: separatedByTabs)
    (separator, index) = (form.separator, form.start)
    while index < bytes.count {
      let row = readRow(log)
      if row.count > 1 || row.first?.text.isEmpty == false { rows.append(row) }
    }
  }

  private mutating func readRow(_ log: DiagnosticLog) -> [Cell] {
    var row: [Cell] = []
    while true {
      let position = locator.position(at: index)
      let isQuoted = peek == UInt8(ascii: "\"")
      let text = isQuoted ? readQuoted(position, log) : readPlain()
      row.append(Cell(text: text, position: position, isQuoted: isQuoted))
      if peek == separator {
        index += 1
        continue
      }
      if peek == UInt8(ascii: "\r") { index += 1 }
      if peek == UInt8(ascii: "\n") { index += 1 }
      return row
    }
  }

  private mutating func readPlain() -> String {
    let start = index
    while let byte = peek, byte != separator, !isLineEnd(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func readQuoted(_ position: SourcePosition, _ log: DiagnosticLog) -> String {
    var text: [UInt8] = []
    index += 1
    while let byte = peek {
      index += 1
      if byte != UInt8(ascii: "\"") {
        text.append(byte)
      } else if peek == byte {
        text.append(byte)
        index += 1
      } else {
        if let next = peek, next != separator, !isLineEnd(next) {
          log.add(
            at: locator.position(at: index), "text follows a closing quote",
            hint: "Write a quote in a value in quotes twice.")
          _ = readPlain()
        }
        return String(decoding: text, as: UTF8.self)
      }
    }
    log.add(at: position, "this quote is never closed")
    return String(decoding: text, as: UTF8.self)
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
