import Reporting
import StageKit

/// The reference page of a stage, as Markdown.
struct StageMarkdown {
  private let definition: StageDefinition
  private let picture: String?

  /// `picture` is a path from the page to a picture of the stage.
  init(_ definition: StageDefinition, picture: String? = nil) {
    self.definition = definition
    self.picture = picture
  }

  /// The index of the pages.
  static func index(_ definitions: [StageDefinition]) -> String {
    "# Stages\n\nGenerated from the stages' definitions by `./Scripts/generate`. When a stage starts and ends, and how keyframes and\n"
      + "gradients are written, is in [Jobs](../Jobs.md).\n\n"
      + table(["stage", "what it is"], definitions.map { ["[\($0.name)](\($0.name).md)", $0.summary] })
  }

  var text: String {
    var text = "# \(definition.name)\n\n\(definition.summary)\n\nVersion \(definition.version).\n"
    if let picture { text += "\n![\(definition.name)](\(picture))\n" }
    let example = StageExample(definition)
    text += "\n```json\n\(example.text)```\n"
    if let seconds = example.seconds {
      text +=
        "\n`pipeline stages \(definition.name) --job` writes the whole job; the picture shows it at \(JSONValue.numberText(seconds)) s."
        + (example.hasFiles ? " Its files are those of the folder `jobs`: save it there.\n" : "\n")
    }
    text += section(
      "Parameters", ["parameter", "takes", "default", "meaning"], parameterRows(definition.parameters, ""),
      note: "[Jobs](../Jobs.md) shows how keyframes and gradients are written, and when a stage starts and ends.")
    text += section(
      "Inputs", ["input", "takes", "meaning"],
      definition.inputs.map { ["`\($0.name)`", $0.type.rawValue + ($0.isOptional ? "" : ", required"), $0.summary] })
    text += section(
      "Outputs", ["output", "gives", "meaning"],
      definition.outputs.map { ["`\($0.name)`", $0.type.rawValue, $0.summary] })
    text += section("Moments", ["moment", "meaning"], definition.moments.map { ["`\($0.name)`", $0.summary] })
    text += section("Cues", ["cue", "meaning"], definition.cues.map { ["`\($0.name)`", $0.summary] })
    return text
  }

  private func section(_ title: String, _ heads: [String], _ rows: [[String]], note: String = "") -> String {
    rows.isEmpty ? "" : "\n## \(title)\n\n" + (note.isEmpty ? "" : note + "\n\n") + Self.table(heads, rows)
  }

  private static func table(_ heads: [String], _ rows: [[String]]) -> String {
    let lines = [heads, heads.map { _ in "---" }] + rows
    return lines.map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n" }.joined()
  }

  private func parameterRows(_ declarations: [ParameterDeclaration], _ prefix: String) -> [[String]] {
    declarations.flatMap { declaration in
      let name = prefix + declaration.name
      let standard = declaration.defaultLabel.map { $0 == "required" ? $0 : "`\($0)`" } ?? ""
      return [["`\(name)`", declaration.schema.label, standard, declaration.summary]]
        + nestedRows(declaration.schema, name + ".")
    }
  }

  private func nestedRows(_ schema: ParameterSchema, _ prefix: String) -> [[String]] {
    switch schema {
    case .list(let item, _): nestedRows(item, String(prefix.dropLast()) + "[].")
    case .animated(let item): nestedRows(item, prefix)
    case .object(let fields): parameterRows(fields, prefix)
    case .variant(let variants):
      variants.flatMap {
        [["`\(prefix)\($0.name)`", "object", "", $0.summary]] + parameterRows($0.fields, "\(prefix)\($0.name).")
      }
    default: []
    }
  }
}
