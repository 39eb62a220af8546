import Reporting
import StageKit

/// The variables of a job that the user sets.
struct SetVariables {
  /// In the order of their names.
  private(set) var values: [HandedInVariable] = []

  /// Takes those of `texts` that the job has; each becomes what a cell of data would. Faults are reported where the job
  /// defines the variable.
  init(_ texts: [String: String], of definitions: SourceObject, log: DiagnosticLog) {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      guard let definition = definitions[name] else { continue }
      let path = JobPath.key(name, in: .key("variables", in: .root))
      let option = "--set \(name)=\(text)"
      let cell = CellTyping(
        TableCell(text: text, position: definition.position, isQuoted: true), as: definition.kind)
      guard let value = cell.value else {
        let hint = [cell.fault?.hint, "It is set by \(option)."].compactMap { $0 }.joined(separator: " ")
        log.add(
          at: definition.position, path: path.text, cell.fault?.message ?? "the variable '\(name)' is set to nothing",
          hint: hint)
        continue
      }
      values.append(
        HandedInVariable(
          name: name, value: value, position: definition.position, path: path, origin: "set by \(option)"))
    }
  }
}
