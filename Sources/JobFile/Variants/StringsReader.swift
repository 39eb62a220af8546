import Formats
import Foundation
import Reporting
import StageKit

/// Reads the strings of a job's locales: a file for each, named after it, with an object of texts for variables.
struct StringsReader {
  let files: SourceFiles
  let log: DiagnosticLog
  let variables: SourceObject

  /// A value for each file, in the order of their names; `value` is a path, with one `*` for the locale's name, or a list
  /// of paths. Pseudo-locales follow if these are wanted.
  func values(_ value: SourceValue, _ path: JobPath, addsPseudoLocales: Bool) -> [VariantValue] {
    var values: [VariantValue] = []
    for (name, position, location) in paths(value, path) {
      guard let strings = strings(name, position, location) else { continue }
      if let first = values.first(where: { $0.name == strings.name }) {
        log.add(
          at: position, path: location.text, "the locale '\(strings.name)' is read twice",
          hint: "It was read from \(first.position.file ?? "") before.")
      } else {
        values.append(strings)
      }
    }
    reportMissing(&values)
    if addsPseudoLocales, let original = original(of: values) {
      values += PseudoLocale.allCases.map { $0.value(of: original) }
    }
    return values
  }

  /// The strings that pseudo-locales change: English ones, or else the first that are written from the left.
  private func original(of values: [VariantValue]) -> VariantValue? {
    values.first { $0.name == "en" || $0.name.hasPrefix("en-") }
      ?? values.first { !ReadingDirection.isRightToLeft($0.name) } ?? values.first
  }

  /// The paths that a job names, with the places where it does.
  private func paths(_ value: SourceValue, _ path: JobPath) -> [(String, SourcePosition, JobPath)] {
    switch value.kind {
    case .invalid: return []
    case .string(let pattern):
      let place = files.path(of: pattern, namedIn: value.position.file)
      guard let found = files.paths(like: place, written: pattern, namedAt: value.position, path.text, in: log) else {
        return [(place, value.position, path)]
      }
      return found.map { ($0, value.position, path) }
    case .array(let list):
      return list.items.enumerated().flatMap { paths($1, path[$0]) }
    default:
      log.add(
        at: value.position, path: path.text,
        "expected \(WrittenFields<StringsAxisObject>.noun(\.$strings)), found \(value.kind.noun)")
      return []
    }
  }

  private func strings(_ file: String, _ position: SourcePosition, _ path: JobPath) -> VariantValue? {
    guard let text = files.text(of: file, namedAt: position, path) else { return nil }
    var reader = SourceReader(text, log: log)
    guard let root = reader.read() else { return nil }
    guard case .object(let object) = root.kind else {
      if case .invalid = root.kind { return nil }
      log.add(at: root.position, "expected an object with texts, found \(root.kind.noun)")
      return nil
    }
    let locale = Self.locale(of: file)
    guard LanguageCode.iso639(locale) != nil else {
      log.add(
        at: SourcePosition(line: 1, column: 1, file: file), "'\(locale)' is not a locale",
        hint: "Name the file after one, such as 'de.json' or 'pt-BR.json'.")
      return nil
    }
    for member in object.members where variables[member.key] == nil {
      log.add(
        at: member.keyPosition, path: member.key, "the job has no variable '\(member.key)'",
        hint: suggestion(for: member.key, among: variables.members.map(\.key)))
    }
    return VariantValue(
      name: locale, position: SourcePosition(line: 1, column: 1, file: file), variables: object.members,
      locale: SourceValue(.string(locale), at: root.position, offset: 0))
  }

  /// The name of a file without its last ending.
  private static func locale(of file: String) -> String {
    let name = file.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }

  /// A text that one locale has and another lacks.
  private func reportMissing(_ values: inout [VariantValue]) {
    var places: [String: SourcePosition] = [:]
    var names: [String] = []
    for member in values.flatMap(\.variables) where variables[member.key] != nil && places[member.key] == nil {
      places[member.key] = member.keyPosition
      names.append(member.key)
    }
    for index in values.indices {
      let own = Set(values[index].variables.map(\.key))
      for name in names where !own.contains(name) {
        values[index].faults.append(
          .init(
            position: values[index].position, message: "the string '\(name)' is missing",
            hint: places[name].map { "Another locale has it at \($0)." }))
      }
    }
  }
}
