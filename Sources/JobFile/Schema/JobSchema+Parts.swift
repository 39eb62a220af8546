import Reporting
import StageKit

/// Building blocks of schemas; each also accepts a variable unless it says otherwise.
extension JobSchema {
  static let variablePattern = #"^\$[A-Za-z_][A-Za-z0-9_-]*$|^=($|[^=])|\{"#

  static func ref(_ name: String) -> JSONValue {
    ["$ref": .string("#/$defs/\(name.replacing(" ", with: "%20"))")]
  }

  static let namePattern = "^[A-Za-z_][A-Za-z0-9_-]*$"

  static func orVariable(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ref("variable")]] }

  /// A schema with a description and a default.
  static func described(_ summary: String?, _ schema: JSONValue, default value: JSONValue? = nil) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    var added: [JSONValue.Member] = []
    if let summary { added.append(.init("description", .string(summary))) }
    if let value { added.append(.init("default", value)) }
    return .object(added + members.filter { member in !added.contains { $0.key == member.key } })
  }

  /// A schema without the variables that it takes, for what is read before variables are.
  static func withoutVariables(_ schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    return .object(
      members.map { member in
        guard member.key == "anyOf", case .array(let schemas) = member.value else { return member }
        return .init("anyOf", .array(schemas.filter { $0 != ref("variable") }.map(withoutVariables)))
      })
  }

  static var flag: JSONValue { orVariable(["type": "boolean"]) }

  static func number(_ schema: NumberSchema) -> JSONValue {
    let minimum = schema.minimum.map { JSONValue.number($0) }
    return orVariable(
      .members([
        "type": schema.isInteger ? "integer" : "number",
        "minimum": schema.isMinimumExclusive ? nil : minimum,
        "exclusiveMinimum": schema.isMinimumExclusive ? minimum : nil,
        "maximum": schema.maximum.map { .number($0) },
      ]))
  }

  static func choice(_ words: [String]) -> JSONValue {
    // Words that are numbers may be written as numbers.
    let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
    return orVariable(["enum": .array(words.map { .string($0) } + numbers.map { .number($0) })])
  }

  static func string(_ pattern: String) -> JSONValue { orVariable(["type": "string", "pattern": .string(pattern)]) }

  static func file(_ extensions: [String]) -> JSONValue {
    let endings = extensions.map { anyCase($0.hasPrefix(".") ? String($0.dropFirst()) : $0) }
    return extensions.isEmpty ? ["type": "string"] : string("\\.(\(endings.joined(separator: "|")))$")
  }

  /// A pattern for a word in any letter case.
  static func anyCase(_ word: String) -> String {
    word.map { character in
      if character.isLetter { return "[\(character.lowercased())\(character.uppercased())]" }
      return #"\^$.*+?()[]{}|/"#.contains(character) ? "\\\(character)" : "\(character)"
    }.joined()
  }

  static func pair(_ summary: String, _ schema: NumberSchema) -> JSONValue {
    orVariable([
      "description": .string(summary), "type": "array", "items": number(schema), "minItems": 2, "maxItems": 2,
    ])
  }

  static func list(of item: JSONValue, minimumCount: Int) -> JSONValue {
    orVariable(
      .members([
        "type": "array", "items": item, "minItems": minimumCount > 0 ? .number(Double(minimumCount)) : nil,
      ]))
  }

  static func object(
    _ summary: String?, required: [String], _ properties: [(String, JSONValue)], and conditions: [JSONValue] = [],
    orVariable takesVariable: Bool = true
  ) -> JSONValue {
    let schema: JSONValue = .members([
      "description": summary.map { .string($0) },
      "type": "object",
      "additionalProperties": false,
      "required": required.isEmpty ? nil : .array(required.map { .string($0) }),
      "properties": .object(properties.map { .init($0.0, $0.1) }),
      "allOf": conditions.isEmpty ? nil : .array(conditions),
    ])
    return takesVariable ? orVariable(schema) : schema
  }
}
