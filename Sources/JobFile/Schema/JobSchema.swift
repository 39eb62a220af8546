import Formats
import Reporting
@_spi(Host) import StageKit

/// The JSON Schema (draft 2020-12) of job files, for completion and checks in editors.
///
/// It accepts every job that `JobReader` accepts, except JSON5 syntax and spaces around colors. Rules about several values,
/// such as an even size in pixels, are left to the reader. Equal definitions give equal text.
public enum JobSchema {
  public static func document(for definitions: [StageDefinition]) -> String {
    let root = RootObject.declaration
    let names = ParameterSchema.names(
      in: root.parameters.map(\.schema) + [SpringSetting.schema, RouteObjects.schema]
        + definitions.flatMap { $0.parameters.map(\.schema) })
    let schema: JSONValue = .members([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Job file",
      "description": .string(root.named.summary),
      "type": "object",
      "additionalProperties": false,
      "allOf": [required],
      "properties": properties(root.parameters),
      "$defs": .object(
        shared + names.map { .init($0.name, described($0.summary, definition($0, definitions))) }
          + definitions.map { .init("stage \($0.name)", stage($0)) }),
    ])
    return SchemaDeduplication.apply(to: schema).prettyText
  }

  private static func properties(_ declarations: [ParameterDeclaration]) -> JSONValue {
    .object(declarations.map { .init($0.name, property($0)) })
  }

  /// The job must have these keys itself unless it takes them from another file.
  private static var required: JSONValue {
    let canvas = names(CanvasObject.declaration.parameters.filter(\.isRequired))
    return [
      "anyOf": [
        [
          "required": names(RootObject.declaration.parameters.filter(\.isRequired)),
          "properties": ["canvas": ["required": canvas]],
        ],
        ["required": ["extends"]], ["required": ["include"]],
      ]
    ]
  }

  private static func names(_ declarations: [ParameterDeclaration]) -> JSONValue {
    .array(declarations.map { .string($0.name) })
  }

  /// The schema of a name: as declared, but for what depends on stages, codecs and other files.
  private static func definition(_ named: NamedSchema, _ definitions: [StageDefinition]) -> JSONValue {
    switch named.name {
    // Another file may have the rest of these.
    case CanvasObject.declaration.named.name: object(of: CanvasObject.self)
    case SoundObject.declaration.named.name:
      object(of: SoundObject.self, and: [["anyOf": [["required": ["id"]], ["required": ["file"]]]]])
    case StageObject.declaration.named.name: stage(definitions)
    case OutputObject.declaration.named.name: output
    case VariantsObject.declaration.named.name: variants
    case PresetsObject.declaration.named.name: presets(definitions)
    case "fields": fieldsByName
    case _ where named.presets != nil: parameter(named.schema.takingPresets)
    default: parameter(named.schema)
    }
  }

  /// An object of the job, with some of the keys that are required where no other file has the rest.
  private static func object<Object: JobObject>(
    of type: Object.Type, required: [String] = [], more: [(String, JSONValue)] = [], and conditions: [JSONValue] = []
  ) -> JSONValue {
    let own = Object.declaration.parameters.filter { declaration in !more.contains { $0.0 == declaration.name } }
    return object(nil, required: required, own.map { ($0.name, property($0)) } + more, and: conditions)
  }

  // MARK: Stages

  private static func stage(_ definitions: [StageDefinition]) -> JSONValue {
    let kinds = definitions.map { definition -> JSONValue in
      ["const": .string(definition.name), "description": .string(definition.summary)]
    }
    let choices = definitions.map { definition -> JSONValue in
      [
        "if": ["properties": ["stage": ["const": .string(definition.name)]], "required": ["stage"]],
        "then": ref("stage \(definition.name)"),
      ]
    }
    let kind: JSONValue = ["description": "The kind of stage.", "anyOf": .array(kinds + [ref("variable")])]
    return object(of: StageObject.self, required: ["id"], more: [("stage", kind)], and: choices)
  }

  private static func stage(_ definition: StageDefinition) -> JSONValue {
    let inputs = object(
      nil, required: definition.inputs.filter { !$0.isOptional }.map(\.name),
      definition.inputs.map { ($0.name, described("\($0.summary) Takes a \($0.type.rawValue).", ref("reference"))) })
    let needsParameters = definition.parameters.contains(where: \.isRequired)
    let needsInputs = definition.inputs.contains { !$0.isOptional }
    return .members([
      "description": .string(definition.summary),
      "required": .array((needsParameters ? ["parameters"] : []) + (needsInputs ? ["inputs"] : [])),
      "properties": [
        "parameters": fields(definition.parameters),
        "inputs": inputs,
      ],
    ])
  }

  // MARK: Outputs

  private static var output: JSONValue {
    let options = Codecs.allOptions
    let conditions = Codecs.all.compactMap { codec -> JSONValue? in
      let own = codec.options
      let differing = options.compactMap { option -> (String, JSONValue)? in
        guard let known = own.first(where: { $0.name == option[0].name }) else { return (option[0].name, false) }
        return option.count > 1 ? (known.name, property(known)) : nil
      }
      if differing.isEmpty { return nil }
      return [
        "if": ["properties": ["codec": ["const": .string(codec.name)]], "required": ["codec"]],
        "then": ["properties": .object(differing.map { .init($0.0, $0.1) })],
      ]
    }
    return object(
      of: OutputObject.self, required: ["file"], more: options.map { ($0[0].name, property($0)) }, and: conditions)
  }

  // MARK: Presets

  /// The presets of each kind by name.
  private static func presets(_ definitions: [StageDefinition]) -> JSONValue {
    return object(
      nil, required: [],
      PresetsObject.keys(definitions).map { key -> (String, JSONValue) in
        let value = ref(key.kind?.name ?? "curve")
        return (
          key.name,
          described(
            key.summary,
            orVariable([
              "type": "object", "propertyNames": ["pattern": .string(namePattern)], "additionalProperties": value,
            ]))
        )
      })
  }

  private static var fieldsByName: JSONValue {
    [
      "type": "object", "propertyNames": ["pattern": .string(namePattern)],
      "additionalProperties": object(of: FieldObject.self),
    ]
  }

  // MARK: Variants

  /// The axes by name, each with values by name or of files.
  private static var variants: JSONValue {
    let overridable = VariantExpansion.keys.map { key -> (String, JSONValue) in
      if key == "stages" {
        return (
          key,
          [
            "description": "Differences in stages, by their ids.", "type": "object",
            "additionalProperties": ["type": "object"],
          ]
        )
      }
      return (key, RootObject.declaration[key].map { property($0) } ?? true)
    }
    let value = object("Differences from the job.", required: [], overridable, orVariable: false)
    func axis(_ declarations: [ParameterDeclaration]) -> JSONValue {
      [
        "type": "object", "required": names(declarations.filter(\.isRequired)),
        "properties": .object(declarations.map { .init($0.name, withoutVariables(property($0))) }),
        "additionalProperties": value,
      ]
    }
    let choice: JSONValue = ["type": ["string", "number", "boolean"]]
    return [
      "type": "object",
      "properties": .object(
        VariantsObject.declaration.parameters.map { key in
          .init(
            key.name,
            described(
              key.summary, ["type": "array", "items": ["type": "object", "additionalProperties": choice]]))
        }),
      "propertyNames": ["pattern": .string(namePattern)],
      "additionalProperties": [
        "anyOf": [
          axis(StringsAxisObject.declaration.parameters), axis(DataAxisObject.declaration.parameters),
          [
            "type": "object", "description": "Values by name.", "minProperties": 1, "additionalProperties": value,
          ],
        ]
      ],
    ]
  }
}

extension ParameterSchema {
  /// With names of the job's presets where it takes words, by itself or as a style.
  fileprivate var takingPresets: ParameterSchema {
    switch self {
    case .choice: .alternatives([self, .name(noun, pattern: JobSchema.namePattern)], noun: noun)
    case .alternatives(let schemas, let noun): .alternatives(schemas.map(\.takingPresets), noun: noun)
    case .object(let fields): .object(fields.map { $0.name == "style" ? $0.taking($0.schema.takingPresets) : $0 })
    default: self
    }
  }
}
