import StageKit

/// The columns of a table that a chart takes: its series, their labels and their places.
struct TableColumns: Sendable {
  private(set) var series: [(name: String, values: [Double?])] = []
  private(set) var labels: [String] = []
  /// Empty where the values are evenly spaced.
  private(set) var places: [Double] = []
  /// Warnings of what may be meant otherwise.
  private(set) var remarks: [String] = []

  init(_ parameters: DataParameters, _ table: DataTable, file: FileReference, needsPlaces: Bool) throws {
    func index(_ name: String, _ location: String) throws -> Int {
      if let index = table.names.firstIndex(of: name) { return index }
      let meant = spellingSuggestion(for: name, among: table.names)
      throw StageError(
        "\(file.literal) has no column '\(name)'", parameter: location,
        hint: meant.map { "Did you mean '\($0)'?" } ?? "It has \(table.names.joined(separator: ", ")).")
    }
    let chosen = try parameters.columns.enumerated().map { try index($1, "\(parameters.$columns.location)[\($0)]") }
    func first(but taken: [Int?]) -> Int? {
      table.names.count > 1 ? table.names.indices.first { !chosen.contains($0) && !taken.contains($0) } : nil
    }
    var label = try parameters.labelColumn.map { try index($0, parameters.$labelColumn.location) }
    var place = try parameters.xColumn.map { try index($0, parameters.$xColumn.location) }
    if place == nil, needsPlaces { place = first(but: [label]) }
    if label == nil, place == nil { label = first(but: []) }
    let columns = chosen.isEmpty ? table.names.indices.filter { $0 != label && $0 != place } : chosen
    for (number, name) in (parameters.decimalComma?.columns ?? []).enumerated() {
      _ = try index(name, "\(parameters.$decimalComma.location)[\(number)]")
    }
    let commas = parameters.decimalComma
    do throws(DataFault) {
      for column in columns {
        series.append((table.names[column], try Self.numbers(column, of: table, commas, isNamed: !chosen.isEmpty)))
      }
      if let label { labels = table.rows.map { Self.text($0[label]) } }
      if let place {
        places = try Self.numbers(place, of: table, commas, isNamed: true).enumerated().map {
          row, value throws(DataFault) in
          guard let value else {
            throw DataFault("a place is missing", at: table.rows[row][place].offset, in: table.bytes)
          }
          return value
        }
      }
    } catch {
      var found = error.error(in: file)
      found.parameter = parameters.$data.location
      throw found
    }
    remarks = Self.remarks(columns + [place].compactMap { $0 }, of: table, commas, in: file)
  }

  private static func numbers(
    _ column: Int, of table: DataTable, _ commas: DecimalCommas?, isNamed: Bool
  ) throws(DataFault) -> [Double?] {
    let hasDecimalComma = commas?.contain(table.names[column]) ?? false
    return try table.rows.map { row throws(DataFault) in
      switch row[column].content {
      case .missing: return nil
      case .number(let number): return number
      case .text(let text):
        if let number = hasDecimalComma ? WrittenNumber.parse(withDecimalComma: text) : WrittenNumber.parse(text) {
          return number
        }
        throw DataFault(
          "'\(text)' is not a number" + (hasDecimalComma ? " with a decimal comma" : ""), at: row[column].offset,
          in: table.bytes, hint: hasDecimalComma ? "Such as 1.234,50." : hint(for: text, isNamed: isNamed))
      }
    }
  }

  private static func hint(for text: String, isNamed: Bool) -> String {
    guard let hint = WrittenNumber.hint(for: text) else {
      return isNamed
        ? "Numbers are written as 1234.5, and missing ones are left empty."
        : "Name the columns with values in 'columns'."
    }
    let hasComma = text.contains(",") && WrittenNumber.parse(withDecimalComma: text) != nil
    return hasComma ? hint + " For decimal commas, add \"decimalComma\": true." : hint
  }

  /// Columns of numbers without a name, and the first whose numbers may be meant as thousands: tables with semicolons come
  /// from countries that write them so.
  private static func remarks(
    _ columns: [Int], of table: DataTable, _ commas: DecimalCommas?, in file: FileReference
  ) -> [String] {
    func remark(_ text: String, at offset: Int) -> String {
      "\(file.literal):\(TextPlace(of: offset, in: table.bytes)): \(text)"
    }
    var remarks = columns.filter { table.names[$0].isEmpty && table.places.indices.contains($0) }.map {
      remark("a column with values has no name", at: table.places[$0])
    }
    guard table.separator == ";", commas == nil else { return remarks }
    for column in columns {
      let cells = table.rows.compactMap { row -> (text: String, offset: Int)? in
        if case .text(let text) = row[column].content { (text, row[column].offset) } else { nil }
      }
      guard let first = cells.first, WrittenNumber.mayBeThousands(cells.map(\.text)) else { continue }
      let name = table.names[column]
      remarks.append(
        remark(
          "the numbers of '\(name)', such as \(first.text), are read as decimals. \(WrittenNumber.thousandsHint())",
          at: first.offset))
      break
    }
    return remarks
  }

  private static func text(_ cell: DataTable.Cell) -> String {
    switch cell.content {
    case .missing: ""
    case .number(let number): plainText(number)
    case .text(let text): text
    }
  }
}
