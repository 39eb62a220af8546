import StageKit

extension DataTable {
  /// A table of text, whose cells have no spaces at their ends; empty ones are missing.
  ///
  /// - Parameter bytes: The text that was read.
  init(_ table: DelimitedText, bytes: [UInt8]) throws(DataFault) {
    if let fault = table.faults.first { throw DataFault(fault.message, at: fault.offset, in: bytes, hint: fault.hint) }
    // Blanks alone are no row of a single column.
    let read = table.rows.filter { $0.count > 1 || !Self.trimmed($0[0].text).isEmpty }
    guard let header = read.first else { throw DataFault("the table is empty", at: 0, in: []) }
    var names: [String] = []
    for cell in header {
      let name = Self.trimmed(cell.text)
      if !name.isEmpty, names.contains(name) {
        throw DataFault("the column '\(name)' is there twice", at: cell.offset, in: bytes)
      }
      names.append(name)
    }
    for row in read.dropFirst() where row.count != names.count {
      throw DataFault(
        "the row has \(row.count) cells; the table has \(names.count) columns", at: row[0].offset, in: bytes,
        hint: row.count > names.count ? "Put values with separators in quotes." : nil)
    }
    let rows = read.dropFirst().map { row in
      row.map { cell in
        let text = Self.trimmed(cell.text)
        return Cell(content: text.isEmpty ? .missing : .text(text), offset: cell.offset)
      }
    }
    self.init(names: names, rows: rows, bytes: bytes, places: header.map(\.offset), separator: table.separator)
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
