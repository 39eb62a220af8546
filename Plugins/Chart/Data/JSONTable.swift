import StageKit

/// Reads a list of objects, whose members are numbers, texts or null, as a table.
struct JSONTable {
  private var lexer: JSONLexer
  private var names: [String] = []
  private var rows: [[String: DataTable.Cell]] = []
  private var places: [DataTable.Cell] = []

  static func read(_ bytes: [UInt8]) throws(DataFault) -> DataTable {
    var reader = JSONTable(lexer: JSONLexer(bytes, .strict))
    try reader.readRows()
    let (names, rows, places) = (reader.names, reader.rows, reader.places)
    guard !names.isEmpty else { throw DataFault("the table is empty", at: 0, in: bytes) }
    return DataTable(
      names: names, rows: zip(rows, places).map { row, place in names.map { row[$0] ?? place } }, bytes: bytes)
  }

  private init(lexer: JSONLexer) { self.lexer = lexer }

  private func fault(_ expected: String) -> DataFault {
    DataFault(
      "found \(lexer.scanner.found), expected \(expected)", at: lexer.scanner.offset, in: lexer.scanner.bytes)
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    lexer.skipSpace()
    return lexer.scanner.take(mark)
  }

  private mutating func readRows() throws(DataFault) {
    guard take("[") else { throw fault("a list of objects") }
    if !take("]") {
      repeat {
        lexer.skipSpace()
        places.append(DataTable.Cell(content: .missing, offset: lexer.scanner.offset))
        rows.append(try object())
      } while take(",")
      guard take("]") else { throw fault("',' or ']'") }
    }
    lexer.skipSpace()
    guard lexer.scanner.isAtEnd else { throw fault("the end of the text") }
  }

  private mutating func object() throws(DataFault) -> [String: DataTable.Cell] {
    guard take("{") else { throw fault("an object") }
    var row: [String: DataTable.Cell] = [:]
    if take("}") { return row }
    repeat {
      lexer.skipSpace()
      let start = lexer.scanner.offset
      let name = try string("a name")
      guard row[name] == nil else {
        throw DataFault("the member \"\(name)\" comes twice", at: start, in: lexer.scanner.bytes)
      }
      guard take(":") else { throw fault("':'") }
      row[name] = try cell()
      if !names.contains(name) { names.append(name) }
    } while take(",")
    guard take("}") else { throw fault("',' or '}'") }
    return row
  }

  private mutating func cell() throws(DataFault) -> DataTable.Cell {
    lexer.skipSpace()
    let offset = lexer.scanner.offset
    return DataTable.Cell(content: try content(), offset: offset)
  }

  private mutating func content() throws(DataFault) -> DataTable.Content {
    let rest = lexer.scanner.bytes[lexer.scanner.offset...]
    if rest.first == UInt8(ascii: "\"") {
      let text = try string("a text")
      return text.isEmpty ? .missing : .text(text)
    }
    if rest.starts(with: "null".utf8) {
      lexer.scanner.offset += 4
      return .missing
    }
    do {
      return .number(try lexer.scanner.number(.json))
    } catch {
      if error.problem == .tooLarge {
        throw DataFault("the number is too large", at: error.offset, in: lexer.scanner.bytes)
      }
      throw fault("a number, a text or null")
    }
  }

  private mutating func string(_ expected: String) throws(DataFault) -> String {
    guard lexer.scanner.next == UInt8(ascii: "\"") else { throw fault(expected) }
    do {
      return try lexer.string()
    } catch {
      throw DataFault("the text is not valid JSON", at: error.offset, in: lexer.scanner.bytes)
    }
  }
}
