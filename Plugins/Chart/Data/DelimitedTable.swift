import StageKit

/// Reads comma-separated values as in RFC 4180, or values separated by tabs.
///
/// Quotes may enclose a value, in which two quotes are one and line ends and separators are text. Empty lines mean
/// nothing. Semicolons and tabs separate cells where `TableText` finds them, as spreadsheets write it.
struct DelimitedTable {
  private var scanner: ByteScanner
  private let separator: Unicode.Scalar

  static func read(_ bytes: [UInt8], separatedByTabs: Bool) throws(DataFault) -> DataTable {
    var reader = DelimitedTable(bytes, separatedByTabs: separatedByTabs)
    var rows: [[DataTable.Cell]] = []
    while !reader.scanner.isAtEnd {
      let row = try reader.row()
      if row.count > 1 || row.first.map({ $0.content != .missing }) == true { rows.append(row) }
    }
    guard let header = rows.first else { throw DataFault("the table is empty", at: 0, in: []) }
    var names: [String] = []
    for cell in header {
      let name = if case .text(let text) = cell.content { text } else { "" }
      if names.contains(name) { throw DataFault("the column '\(name)' is there twice", at: cell.offset, in: bytes) }
      names.append(name)
    }
    for row in rows.dropFirst() where row.count != names.count {
      throw DataFault(
        "the row has \(row.count) cells; the table has \(names.count) columns", at: row[0].offset,
        in: bytes,
        hint: row.count > names.count ? "Put values with separators in quotes." : nil)
    }
    return DataTable(names: names, rows: Array(rows.dropFirst()), bytes: bytes)
  }

  private init(_ bytes: [UInt8], separatedByTabs: Bool) {
    let form = TableText(bytes, separatedByTabs: separatedByTabs)
    scanner = ByteScanner(bytes, at: form.start)
    separator = Unicode.Scalar(form.separator)
  }

  private mutating func row() throws(DataFault) -> [DataTable.Cell] {
    var row: [DataTable.Cell] = []
    while true {
      var cell = DataTable.Cell(content: .missing, offset: scanner.offset)
      let text = scanner.take("\"") ? try quoted(from: cell) : plain()
      let trimmed = text.trimmed
      if !trimmed.isEmpty { cell.content = .text(trimmed) }
      row.append(cell)
      if scanner.take(separator) { continue }
      _ = scanner.take("\r")
      _ = scanner.take("\n")
      return row
    }
  }

  private mutating func plain() -> String {
    let start = scanner.offset
    scanner.skip { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && UInt32($0) != separator.value }
    return String(decoding: scanner.bytes[start..<scanner.offset], as: UTF8.self)
  }

  private mutating func quoted(from cell: DataTable.Cell) throws(DataFault) -> String {
    var text: [UInt8] = []
    while let byte = scanner.next {
      scanner.offset += 1
      if byte != UInt8(ascii: "\"") {
        text.append(byte)
      } else if scanner.take("\"") {
        text.append(byte)
      } else {
        let after = scanner.offset
        guard plain().trimmed.isEmpty else {
          throw DataFault(
            "text follows a closing quote", at: after, in: scanner.bytes,
            hint: "Write a quote in a value in quotes twice.")
        }
        return String(decoding: text, as: UTF8.self)
      }
    }
    throw DataFault("this quote is never closed", at: cell.offset, in: scanner.bytes)
  }
}

extension String {
  /// Without spaces at either end.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
