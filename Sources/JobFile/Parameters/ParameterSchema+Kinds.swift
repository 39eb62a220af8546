import Reporting
import StageKit

extension ParameterSchema {
  /// True if values can be objects.
  var isObject: Bool {
    switch self {
    case .object, .variant, .paint: true
    default: false
    }
  }

  /// True if keyframes may change each axis of a value by itself.
  var hasAxes: Bool { if case .point = self { true } else { false } }

  /// Such as "a number of seconds".
  var noun: String {
    switch self {
    case .number(let number): number.noun
    case .boolean: "true or false"
    case .text: "a string"
    case .message(let values): "a text with \(listed(values.map { "{\($0)}" }, or: "or"))"
    case .choice(let words): "one of \(quoted(words))"
    case .color: "a color"
    case .point: "a point [x, y]"
    case .coordinate: "a coordinate [longitude, latitude]"
    case .path: "SVG path data"
    case .paint: "a color, or a gradient as an object"
    case .stops: "a list of [offset, color] or of colors"
    case .curve: "a curve"
    case .repetition: "a number or \"forever\""
    case .file: "a file name"
    case .track: "the id of a sound"
    case .job: "a job file"
    case .variables: "an object of values by name"
    case .route: "a route"
    case .list: "a list"
    case .object: "an object"
    case .variant(let variants): "an object with one of the keys \(quoted(variants.map(\.name)))"
    case .animated(let constant): "\(constant.noun), or keyframes"
    case .pair(let first, let second, let number):
      "[\(first), \(second)]" + (number.unit == .none ? "" : " in \(number.unit.rawValue)")
    case .frameRate: "a frame rate"
    case .name(let noun, _), .alternatives(_, let noun): noun
    case .reference(let member): "\"stage.\(member)\""
    case .constant(let value): value.json.text
    case .named(let named): named.schema.noun
    }
  }

  /// Those that it consists of, each of one kind of JSON.
  var alternatives: [ParameterSchema] {
    switch self {
    case .alternatives(let schemas, _): schemas.flatMap(\.alternatives)
    case .named(let named): named.schema.alternatives
    default: [self]
    }
  }

  /// True if a value can be of a kind of JSON.
  func admits(_ kind: SourceValue.Kind) -> Bool {
    switch (self, kind) {
    case (.number, .number), (.repetition, .number), (.frameRate, .number), (.boolean, .boolean): true
    case (.text, .string), (.message, .string), (.choice, .string), (.color, .string), (.path, .string): true
    case (.file, .string), (.track, .string), (.job, .string), (.name, .string), (.reference, .string): true
    case (.repetition, .string), (.frameRate, .string), (.paint, .string), (.curve, .string), (.route, .string): true
    case (.point, .array), (.pair, .array), (.coordinate, .array), (.list, .array), (.stops, .array): true
    case (.route, .array): true
    case (.object, .object), (.variant, .object), (.variables, .object), (.animated, .object): true
    case (.paint, .object), (.curve, .object), (.route, .object): true
    case (.animated(let constant), _): constant.admits(kind)
    case (.constant(.text(let text)), .string(let written)): text == written
    case (.constant(.boolean(let value)), .boolean(let written)): value == written
    default: false
    }
  }
}

extension ParameterDeclaration {
  /// A description of a missing value, such as "a number of seconds: how long it is"; only the help for strings.
  var description: String {
    let help =
      summary.prefix(1).lowercased() + (summary.last == "." ? summary.dropFirst().dropLast() : summary.dropFirst())
    return switch schema {
    case .alternatives, .named: schema.noun
    case .name, .text, .file: help
    default: "\(schema.noun): \(help)"
    }
  }
}
