import StageKit

/// The columns of a table that a chart takes: its series, their labels and their places.
struct TableColumns: Sendable {
  private(set) var series: [(name: String, values: [Double?])] = []
  private(set) var labels: [String] = []
  /// Empty where the values are evenly spaced.
  private(set) var places: [Double] = []

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
    do throws(DataFault) {
      for column in columns {
        series.append((table.names[column], try Self.numbers(column, of: table, isNamed: !chosen.isEmpty)))
      }
      if let label { labels = table.rows.map { Self.text($0[label]) } }
      if let place {
        places = try Self.numbers(place, of: table, isNamed: true).enumerated().map { row, value throws(DataFault) in
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
  }

  private static func numbers(_ column: Int, of table: DataTable, isNamed: Bool) throws(DataFault) -> [Double?] {
    try table.rows.map { row throws(DataFault) in
      switch row[column].content {
      case .missing: return nil
      case .number(let number): return number
      case .text(let text):
        if let number = number(text) { return number }
        throw DataFault(
          "'\(text)' is not a number", at: row[column].offset, in: table.bytes,
          hint: isNamed
            ? "Numbers are written as 1234.5, and missing ones are left empty."
            : "Name the columns with values in 'columns'.")
      }
    }
  }

  /// The number in a text as JSON has it, also with a plus sign or leading zeros; nil for other texts.
  private static func number(_ text: String) -> Double? {
    guard let first = text.utf8.first, first != UInt8(ascii: "."),
      text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) })
    else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func text(_ cell: DataTable.Cell) -> String {
    switch cell.content {
    case .missing: ""
    case .number(let number): plainText(number)
    case .text(let text): text
    }
  }
}
