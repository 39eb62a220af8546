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
    "# Stages\n\nGenerated from the stages' definitions by `./Scripts/generate`.\n\n"
      + table(["stage", "what it is"], definitions.map { ["[\($0.name)](\($0.name).md)", $0.summary] })
  }

  var text: String {
    var text = "# \(definition.name)\n\n\(definition.summary)\n\nVersion \(definition.version).\n"
    if let picture { text += "\n![\(definition.name)](\(picture))\n" }
    text += "\n```json\n\(StageExample(definition).text)```\n"
    text += section(
      "Parameters", ["parameter", "takes", "default", "meaning"], parameterRows(definition.parameters, ""))
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

  private func section(_ title: String, _ heads: [String], _ rows: [[String]]) -> String {
    rows.isEmpty ? "" : "\n## \(title)\n\n" + Self.table(heads, rows)
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
