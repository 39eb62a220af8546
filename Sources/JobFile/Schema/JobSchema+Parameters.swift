import Reporting
@_spi(Host) import StageKit

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

  static func parameter(_ schema: ParameterSchema) -> JSONValue {
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
    case .variables: ["type": "object", "propertyNames": ["pattern": .string(namePattern)]]
    case .route: ref("route")
    case .list(let item, let minimumCount): list(of: parameter(item), minimumCount: minimumCount)
    case .object(let declarations): fields(declarations)
    case .variant(let variants): orVariable(one(of: variants))
    case .pair(let first, let second, let numbers): pair("[\(first), \(second)]", numbers)
    case .frameRate: frameRate
    case .name(_, let pattern): string(pattern)
    case .reference: ref("reference")
    case .constant(let value): ["const": value.json]
    case .alternatives(let schemas, _):
      schemas.isEmpty
        ? .object([]) : schemas.count == 1 ? parameter(schemas[0]) : ["anyOf": .array(schemas.map { parameter($0) })]
    case .named(let named): ref(named.name)
    case .animated(let constant):
      [
        "anyOf": .array(
          [
            parameter(constant), keyframes(of: parameter(constant), isFollowing: false),
            keyframes(of: parameter(constant), isFollowing: true),
          ] + (constant.hasAxes ? [parameter(.object(PointAxes.declarations))] : []))
      ]
    }
  }

  private static let frameRate: JSONValue = [
    "anyOf": [
      ["type": "number", "exclusiveMinimum": 0, "maximum": .number(Double(FrameRate.maximum))],
      ["type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"],
      ref("variable"),
    ]
  ]

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

  /// Keyframes of a constant, over time or over what another stage publishes.
  private static func keyframes(of constant: JSONValue, isFollowing: Bool) -> JSONValue {
    let frame = KeyframeObject.declaration
    let members = frame.parameters.map { declaration -> (String, JSONValue) in
      switch declaration.name {
      case "value": (declaration.name, constant)
      case "at" where !isFollowing:
        (declaration.name, property(declaration.taking(.number(KeyframeObject.times))))
      default: (declaration.name, property(declaration))
      }
    }
    let list = list(
      of: object(frame.named.summary, required: frame.parameters.filter(\.isRequired).map(\.name), members),
      minimumCount: 1)
    let left = isFollowing ? ["repeat", "autoreverse"] : ["follow"]
    return [
      "type": "object",
      "required": .array((isFollowing ? ["follow"] : []) + ["keyframes"]),
      "additionalProperties": false,
      "properties": .object(
        KeyframesObject.declaration.parameters.filter { !left.contains($0.name) }.map {
          .init($0.name, $0.name == "keyframes" ? list : property($0))
        }),
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
    ]
  }

  /// Names with capital letters are left to the reader, which ignores case.
  private static var color: JSONValue {
    let functions = Color.cssFunctions.map { anyCase($0) }.joined(separator: "|")
    return [
      "description": "A CSS color.",
      "type": "string",
      "anyOf": [
        [
          "format": "color-hex",
          "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$",
        ],
        ["enum": .array(Color.cssNames.map { .string($0) })],
        ["pattern": "^[a-zA-Z]*[A-Z][a-zA-Z]*$"],
        ["pattern": .string(#"^(\#(functions))\(.*\)$"#)],
      ],
    ]
  }

  private static var curve: JSONValue {
    let known = Easing.names.map { name -> JSONValue in ["const": .string(name)] }
    let functions = Easing.functionNames.map { anyCase($0) }.joined(separator: "|")
    return [
      "description": "A curve's name, a CSS easing function, or a spring.",
      "anyOf": .array(
        known + [
          ["type": "string", "pattern": .string("^(\(functions)) *\\(.*\\)$")],
          ["type": "string", "pattern": .string(namePattern), "description": "One of the job's presets."],
          fields(CurveObject.declaration.parameters),
        ]),
    ]
  }

  private static let route: JSONValue = [
    "description": .string("A file of ways (\(RouteFormat.names)), an encoded polyline, or a list of coordinates."),
    "anyOf": [
      file(RouteSource.fileExtensions), list(of: ref("coordinate"), minimumCount: 2), parameter(RouteObjects.schema),
    ],
  ]
}

extension ParameterSchema {
  fileprivate var unit: String? {
    switch self {
    case .number(let number), .pair(_, _, let number): number.unit == .none ? nil : number.unit.rawValue
    case .animated(let inner), .list(let inner, _): inner.unit
    default: nil
    }
  }
}
