import Foundation
import JobFile
import Reporting

/// The job schema, as far as it goes: what JSON Schema calls the keywords that the program writes.
struct SchemaReading {
  private let definitions: [String: JSONValue]
  /// All schemas of objects in it.
  private let objects: [JSONValue]

  init(_ data: Data) throws {
    let root = JSONValue(parsing: Array(data)) ?? .null
    definitions = Dictionary(
      uniqueKeysWithValues: (root["$defs"]?.members ?? []).map { ("#/$defs/\($0.key)", $0.value) })
    var objects: [JSONValue] = []
    func collect(_ schema: JSONValue) {
      switch schema {
      case .array(let items): for item in items { collect(item) }
      case .object(let members):
        if schema["properties"]?.members != nil || schema["additionalProperties"]?.members != nil {
          objects.append(schema)
        }
        for member in members { collect(member.value) }
      default: break
      }
    }
    collect(root)
    self.objects = objects
  }

  /// True if an object somewhere in a job may have all of these members.
  func hasObject(with members: [JSONValue.Member]) -> Bool {
    objects.contains { schema in
      members.allSatisfy { member in
        guard let own = property(member.key, of: schema) else { return false }
        return accepts(member.value, own)
      }
    }
  }

  private func property(_ key: String, of schema: JSONValue) -> JSONValue? {
    if let own = schema["properties"]?[key] { return own }
    guard let others = schema["additionalProperties"], others.members != nil else { return nil }
    return others
  }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    schema.members?.allSatisfy { isKept($0, value, schema) } ?? (schema != .boolean(false))
  }

  /// True if a value keeps a rule of a schema.
  private func isKept(_ rule: JSONValue.Member, _ value: JSONValue, _ schema: JSONValue) -> Bool {
    let items = rule.value.items ?? []
    switch (rule.key, value) {
    case ("$ref", _):
      return definitions[rule.value.string?.removingPercentEncoding ?? ""].map { accepts(value, $0) } ?? false
    case ("anyOf", _): return items.contains { accepts(value, $0) }
    case ("allOf", _): return items.allSatisfy { accepts(value, $0) }
    case ("if", _): return !accepts(value, rule.value) || schema["then"].map { accepts(value, $0) } ?? true
    case ("const", _): return value == rule.value
    case ("enum", _): return items.contains(value)
    case ("type", _): return value.types.contains(rule.value.string ?? "")
    case ("pattern", .string(let text)):
      return (try? Regex(rule.value.string ?? "")).map { text.firstMatch(of: $0) != nil } ?? false
    case ("minimum", .number(let number)): return number >= rule.value.number
    case ("maximum", .number(let number)): return number <= rule.value.number
    case ("exclusiveMinimum", .number(let number)): return number > rule.value.number
    case ("minItems", .array(let list)): return Double(list.count) >= rule.value.number
    case ("maxItems", .array(let list)): return Double(list.count) <= rule.value.number
    case ("minProperties", .object(let members)): return Double(members.count) >= rule.value.number
    case ("maxProperties", .object(let members)): return Double(members.count) <= rule.value.number
    case ("prefixItems", .array(let list)): return zip(list, items).allSatisfy { accepts($0, $1) }
    case ("items", .array(let list)):
      return list.dropFirst(schema["prefixItems"]?.items?.count ?? 0).allSatisfy { accepts($0, rule.value) }
    case ("required", .object): return items.allSatisfy { value[$0.string ?? ""] != nil }
    case ("properties", .object):
      return (rule.value.members ?? []).allSatisfy { own in value[own.key].map { accepts($0, own.value) } ?? true }
    case ("additionalProperties", .object(let members)):
      return members.allSatisfy { member in
        schema["properties"]?[member.key] != nil || accepts(member.value, rule.value)
      }
    default: return true
    }
  }
}

extension JSONValue {
  fileprivate var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  fileprivate var number: Double { if case .number(let number) = self { number } else { .nan } }

  /// Its name in JSON Schema.
  fileprivate var types: [String] {
    switch self {
    case .null: ["null"]
    case .boolean: ["boolean"]
    case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
