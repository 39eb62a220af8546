@_spi(Host) import Coding
import Reporting
import StageKit

/// Reads the data of a job: a row for each value of an axis, whose cells fill the variables that its columns name.
///
/// A row is named by its column `id`, else by its number, from 1. Cells of text become what the variables are by default:
/// numbers, truth values, lists; they are never evaluated.
struct DataReader {
  let files: SourceFiles
  let log: DiagnosticLog
  let variables: SourceObject
  /// The columns whose numbers have a decimal comma; nil where the axis does not say so.
  var decimalCommas: DecimalCommas?

  /// The column that names a row.
  static let idColumn = "id"

  private static let endings = [".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson"]

  /// The rows of the file that `value` names, or of one that the user named `insteadOf` it.
  func values(_ value: SourceValue, _ path: JobPath, insteadOf other: String?) -> [VariantValue] {
    if case .invalid = value.kind { return [] }
    guard case .string(let name) = value.kind else {
      log.add(
        at: value.position, path: path.text, "expected a file of data such as \"offers.csv\", found \(value.kind.noun)")
      return []
    }
    let file = other ?? files.path(of: name, namedIn: value.position.file)
    guard let ending = Self.endings.first(where: { file.lowercased().hasSuffix($0) }) else {
      log.add(
        at: value.position, path: path.text, "'\(file)' does not end in \(listed(Self.endings, or: "or"))")
      return []
    }
    let isTable = [".csv", ".tsv", ".txt"].contains(ending)
    guard
      let text = files.text(
        of: file, namedAt: value.position, path, isTrusted: other != nil, allowsUTF16: isTable)
    else { return [] }
    let rows =
      switch ending {
      case ".csv", ".tsv", ".txt": table(DelimitedText(text.bytes, separatedByTabs: ending == ".tsv"), text)
      case ".json": objects(array(in: text))
      default: objects(lines(of: text))
      }
    return named(rows)
  }

  /// Columns of a table whose numbers have a decimal comma.
  struct DecimalCommas {
    var isAll = false
    var columns: Set<String> = []

    func contain(_ column: String) -> Bool { isAll || columns.contains(column) }
  }

  /// A row before it has a name.
  private struct Row {
    var position: SourcePosition
    var id: (text: String, position: SourcePosition)?
    var value = VariantValue(name: "", position: SourcePosition(line: 1, column: 1))
  }

  // MARK: Tables

  private func table(_ table: DelimitedText, _ text: SourceText) -> [Row] {
    var locator = SourceLocator(text.bytes, file: text.file)
    let rows = table.rows.map { row in
      row.map { TableCell(text: $0.text, position: locator.position(at: $0.offset), isQuoted: $0.isQuoted) }
    }
    for fault in table.faults { log.add(at: locator.position(at: fault.offset), fault.message, hint: fault.hint) }
    guard let header = rows.first else {
      log.add(at: SourcePosition(line: 1, column: 1, file: text.file), "the table is empty")
      return []
    }
    var columns: [String] = []
    for cell in header {
      let name = String(cell.text.trimmed)
      if name.isEmpty {
        log.add(at: cell.position, "a column with content has no name", hint: "Name it, or empty its cells.")
      } else if columns.contains(name) {
        log.add(at: cell.position, "the column '\(name)' is there twice")
      } else {
        check(name, at: cell.position)
      }
      columns.append(name)
    }
    if table.separator == ";", decimalCommas == nil { warnOfThousands(in: rows, columns) }
    return rows.dropFirst().map { cells in
      var row = Row(position: cells[0].position)
      if cells.count != columns.count {
        row.value.faults.append(
          .init(
            position: cells[0].position,
            message: "the row has \(cells.count) cells; the table has \(columns.count) columns",
            hint: cells.count > columns.count ? "Put values with separators in quotes." : nil))
      }
      for (name, cell) in zip(columns, cells) {
        if name == Self.idColumn, !cell.text.isEmpty { row.id = (cell.text, cell.position) }
        row.value.cells[name] = cell.text
        guard let definition = variables[name] else { continue }
        let typing = CellTyping(
          cell, as: definition.kind, hasDecimalComma: decimalCommas?.contain(name) ?? false)
        if var fault = typing.fault {
          fault.name = name
          row.value.faults.append(fault)
        }
        if let value = typing.value {
          row.value.variables.append(.init(key: name, keyPosition: cell.position, value: value))
        }
      }
      return row
    }
  }

  /// A warning of the first column whose numbers may be meant as thousands: tables with semicolons come from countries that
  /// write them so.
  private func warnOfThousands(in rows: [[TableCell]], _ columns: [String]) {
    for (index, name) in columns.enumerated() {
      guard case .number? = variables[name]?.kind else { continue }
      let cells = rows.dropFirst().compactMap { index < $0.count && !$0[index].text.isEmpty ? $0[index] : nil }
      let texts = cells.map { String($0.text.trimmed) }
      guard let first = cells.first, WrittenNumber.mayBeThousands(texts) else { continue }
      log.add(
        .warning, at: first.position, "the numbers of '\(name)', such as \(first.text.trimmed), are read as decimals",
        hint: WrittenNumber.thousandsHint(" to the axis"))
      return
    }
  }

  // MARK: JSON

  private func array(in text: SourceText) -> [SourceValue] {
    var reader = SourceReader(text, log: log)
    guard let root = reader.read() else { return [] }
    if case .array(let array) = root.kind { return array.items }
    if case .invalid = root.kind { return [] }
    log.add(at: root.position, "expected a list of objects, found \(root.kind.noun)")
    return []
  }

  private func lines(of text: SourceText) -> [SourceValue] {
    var reader = SourceReader(text, log: log)
    return reader.readAll()
  }

  private func objects(_ values: [SourceValue]) -> [Row] {
    var checked: Set<String> = []
    return values.compactMap { value in
      guard case .object(let object) = value.kind else {
        if case .invalid = value.kind { return nil }
        log.add(at: value.position, "expected an object, found \(value.kind.noun)")
        return nil
      }
      var row = Row(position: value.position)
      for member in object.members {
        if checked.insert(member.key).inserted { check(member.key, at: member.keyPosition) }
        if let text = member.value.json.scalarText {
          row.value.cells[member.key] = text
          if member.key == Self.idColumn { row.id = (text, member.value.position) }
        }
        // Null leaves a variable as it is by default.
        if case .null = member.value.kind { continue }
        guard let definition = variables[member.key] else { continue }
        guard definition.kind.admits(member.value.kind) else {
          row.value.faults.append(
            .init(
              position: member.value.position, name: member.key,
              message: "expected \(definition.kind.noun), as the variable is, found \(member.value.kind.noun)"))
          continue
        }
        row.value.variables.append(
          .init(key: member.key, keyPosition: member.keyPosition, value: member.value.literal))
      }
      return row
    }
  }

  // MARK: Names

  private func check(_ column: String, at position: SourcePosition) {
    if column == Self.idColumn || variables[column] != nil { return }
    log.add(
      at: position, "the column '\(column)' has no variable",
      hint: suggestion(for: column, among: variables.members.map(\.key))
        ?? "Add it to the job's variables, with a value for when there are no data.")
  }

  private func named(_ rows: [Row]) -> [VariantValue] {
    var positions: [String: SourcePosition] = [:]
    return rows.enumerated().map { index, row in
      let name = row.id?.text ?? "\(index + 1)"
      let position = row.id?.position ?? row.position
      var value = VariantValue(
        name: name, position: position, variables: row.value.variables, cells: row.value.cells,
        faults: row.value.faults)
      value.cells[Self.idColumn] = name
      if let first = positions.updateValue(position, forKey: name) {
        value.faults.append(
          .init(position: position, message: "the id '\(name)' is used twice", hint: "It was first used at \(first)."))
      }
      return value
    }
  }
}

extension SourceValue.Kind {
  /// True if a variable that is this by default may be another value. Of null and of computed values the type is not known.
  fileprivate func admits(_ other: SourceValue.Kind) -> Bool {
    switch (self, other) {
    case (.number, .number), (.boolean, .boolean), (.array, .array), (.object, .object), (.null, _), (_, .invalid): true
    case (.string, .string): true
    case (.string(let text), _): Variable.isComputed(text)
    default: false
    }
  }
}
