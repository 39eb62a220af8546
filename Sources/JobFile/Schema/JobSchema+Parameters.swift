import Reporting
import StageKit

extension JobSchema {
  /// An object of parameters, or a variable.
  static func fields(_ declarations: [ParameterDeclaration]) -> JSONValue {
    object(
      nil, required: declarations.filter(\.isRequired).map(\.name),
      declarations.map { ($0.name, property($0)) })
  }

  /// A parameter with its description and default.
  static func property(_ declaration: ParameterDeclaration) -> JSONValue {
    let summary = [declaration.summary, declaration.schema.unit.map { "In \($0)." }].compactMap { $0 }
    return described(
      summary.joined(separator: " "), parameter(declaration.schema),
      default: declaration.defaultValue?.json)
  }

  /// An option that may mean one of several things.
  static func property(_ alternatives: [ParameterDeclaration]) -> JSONValue {
    alternatives.count == 1 ? property(alternatives[0]) : ["anyOf": .array(alternatives.map { property($0) })]
  }

  private static func parameter(_ schema: ParameterSchema) -> JSONValue {
    switch schema {
    case .number(let schema): number(schema)
    case .boolean: flag
    case .text: ["type": "string"]
    case .message: ["type": "string", "description": "A text into which the stage puts values."]
    case .choice(let words): choice(words)
    case .color: ["anyOf": [ref("color"), ref("variable")]]
    case .point: pair("[x, y] in points", .any())
    case .coordinate: ref("coordinate")
    case .path: ["type": "string", "description": "SVG path data."]
    case .paint: ref("paint")
    case .stops: stops
    case .curve: ref("curve")
    case .repetition:
      orVariable(["anyOf": [["type": "number", "exclusiveMinimum": 0], ["const": "forever"]]])
    case .file(let extensions): file(extensions)
    case .track: string(#"^[A-Za-z0-9_-]+$"#)
    case .job: file(["json"])
    case .variables: ["type": "object"]
    case .route: ref("route")
    case .list(let item, let minimumCount): list(of: parameter(item), minimumCount: minimumCount)
    case .object(let declarations): fields(declarations)
    case .variant(let variants): orVariable(one(of: variants))
    case .animated(let constant):
      ["anyOf": [parameter(constant), keyframes(of: parameter(constant)), following(parameter(constant))]]
    }
  }

  private static func one(of variants: [ParameterSchema.Variant]) -> JSONValue {
    [
      "type": "object",
      "minProperties": 1,
      "maxProperties": 1,
      "additionalProperties": false,
      "properties": .object(variants.map { .init($0.name, described($0.summary, fields($0.fields))) }),
    ]
  }

  private static var paint: JSONValue {
    [
      "description": "A CSS color or a gradient.",
      "anyOf": [ref("color"), one(of: PaintValue.variants), ref("variable")],
    ]
  }

  private static var stops: JSONValue {
    let stop: JSONValue = [
      "type": "array", "prefixItems": [number(.fraction), ["anyOf": [ref("color"), ref("variable")]]], "items": false,
      "minItems": 2, "description": "[offset, color]",
    ]
    return list(of: ["anyOf": [ref("color"), stop, ref("variable")]], minimumCount: 1)
  }

  private static func keyframe(_ summary: String, at: JSONValue, _ constant: JSONValue) -> JSONValue {
    object(
      summary, required: ["at", "value"],
      [
        ("at", at), ("value", constant),
        ("curve", described("From here to the next keyframe.", ref("curve"), default: "linear")),
      ])
  }

  /// Keyframes over what another stage publishes.
  private static func following(_ constant: JSONValue) -> JSONValue {
    let frame = keyframe(
      "A value at a value.", at: described("A value of the followed output.", number(.any())), constant)
    let modes = KeyframeMode.allCases.map(\.rawValue)
    return [
      "type": "object",
      "required": ["follow", "keyframes"],
      "additionalProperties": false,
      "properties": [
        "follow": described(
          "The number that another stage publishes, written \"stage.output\"; where it is missing, the last one stays.",
          ref("reference")),
        "keyframes": list(of: frame, minimumCount: 1),
        "mode": described("How values between keyframes are computed.", choice(modes), default: "linear"),
      ],
    ]
  }

  private static func keyframes(of constant: JSONValue) -> JSONValue {
    let frame = keyframe(
      "A value at a time.", at: described("Seconds after the stage's start.", number(.nonnegative(.seconds))), constant)
    let count: JSONValue = [
      "anyOf": [["type": "number", "exclusiveMinimum": 0], ["const": "forever"], ref("variable")]
    ]
    let modes = KeyframeMode.allCases.map(\.rawValue)
    return [
      "type": "object",
      "required": ["keyframes"],
      "additionalProperties": false,
      "properties": [
        "keyframes": list(of: frame, minimumCount: 1),
        "mode": described("How values between keyframes are computed.", choice(modes), default: "linear"),
        "repeat": described("How often the keyframes repeat.", count, default: 1),
        "autoreverse": described("Whether each repetition is followed by a reversed one.", flag, default: false),
      ],
    ]
  }

  /// Definitions for all jobs.
  static var shared: [JSONValue.Member] {
    let longitude = number(.range(-360...360))
    let latitude = number(.range(-90...90))
    let coordinate: JSONValue = [
      "type": "array", "prefixItems": [longitude, latitude], "items": false, "minItems": 2,
      "description": "[longitude, latitude] in degrees.",
    ]
    return [
      .init("variable", ["type": "string", "pattern": .string(variablePattern)]),
      .init("color", color),
      .init("paint", paint),
      .init("coordinate", orVariable(coordinate)),
      .init("curve", curve),
      .init("reference", string(#"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"#)),
      .init("route", route),
      .init("start", start),
    ]
  }

  /// Names with capital letters are left to the reader, which ignores case.
  private static var color: JSONValue {
    [
      "description": "A CSS color.",
      "type": "string",
      "anyOf": [
        [
          "format": "color-hex",
          "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$",
        ],
        ["enum": .array(Color.cssNames.map { .string($0) })],
        ["pattern": "^[a-zA-Z]*[A-Z][a-zA-Z]*$"],
        ["pattern": #"^([rR][gG][bB][aA]?|[hH][sS][lL][aA]?|[hH][wW][bB])\(.*\)$"#],
      ],
    ]
  }

  private static var curve: JSONValue {
    let known = Easing.names.map { name -> JSONValue in ["const": .string(name)] }
    let functions = Easing.functionNames.map { anyCase($0) }.joined(separator: "|")
    let springs = ParameterReader.springForms.map { form in
      object(
        nil, required: form.filter { $0.default == nil }.map(\.key),
        (form + [("initialVelocity", 0, ParameterReader.springVelocity)]).map { key, standard, range in
          (key, described(nil, number(range), default: standard.map { .number($0) }))
        }, orVariable: false)
    }
    return [
      "description": "A curve's name, a CSS easing function, or a spring.",
      "anyOf": .array(
        known + [
          ["type": "string", "pattern": .string("^(\(functions)) *\\(.*\\)$")],
          ["type": "string", "pattern": "[A-Z]"],
          object(nil, required: ["spring"], [("spring", ["anyOf": .array(springs + [ref("variable")])])]),
        ]),
    ]
  }

  private static var route: JSONValue {
    let track = object(
      "A way of a file.", required: ["file"],
      [
        ("file", file(RouteSource.fileExtensions)),
        (
          "track",
          described(
            "Which way of the file, from 0.", number(NumberSchema(minimum: 0, maximum: 1e6, isInteger: true)))
        ),
      ], orVariable: false)
    let polyline = object(
      "An encoded polyline.", required: ["polyline"],
      [
        ("polyline", ["type": "string"]),
        ("precision", ["default": 5, "anyOf": [["enum": [5, 6]], ref("variable")]]),
      ], orVariable: false)
    return [
      "description": "A GPX, TCX, KML, KMZ, FIT or GeoJSON file, an encoded polyline, or a list of coordinates.",
      "anyOf": [
        file(RouteSource.fileExtensions), list(of: ref("coordinate"), minimumCount: 2), track, polyline,
      ],
    ]
  }

  private static var start: JSONValue {
    let at = object(
      "At a time of the video.", required: ["at"], [("at", number(.any(.seconds)))], orVariable: false)
    let after = object(
      "After a moment of another stage.", required: ["after"],
      [
        ("after", described("Written \"stage.moment\".", ref("reference"))),
        ("delay", described("Seconds after that.", number(.any(.seconds)), default: 0)),
      ], orVariable: false)
    return [
      "description": "When the stage's own time begins, in seconds; 0 unless given.",
      "default": 0,
      "anyOf": [number(.any(.seconds)), at, after],
    ]
  }
}

extension ParameterSchema {
  fileprivate var unit: String? {
    switch self {
    case .number(let number): number.unit == .none ? nil : number.unit.rawValue
    case .animated(let inner), .list(let inner, _): inner.unit
    default: nil
    }
  }
}
