import Reporting
import StageKit

/// The JSON Schema (draft 2020-12) of job files, for completion and checks in editors.
///
/// It accepts every job that `JobReader` accepts, except JSON5 syntax and spaces around colors. Rules about several values,
/// such as an even size in pixels, are left to the reader. Equal definitions give equal text.
public enum JobSchema {
  public static func document(for definitions: [StageDefinition]) -> String {
    let schema: JSONValue = .members([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Job file",
      "description": "A video: what it is, its stages and how they depend on each other, and what to deliver.",
      "type": "object",
      "additionalProperties": false,
      "required": ["canvas", "stages"],
      "properties": [
        "$schema": ["type": "string"],
        "name": described("What the video is called; the job file's base name unless given.", string(#"^[^/]+$"#)),
        "canvas": canvas,
        "variables": variables,
        "loop": described(
          "Whether the video's end leads into its start; a jump there is then an error.", flag, default: false),
        "plugins": plugins,
        "stages": stages(definitions),
        "outputs": outputs,
      ],
      "$defs": .object(shared + definitions.map { .init("stage \($0.name)", stage($0)) }),
    ])
    return SchemaDeduplication.apply(to: schema).prettyText
  }

  // MARK: Parts of a job

  private static var canvas: JSONValue {
    let size = pair("[width, height] in points", .positive())
    let fps: JSONValue = [
      "anyOf": [
        ["type": "number", "exclusiveMinimum": 0, "maximum": .number(Double(FrameRate.maximum))],
        ["type": "string", "pattern": #"^([0-9]+(/[0-9]+)?|\$.*)$"#],
      ]
    ]
    let background: JSONValue = ["anyOf": [["const": "clear"], ref("color"), ref("variable")]]
    return object(
      "What the video is.", required: ["size", "duration"],
      [
        ("size", described("The canvas in points; times the scale it is an even number of pixels.", size)),
        (
          "scale",
          described(
            "Pixels for each point.", number(NumberSchema(minimum: 0, maximum: 64, isMinimumExclusive: true)),
            default: 1)
        ),
        (
          "fps",
          described("Frames per second: a number, or a fraction such as \"30000/1001\".", fps, default: 60)
        ),
        ("duration", described("In seconds; a whole number of frames.", number(.positive(.seconds)))),
        ("background", described("A CSS color, or clear.", background, default: "black")),
      ])
  }

  private static var variables: JSONValue {
    [
      "description": "Values by name; the string \"$name\" stands for one wherever a value stands.",
      "type": "object",
      "propertyNames": ["pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"],
    ]
  }

  private static var plugins: JSONValue {
    described(
      "The stage modules that the job needs, by name; they are loaded only from folders that the user allows.",
      list(of: string(PluginReader.pattern), minimumCount: 0))
  }

  private static var outputs: JSONValue {
    let file = string(#"^(?!/)(?!(.*/)?\.\.?(/|$))(?!.*//)(.*[^/])\.mp4$"#)
    let item = object(
      "A file to deliver.", required: ["file"],
      [
        ("file", described("Ends in .mp4; below the folder of outputs.", file)),
        ("codec", described("How the video is compressed.", choice(OutputReader.codecs), default: "h264")),
        (
          "preset",
          described(
            "How much time x264 takes to make the file small.", choice(OutputEntry.presets),
            default: .string(OutputEntry.defaultPreset))
        ),
        (
          "crf",
          described(
            "x264's rate factor: 0 is lossless, less is better.", number(.range(OutputReader.crfRange)),
            default: .number(OutputEntry.defaultCRF))
        ),
        (
          "gop",
          described(
            "Frames from one keyframe to the next; two seconds' unless given.",
            number(
              NumberSchema(
                minimum: Double(OutputReader.gopRange.lowerBound), maximum: Double(OutputReader.gopRange.upperBound),
                isInteger: true)))
        ),
      ])
    return described(
      "What to deliver; one file named after the job unless given.", list(of: item, minimumCount: 1))
  }

  private static func stages(_ definitions: [StageDefinition]) -> JSONValue {
    let kinds = definitions.map { definition -> JSONValue in
      ["const": .string(definition.name), "description": .string(definition.summary)]
    }
    let id = string("^[A-Za-z0-9_-]+$")
    let item = object(
      "A stage.", required: ["id", "stage"],
      [
        ("id", described("The name by which other stages refer to this one.", id)),
        ("stage", ["description": "The kind of stage.", "anyOf": .array(kinds + [ref("variable")])]),
        ("parameters", ["description": "The stage's own settings."]),
        ("inputs", ["description": "Values that the stage takes from others, written \"stage.output\"."]),
        ("start", ref("start")),
        (
          "duration",
          described("How long it can be seen, in seconds from its start.", number(.positive(.seconds)))
        ),
        ("z", described("Larger ones are drawn over smaller ones.", number(.any()), default: 0)),
        ("hidden", described("Whether it only publishes its values.", flag, default: false)),
      ],
      and: definitions.map { definition in
        [
          "if": ["properties": ["stage": ["const": .string(definition.name)]], "required": ["stage"]],
          "then": ref("stage \(definition.name)"),
        ]
      })
    return described("In drawing order.", list(of: item, minimumCount: 0))
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
}
