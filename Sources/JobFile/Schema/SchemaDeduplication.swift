import Reporting

/// Moves schemas that occur more than once to `$defs`, to keep the document small.
///
/// Only whole schemas are moved, not maps of them, and only if their text is long enough.
struct SchemaDeduplication {
  private static let minLength = 120
  private static let singles: Set<String> = [
    "items", "additionalProperties", "if", "then", "else", "not", "propertyNames", "contains",
  ]
  private static let lists: Set<String> = ["anyOf", "oneOf", "allOf", "prefixItems"]
  private static let maps: Set<String> = ["properties", "patternProperties", "$defs"]

  private var counts: [JSONValue: Int] = [:]
  private var names: [JSONValue: String] = [:]
  private var definitions: [JSONValue.Member] = []

  /// An equivalent document.
  static func apply(to document: JSONValue) -> JSONValue {
    var deduplication = SchemaDeduplication()
    deduplication.count(document, isRoot: true)
    guard case .object(let members) = deduplication.rewritten(document, isRoot: true) else { return document }
    return .object(
      members.map { member in
        guard member.key == "$defs", case .object(let known) = member.value else { return member }
        return .init("$defs", .object(known + deduplication.definitions))
      })
  }

  private mutating func count(_ schema: JSONValue, isRoot: Bool = false) {
    guard case .object(let members) = schema else { return }
    if !isRoot {
      counts[schema, default: 0] += 1
      // The parts of a repeat are counted once, so that only the largest repeats are moved.
      if counts[schema, default: 0] > 1 { return }
    }
    for member in members { for inner in Self.schemas(in: member) { count(inner) } }
  }

  private mutating func rewritten(_ schema: JSONValue, isRoot: Bool = false) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    let isShared = !isRoot && counts[schema, default: 0] > 1 && schema.text.count >= Self.minLength
    if isShared, let name = names[schema] { return JobSchema.ref(name) }
    let result = JSONValue.object(members.map { rewritten($0) })
    guard isShared else { return result }
    let name = "shared \(definitions.count + 1)"
    names[schema] = name
    definitions.append(.init(name, result))
    return JobSchema.ref(name)
  }

  private mutating func rewritten(_ member: JSONValue.Member) -> JSONValue.Member {
    switch member.value {
    case .object(let inner) where Self.maps.contains(member.key):
      return .init(member.key, .object(inner.map { .init($0.key, rewritten($0.value, isRoot: member.key == "$defs")) }))
    case .object where Self.singles.contains(member.key): return .init(member.key, rewritten(member.value))
    case .array(let items) where Self.lists.contains(member.key):
      return .init(member.key, .array(items.map { rewritten($0) }))
    default: return member
    }
  }

  private static func schemas(in member: JSONValue.Member) -> [JSONValue] {
    switch member.value {
    case .object(let inner) where maps.contains(member.key): inner.map(\.value)
    case .object where singles.contains(member.key): [member.value]
    case .array(let items) where lists.contains(member.key): items
    default: []
    }
  }
}
