import JobFile
import Reporting
import StageKit

extension ParameterSchema {
  /// The description of a control for such values.
  var description: JSONValue {
    switch self {
    case .number(let number): number.description
    case .boolean: Self.kind("boolean")
    case .text, .message: Self.kind("text")
    case .choice(let words): Self.kind("choice", [.init("values", .array(words.map { .string($0) }))])
    case .color: Self.kind("color")
    case .point: Self.kind("point")
    case .coordinate: Self.kind("coordinate")
    case .path: Self.kind("path")
    case .paint: Self.kind("paint")
    case .stops: Self.kind("stops")
    case .curve: Self.kind("curve")
    case .repetition: Self.kind("repetition")
    case .file(let extensions):
      Self.kind("file", [.init("extensions", .array(extensions.map { .string($0) }))])
    case .track: Self.kind("track")
    case .job: Self.kind("job")
    case .variables: Self.kind("variables")
    case .route: Self.kind("route")
    case .list(let item, let minimumCount):
      Self.kind("list", [.init("of", item.description), .init("minCount", .number(Double(minimumCount)))])
    case .object(let fields): Self.kind("object", [.init("fields", Self.fields(fields))])
    case .variant(let variants):
      Self.kind(
        "variant",
        [
          .init(
            "variants",
            .array(
              variants.map { variant in
                [
                  "name": .string(variant.name), "summary": .string(variant.summary),
                  "fields": Self.fields(variant.fields),
                ]
              }))
        ])
    case .animated(let constant): constant.description.adding("animated", true)
    case .pair(let first, let second, _): Self.kind("point", [.init("names", [.string(first), .string(second)])])
    case .frameRate, .name, .reference, .constant: Self.kind("text")
    // The short form; a value of another is given as JSON.
    case .alternatives(let forms, _): forms.first?.description ?? Self.kind("text")
    case .named(let named): named.schema.description
    }
  }

  private static func kind(_ name: String, _ members: [JSONValue.Member] = []) -> JSONValue {
    .object([.init("kind", .string(name))] + members)
  }

  private static func fields(_ declarations: [ParameterDeclaration]) -> JSONValue {
    .array(
      declarations.map { field in
        .members([
          "name": .string(field.name), "summary": .string(field.summary), "schema": field.schema.description,
          "default": field.defaultValue?.json ?? .null, "required": field.isRequired ? true : nil,
        ])
      })
  }
}

extension NumberSchema {
  fileprivate var description: JSONValue {
    .members([
      "kind": "number", "min": minimum.map { .number($0) } ?? .null, "max": maximum.map { .number($0) } ?? .null,
      "minExclusive": isMinimumExclusive ? true : nil, "integer": .boolean(isInteger), "unit": .string(unit.rawValue),
    ])
  }
}

extension JSONValue {
  /// An object with one more member.
  fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key, value)])
  }
}
