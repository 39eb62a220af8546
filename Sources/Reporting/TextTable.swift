/// Text in columns, for terminals.
public enum TextTable {
  public enum Alignment: Sendable { case left, right }

  /// One line a row: each column is as wide as its longest cell, two spaces between columns.
  ///
  /// Columns without an alignment are aligned left.
  public static func lines(_ rows: [[String]], alignment: [Alignment] = [], indent: Int = 2) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column < alignment.count && alignment[column] == .right ? space + cell : cell + space
      }
      let line = String(repeating: " ", count: indent) + cells.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }
  }

  /// A term and its description a row; descriptions are aligned and wrapped to lines of 100 characters.
  public static func list(_ rows: [(String, String)], indent: Int = 2) -> String {
    let width = min(rows.map(\.0.count).max() ?? 0, 34)
    let margin = String(repeating: " ", count: indent)
    let continuation = margin + String(repeating: " ", count: width + 2)
    var text = ""
    for (term, description) in rows {
      var line = margin + term
      if term.count > width {
        text += line + "\n"
        line = continuation
      } else {
        line += String(repeating: " ", count: width + 2 - term.count)
      }
      for (index, part) in wrap(description, width: max(40, 100 - width - indent)).enumerated() {
        text += (index == 0 ? line : continuation) + part + "\n"
      }
    }
    return text
  }

  /// Lines of at most `width` characters; longer words stay whole.
  public static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
  }
}
