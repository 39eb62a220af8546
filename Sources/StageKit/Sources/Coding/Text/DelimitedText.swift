/// A table of text: comma-separated values as in RFC 4180, or values separated by tabs or semicolons.
///
/// Quotes may enclose a value, in which two quotes are one and line ends and separators are text. Rows and columns without
/// content, as spreadsheets leave them, mean nothing. Reading is linear in the length of the text.
public struct DelimitedText: Sendable {
  /// A cell of a row.
  public struct Cell: Hashable, Sendable {
    /// Without the quotes around it; spaces are part of it.
    public var text: String
    /// The offset of its first byte in the text.
    public var offset: Int
    /// True where quotes enclose it, even if it is empty.
    public var isQuoted: Bool

    /// Blanks outside of quotes.
    fileprivate var isBlank: Bool { !isQuoted && text.allSatisfy(\.isWhitespace) }
  }

  /// An error in the text, which is read on behind it.
  public struct Fault: Hashable, Sendable {
    /// In bytes from the start of the text.
    public var offset: Int
    public var message: String
    public var hint: String?
  }

  /// The rows in their order; the first has the columns' names. Rows of cells that are all blank and unquoted are left out,
  /// and so are such columns; of a single column the rows that are empty.
  public private(set) var rows: [[Cell]] = []
  /// Separates the cells.
  public let separator: Unicode.Scalar
  /// In the order of their offsets.
  public private(set) var faults: [Fault] = []

  /// Reads a text in UTF-8.
  ///
  /// A first line such as `sep=;`, as spreadsheets write it, names the separator. Else it is the first of tab, comma and
  /// semicolon that the first line has outside of quotes; without any, a comma.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, without a byte-order mark.
  ///   - separatedByTabs: True where the name of the file says so.
  public init(_ bytes: [UInt8], separatedByTabs: Bool) {
    var reader = Reader(bytes, separatedByTabs: separatedByTabs)
    separator = reader.separator
    while !reader.scanner.isAtEnd {
      let row = reader.row()
      if row.count > 1 || row[0].isQuoted || !row[0].text.isEmpty { rows.append(row) }
    }
    faults = reader.faults
    leaveOutBlanks()
  }

  private mutating func leaveOutBlanks() {
    let width = rows.map(\.count).max() ?? 0
    guard width > 1 else { return }
    rows.removeAll { $0.allSatisfy(\.isBlank) }
    var isUsed = [Bool](repeating: false, count: width)
    for row in rows { for (column, cell) in row.enumerated() where !cell.isBlank { isUsed[column] = true } }
    guard isUsed.contains(false) else { return }
    rows = rows.map { row in row.indices.filter { isUsed[$0] }.map { row[$0] } }
  }

  private struct Reader {
    var scanner: ByteScanner
    var faults: [Fault] = []
    let separator: Unicode.Scalar

    init(_ bytes: [UInt8], separatedByTabs: Bool) {
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      if line.count == 5, String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep=" {
        separator = Unicode.Scalar(line[4])
        scanner = ByteScanner(bytes, at: 5)
        _ = scanner.take("\r")
        _ = scanner.take("\n")
        return
      }
      var isQuoted = false
      var marks: Set<UInt8> = []
      for byte in line {
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { marks.insert(byte) }
      }
      let found = separatedByTabs ? UInt8(ascii: "\t") : "\t,;".utf8.first { marks.contains($0) } ?? UInt8(ascii: ",")
      separator = Unicode.Scalar(found)
      scanner = ByteScanner(bytes, at: 0)
    }

    mutating func row() -> [Cell] {
      var row: [Cell] = []
      while true {
        let offset = scanner.offset
        let isQuoted = scanner.take("\"")
        let text = isQuoted ? quoted(from: offset) : plain()
        row.append(Cell(text: text, offset: offset, isQuoted: isQuoted))
        if scanner.take(separator) { continue }
        _ = scanner.take("\r")
        _ = scanner.take("\n")
        return row
      }
    }

    private mutating func plain() -> String {
      let start = scanner.offset
      let separator = separator.value
      scanner.skip { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && UInt32($0) != separator }
      return String(decoding: scanner.bytes[start..<scanner.offset], as: UTF8.self)
    }

    /// The text behind a quote, and the quote that ends it.
    private mutating func quoted(from offset: Int) -> String {
      var text: [UInt8] = []
      while let byte = scanner.next {
        scanner.offset += 1
        if byte != UInt8(ascii: "\"") {
          text.append(byte)
        } else if scanner.take("\"") {
          text.append(byte)
        } else {
          let after = scanner.offset
          if !plain().allSatisfy(\.isWhitespace) {
            faults.append(
              Fault(
                offset: after, message: "text follows a closing quote",
                hint: "Write a quote in a value in quotes twice."))
          }
          return String(decoding: text, as: UTF8.self)
        }
      }
      faults.append(Fault(offset: offset, message: "this quote is never closed"))
      return String(decoding: text, as: UTF8.self)
    }
  }
}
