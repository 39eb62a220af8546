import Reporting
import StageKit

/// Reads the axes of a job's variants.
struct VariantReader {
  let files: SourceFiles
  let selection: VariantSelection
  let log: DiagnosticLog
  /// The job's variables, which strings and data fill.
  let variables: SourceObject

  private static let path = JobPath.key("variants", in: .root)

  private typealias Root = WrittenFields<VariantsObject>
  private typealias Strings = WrittenFields<StringsAxisObject>
  private typealias Data = WrittenFields<DataAxisObject>

  /// The axes, and the combinations that are left out.
  func read(_ value: SourceValue) -> (axes: [VariantAxis], skipped: [[String: String]]) {
    guard case .object(let object) = value.kind else {
      if case .invalid = value.kind { return ([], []) }
      log.add(
        at: value.position, path: Self.path.text,
        "expected \(VariantsObject.declaration.noun), found \(value.kind.noun)")
      return ([], [])
    }
    var axes: [VariantAxis] = []
    for member in object.members where member.key != Root.name(\.$skip) {
      let path = Self.path.key(member.key)
      guard Variable.isName(member.key.utf8) else {
        log.add(
          at: member.keyPosition, path: path.text, "'\(member.key)' is not a valid name of an axis",
          hint: "Names consist of letters, digits, '-' and '_', and begin with a letter.")
        continue
      }
      if member.key == "name" {
        log.add(
          .warning, at: member.keyPosition, path: path.text, "the axis 'name' hides the job's name",
          hint: "Rename it, or write '{job.name}' for the job's name.")
      }
      if let axis = axis(member, path) { axes.append(axis) }
    }
    if selection.locales.contains(PseudoLocale.option) {
      for index in axes.localeIndices where axes[index].source == .job {
        guard let original = PseudoLocale.original(of: axes[index], variables: variables) else { continue }
        axes[index].values += PseudoLocale.allCases.map { $0.value(of: original) }
      }
    }
    return (axes, Root(object: object)[\.$skip].map { skipped($0, axes) } ?? [])
  }

  /// The axis of a table that the user names for a job that has none; a row takes the job's place in the text.
  func table(_ file: String, named name: String = tableNames[0], of job: SourceValue) -> VariantAxis {
    var axis = VariantAxis(name: name, source: .data, position: job.position)
    axis.values = DataReader(files: files, log: log, variables: variables).values(
      SourceValue(.string(file), at: job.position, offset: 0), Self.path.key(name), insteadOf: file)
    if axis.values.isEmpty, !log.hasErrors {
      log.add(at: SourcePosition(line: 1, column: 1, file: file), "the table has no rows")
    }
    return axis
  }

  /// True where a column of a table is one of the fields of a job, and where that cannot be known, which `table` reports.
  func isMeant(_ table: String, for fields: SourceObject, of job: SourceValue, in files: SourceFiles) -> Bool {
    let trial = VariantReader(
      files: files, selection: selection, log: DiagnosticLog(file: ""), variables: variables
    ).table(table, of: job)
    let columns = Set(trial.values.flatMap { $0.cells.keys })
    return columns.isEmpty || fields.members.contains { columns.contains($0.key) }
  }

  /// The names of the axis of such a table; the first that no axis of the job has is taken.
  static let tableNames = ["row", "data", "table"]

  private func axis(_ member: SourceObject.Member, _ path: JobPath) -> VariantAxis? {
    guard case .object(let object) = member.value.kind else {
      if case .invalid = member.value.kind { return nil }
      log.add(
        at: member.value.position, path: path.text,
        "expected \(StringsAxisObject.declaration.noun), found \(member.value.kind.noun)")
      return nil
    }
    var axis: VariantAxis
    if let strings = Strings(object: object)[\.$strings], !strings.isObject {
      axis = VariantAxis(name: member.key, source: .strings, position: member.keyPosition)
      axis.values = StringsReader(files: files, log: log, variables: variables).values(
        strings, path.key(Strings.name(\.$strings)), addsPseudoLocales: selection.locales.contains(PseudoLocale.option))
    } else if let data = Data(object: object)[\.$data], !data.isObject {
      axis = VariantAxis(name: member.key, source: .data, position: member.keyPosition)
      let file = selection.data[member.key] ?? selection.data[""]
      let commas = Data(object: object)[\.$decimalComma].map { value in
        decimalCommas(value, path.key(Data.name(\.$decimalComma)))
      }
      axis.values = DataReader(
        files: files, log: log, variables: variables, decimalCommas: commas
      ).values(data, path.key(Data.name(\.$data)), insteadOf: file)
    } else {
      axis = VariantAxis(name: member.key, source: .job, position: member.keyPosition)
    }
    let keys =
      axis.source == .data
      ? DataAxisObject.declaration.parameters.map(\.name) : [Strings.name(\.$strings), Data.name(\.$data)]
    for value in object.members where !keys.contains(value.key) || value.value.isObject {
      write(value, path.key(value.key), into: &axis)
    }
    if axis.values.isEmpty, !object.isDamaged, !log.hasErrors {
      log.add(at: member.value.position, path: path.text, "the axis '\(member.key)' has no values")
    }
    return axis
  }

  /// True for all columns, or a list of their names.
  private func decimalCommas(_ value: SourceValue, _ path: JobPath) -> DataReader.DecimalCommas {
    var commas = DataReader.DecimalCommas()
    switch value.kind {
    case .boolean(let isAll): commas.isAll = isAll
    case .array(let list):
      for (index, item) in list.items.enumerated() {
        if case .string(let name) = item.kind, variables[name] != nil {
          commas.columns.insert(name)
        } else if case .string(let name) = item.kind {
          log.add(
            at: item.position, path: path[index].text, "the job has no variable '\(name)'",
            hint: suggestion(for: name, among: variables.members.map(\.key)))
        } else {
          log.add(at: item.position, path: path[index].text, "expected a column's name, found \(item.kind.noun)")
        }
      }
    case .object, .invalid: break
    default:
      log.add(
        at: value.position, path: path.text, "expected \(Data.noun(\.$decimalComma)), found \(value.kind.noun)")
    }
    return commas
  }

  /// A value as the job writes it: one of its own, or more of one that files give.
  private func write(_ member: SourceObject.Member, _ path: JobPath, into axis: inout VariantAxis) {
    guard case .object(let overrides) = member.value.kind else {
      if case .invalid = member.value.kind { return }
      log.add(
        at: member.value.position, path: path.text,
        "expected an object with what differs in '\(member.key)', found \(member.value.kind.noun)")
      return
    }
    if let index = axis.values.firstIndex(where: { $0.name == member.key }) {
      axis.values[index].overrides.append(overrides)
    } else if axis.source == .job {
      axis.values.append(
        VariantValue(name: member.key, position: member.keyPosition, overrides: [overrides]))
    } else {
      log.add(
        at: member.keyPosition, path: path.text, "the axis '\(axis.name)' has no value '\(member.key)'",
        hint: suggestion(for: member.key, among: axis.values.map(\.name)))
    }
  }

  private func skipped(_ value: SourceValue, _ axes: [VariantAxis]) -> [[String: String]] {
    let path = Self.path.key(Root.name(\.$skip))
    guard case .array(let list) = value.kind else {
      log.add(
        at: value.position, path: path.text, "expected \(Root.noun(\.$skip)), found \(value.kind.noun)",
        hint: "Such as [{ \"size\": \"wide\", \"locale\": \"ar\" }].")
      return []
    }
    return list.items.enumerated().compactMap { index, item in
      guard case .object(let object) = item.kind else {
        log.add(at: item.position, path: path[index].text, "expected an object, found \(item.kind.noun)")
        return nil
      }
      var choice: [String: String] = [:]
      for member in object.members {
        let place = path[index].key(member.key).text
        guard let axis = axes.first(where: { $0.name == member.key }) else {
          log.add(
            at: member.keyPosition, path: place, "there is no axis '\(member.key)'",
            hint: suggestion(for: member.key, among: axes.map(\.name)))
          continue
        }
        guard let name = member.value.json.scalarText else {
          log.add(at: member.value.position, path: place, "expected a value's name, found \(member.value.kind.noun)")
          continue
        }
        if !axis.values.contains(where: { $0.name == name }) {
          log.add(
            at: member.value.position, path: place, "the axis '\(axis.name)' has no value '\(name)'",
            hint: suggestion(for: name, among: axis.values.map(\.name)))
        }
        choice[member.key] = name
      }
      return choice.isEmpty ? nil : choice
    }
  }
}

extension JSONValue {
  /// A string itself, or a number or truth value as JSON writes it; nil for others.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let value): JSONValue.numberText(value)
    case .boolean(let value): value ? "true" : "false"
    default: nil
    }
  }
}
