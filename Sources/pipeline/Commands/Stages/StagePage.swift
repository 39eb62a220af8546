import Reporting
import StageKit

/// The description of a stage, for terminals.
struct StagePage {
  private let definition: StageDefinition

  init(_ definition: StageDefinition) { self.definition = definition }

  var text: String {
    var text = "\(definition.name), version \(definition.version)\n\n"
    text += TextTable.wrap(definition.summary, width: 96).map { "  \($0)\n" }.joined()
    text += section("parameters", parameterRows(definition.parameters, depth: 0))
    text += section(
      "inputs", definition.inputs.map { ("\($0.name): \($0.type.rawValue)\($0.isOptional ? "?" : "")", $0.summary) })
    text += section("outputs", definition.outputs.map { ("\($0.name): \($0.type.rawValue)", $0.summary) })
    text += section("moments", definition.moments.map { ($0.name, $0.summary) })
    text += section("cues", definition.cues.map { ($0.name, $0.summary) })
    for named in definition.ownSchemas {
      let rows = named.schema.forms.flatMap { form in
        if case .object(let fields) = form { parameterRows(fields, depth: 0) } else { [(form.plainLabel, "")] }
      }
      text += section(named.name, rows)
    }
    let example = StageExample(definition)
    text += "\nin a job" + (example.hasFiles && example.seconds != nil ? " in the folder 'jobs'" : "") + "\n"
    text += example.text.split(separator: "\n").map { "  \($0)\n" }.joined()
    text += "\n'pipeline stages \(definition.name) --job' writes the whole job.\n" + section("values", Self.values)
    for declaration in definition.parameters where declaration.name == StageMarkdown.sharedName {
      text += section(declaration.name, nestedRows(declaration.schema, depth: 0))
    }
    return text
  }

  /// The JSON of the values that the labels of parameters name, and of a stage's start and end.
  private static let values = [
    (
      "keyframes:",
      """
      { "keyframes": [{ "at": 0, "value": 0, "curve": "ease-out" }, { "at": 1, "value": 1 }] }; next to them "repeat": 3 or \
      "forever", "autoreverse": true, "mode": "cubic" or "discrete"
      """
    ),
    (
      "gradient:",
      """
      { "linear": { "angle": 90, "stops": ["#F43F5E", [0.7, "#F59E0B"], [1, "white"]] } }, whose angle is clockwise from \
      upward; also "radial" and "conic"
      """
    ),
    (
      "times:",
      "\"start\": 1, \"duration\": 2 next to \"parameters\": shown from 1 s to 3 s; without a duration to the end"
    ),
  ]

  private func section(_ title: String, _ rows: [(String, String)]) -> String {
    rows.isEmpty ? "" : "\n\(title)\n" + TextTable.list(rows)
  }

  private func parameterRows(_ declarations: [ParameterDeclaration], depth: Int) -> [(String, String)] {
    declarations.flatMap { declaration in
      let indent = String(repeating: "  ", count: depth)
      let left = "\(indent)\(declaration.name): \(declaration.schema.plainLabel)"
      let standard = declaration.defaultLabel.map { " [\($0)]" } ?? ""
      // The parameter of every stage is explained at the end.
      let isShared = depth == 0 && declaration.name == StageMarkdown.sharedName
      return [(left, declaration.summary + standard)]
        + (isShared ? [] : nestedRows(declaration.schema, depth: depth + 1))
    }
  }

  private func nestedRows(_ schema: ParameterSchema, depth: Int) -> [(String, String)] {
    switch schema {
    case .list(let item, _), .animated(let item): return nestedRows(item, depth: depth)
    case .object(let fields): return parameterRows(fields, depth: depth)
    case .variant(let variants):
      let indent = String(repeating: "  ", count: depth)
      return variants.flatMap { [("\(indent)\($0.name):", $0.summary)] + parameterRows($0.fields, depth: depth + 1) }
    default: return []
    }
  }
}
