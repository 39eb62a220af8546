import Formats
import Reporting
import StageKit

/// The JSON Schema (draft 2020-12) of job files, for completion and checks in editors.
///
/// It accepts every job that `JobReader` accepts, except JSON5 syntax and spaces around colors. Rules about several values,
/// such as an even size in pixels, are left to the reader. Equal definitions give equal text.
public enum JobSchema {
  public static func document(for definitions: [StageDefinition]) -> String {
    let overridable: [(String, JSONValue)] = [
      ("variables", variables), ("canvas", canvas), ("outputs", outputs),
      (
        "stages",
        [
          "description": "What differs in stages, by their ids.", "type": "object",
          "additionalProperties": ["type": "object"],
        ]
      ),
      ("sounds", sounds), ("subtitles", subtitles), ("locale", locale), ("fonts", fonts), ("loop", loop),
    ]
    let schema: JSONValue = .members([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Job file",
      "description": "A video: what it is, its stages and how they depend on each other, and what to deliver.",
      "type": "object",
      "additionalProperties": false,
      "allOf": [required],
      "properties": [
        "$schema": ["type": "string"],
        "name": described("What the video is called; the job file's base name unless given.", string(#"^[^/]+$"#)),
        "extends": extends,
        "include": include,
        "canvas": canvas,
        "locale": locale,
        "variables": variables,
        "variants": variants(overridable),
        "fonts": fonts,
        "loop": loop,
        "plugins": plugins,
        "stages": ref("stages"),
        "sounds": sounds,
        "loudness": loudness("How loud the sounds are together, where an output does not say it; -14 unless given."),
        "subtitles": subtitles,
        "outputs": outputs,
      ],
      "$defs": .object(
        shared + [
          .init("matte", matte), .init("place", place), .init("shutter", shutter), .init("stages", stages(definitions)),
        ]
          + definitions.map { .init("stage \($0.name)", stage($0)) }),
    ])
    return SchemaDeduplication.apply(to: schema).prettyText
  }

  // MARK: Parts of a job

  private static var locale: JSONValue {
    described("The language and region of its texts, such as de-CH or zh-Hans.", string(languagePattern))
  }

  private static var fonts: JSONValue {
    described(
      "Font files, whose families texts may name; they are chosen before installed ones.",
      list(of: file(FontReader.endings), minimumCount: 0))
  }

  private static var loop: JSONValue {
    described("Whether the video's end leads into its start; a jump there is then an error.", flag, default: false)
  }

  private static let fps: JSONValue = [
    "anyOf": [
      ["type": "number", "exclusiveMinimum": 0, "maximum": .number(Double(FrameRate.maximum))],
      ["type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"],
      ref("variable"),
    ]
  ]
  private static var background: JSONValue { ["anyOf": [["const": "clear"], ref("color"), ref("variable")]] }

  private static var canvas: JSONValue {
    let size = pair("[width, height] in points", .positive())
    return object(
      "What the video is.", required: [],
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
        (
          "safe",
          described(
            "What stays free of what places draw over the video: the name of a place, or points from the sides; "
              + "unless given, as the outputs' places say.", safe)
        ),
        (
          "mirror",
          described(
            "Whether the layout is mirrored; auto: where the job's locale is written from right to left.",
            orVariable(["enum": [true, false, "auto"]]), default: false)
        ),
        ("shutter", ref("shutter")),
      ])
  }

  private static var safe: JSONValue {
    let inset = number(.nonnegative(.points))
    let sides = ["top", "right", "bottom", "left"].map { ($0, inset) }
    return [
      "anyOf": [choice(SafeArea.all.map(\.name)), object(nil, required: [], sides, orVariable: false)]
    ]
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
    let endings = (Containers.all.map(\.ending) + SoundContainer.all.map(\.ending)).joined(separator: "|")
    let file = string(#"^(?!/)(?!(.*/)?\.\.?(/|$))(?!.*//)(.*[^/])\.("# + endings + ")$")
    let options = Codecs.allOptions
    let item = object(
      "A file to deliver.", required: ["file"],
      [
        (
          "file",
          described(
            "Below the folder of outputs; its ending says what it is. Names of pictures have {frame} for the number.",
            file)
        ),
        (
          "codec",
          described(
            "How frames are compressed; unless given, as the file's ending says. "
              + Codecs.all.map { "\($0.name): \($0.summary)" }.joined(separator: " "), choice(Codecs.all.map(\.name)))
        ),
      ]
        + [
          ("sound", outputSound), ("subtitles", outputSubtitles),
          ("for", described(profiles, choice(DeliveryProfile.all.map(\.name)))),
        ]
        + pictureProperties
        + options.map { ($0[0].name, property($0)) },
      and: Codecs.all.compactMap { codec -> JSONValue? in
        let own = codec.options
        let conditions = options.compactMap { option -> (String, JSONValue)? in
          guard let known = own.first(where: { $0.name == option[0].name }) else { return (option[0].name, false) }
          return option.count > 1 ? (known.name, property(known)) : nil
        }
        if conditions.isEmpty { return nil }
        return [
          "if": ["properties": ["codec": ["const": .string(codec.name)]], "required": ["codec"]],
          "then": ["properties": .object(conditions.map { .init($0.0, $0.1) })],
        ]
      })
    return described(
      "What to deliver; one file named after the job unless given.", list(of: item, minimumCount: 1))
  }

  private static var profiles: String {
    "Where the file goes: sets what its place asks for, and judges the finished file. "
      + DeliveryProfile.all.map { "\($0.name): \($0.summary)" }.joined(separator: " ")
  }

  /// Which pictures an output shows.
  private static var pictureProperties: [(String, JSONValue)] {
    let factor = number(NumberSchema(minimum: 0, maximum: 64, isMinimumExclusive: true))
    let sides = pair("[width, height] in pixels", NumberSchema(minimum: 2, maximum: Double(JobLimits.side)))
    let seconds = number(.nonnegative(.seconds))
    return [
      (
        "size",
        described(
          "A factor of the canvas's size in pixels, or [width, height] in pixels, into which the canvas is fitted.",
          ["anyOf": [factor, sides]])
      ),
      (
        "fit",
        described(
          "Into another shape: contain shows all of the canvas with the background around it, cover cuts it off.",
          choice(OutputSize.Fit.allCases.map(\.rawValue)), default: "contain")
      ),
      ("fps", described("Frames per second; the canvas's unless given.", fps)),
      ("from", described("Where the output begins on the timeline, in seconds.", seconds, default: 0)),
      ("to", described("Where the output ends on the timeline, in seconds; the end unless given.", seconds)),
      (
        "loop",
        described("Whether its end leads into its start; a jump there is then an error.", flag, default: false)
      ),
      ("background", described("A CSS color, or clear; the canvas's unless given.", background)),
      (
        "alpha",
        described(
          "true: the background is clear, and the codec carries alpha. false: the background must be opaque. stacked: "
            + "colors above alpha, for codecs without it.",
          ["anyOf": [flag, choice(["stacked"])]])
      ),
      (
        "poster",
        object(
          "One frame, as a picture.", required: [],
          [("at", described("The instant that it shows, in seconds.", seconds, default: 0))])
      ),
      (
        "sprite",
        object(
          "All frames side by side in one picture, with an index in a .json file beside it.", required: [],
          [("columns", described("Frames in a row.", number(.range(1...1000)), default: 8))])
      ),
    ]
  }

  private static func stages(_ definitions: [StageDefinition]) -> JSONValue {
    let kinds = definitions.map { definition -> JSONValue in
      ["const": .string(definition.name), "description": .string(definition.summary)]
    }
    let id = string("^[A-Za-z0-9_-]+$")
    let item = object(
      "A stage; of one that the extended job has, what differs.", required: [],
      [
        (
          "include",
          described("In place of a stage: the path of a part, whose stages are inserted here.", ["type": "string"])
        ),
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
        (
          "hidden",
          described(
            "Whether it only publishes its values; unless given, it is drawn where no other stage takes its drawing.",
            flag)
        ),
        ("matte", ref("matte")), ("place", ref("place")), ("shutter", ref("shutter")),
        (
          "mirror",
          described(
            "Whether it goes to the other side, and its rows run the other way, where the canvas is mirrored.", flag,
            default: true)
        ),
        (
          "ignoreLayoutChecks",
          described(
            "Whether it, with all that it holds, may leave the canvas and the safe area, overlap other text, or have little "
              + "contrast.", flag, default: false)
        ),
        ("stages", ref("stages")),
      ],
      and: [["anyOf": [["required": ["id"]], ["required": ["include"]]]]]
        + definitions.map { definition in
          [
            "if": ["properties": ["stage": ["const": .string(definition.name)]], "required": ["stage"]],
            "then": ref("stage \(definition.name)"),
          ]
        })
    return described("In drawing order.", list(of: item, minimumCount: 0))
  }

  static var matte: JSONValue {
    let id = string("^[A-Za-z0-9_-]+$")
    let more = object(
      nil, required: ["from"],
      [
        ("from", described("The id of the stage whose drawing masks this one.", id)),
        (
          "channel",
          described(
            "What of that drawing lets this one through.", choice(StageReader.channels.map(\.name)), default: "alpha")
        ),
        ("inverted", described("Whether it hides what it covers.", flag, default: false)),
      ])
    return described(
      "The stage that this one shows through, by its id; that stage is then not drawn by itself.",
      ["anyOf": [id, more]])
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
