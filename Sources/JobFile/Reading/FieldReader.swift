import Reporting
import StageKit

/// A variable of a job that people set, as forms show it.
public struct JobField: Sendable {
  /// The variable's.
  public let name: String
  public let label: String
  /// Nil for none.
  public let group: String?
  public let help: String?
  /// The values that it takes; nil where nothing says so.
  public let schema: ParameterSchema?
}

/// Reads the fields of a job, and checks the values of their variables.
struct FieldReader {
  let context: ReaderContext

  /// In the order of the file, those of parts after the job's own.
  func fields(_ job: DeclaredReader<RootObject>) -> [JobField] {
    guard let (found, path) = job[\.$fields] else { return [] }
    guard case .object(let object) = found.kind else {
      context.report(found, path, expected: FieldsObject.noun)
      return []
    }
    let names = Array(context.variableNames.prefix(1000))
    let own = object.members.filter { $0.keyPosition.file == nil }
    let others = object.members.filter { $0.keyPosition.file != nil }
    return (own + others).compactMap { field($0, path.key($0.key), among: names) }
  }

  private func field(_ member: SourceObject.Member, _ path: JobPath, among names: [String]) -> JobField? {
    let variable = context.variable(member.key)
    if variable == nil {
      context.log.add(
        at: member.keyPosition, path: path.text, "the job has no variable '\(member.key)'", code: .unknownVariable,
        hint: suggestion(for: member.key, among: names), fix: Fix(word: member.key, among: names))
    }
    guard let found = context.resolve(member.value),
      let fields = DeclaredReader<FieldObject>(found, path, in: context)
    else { return nil }
    let (type, choices) = (fields.read(\.$type) ?? nil, fields.read(\.$choices) ?? [])
    let bounds = (low: fields.read(\.$min) ?? nil, high: fields.read(\.$max) ?? nil)
    check(fields, type, bounds, choices)
    let value = variable?.content.flatMap(context.resolve)
    let isBounded = bounds.low != nil || bounds.high != nil
    let kind = type ?? (isBounded ? .number : choices.isEmpty ? value.flatMap { FieldType(of: $0.kind) } : .text)
    var schema = kind?.schema(bounds, choices)
    if let item = schema, case .array(let list)? = value?.kind {
      let isPoint =
        if kind == .point, let first = list.items.first, case .array = first.kind { false } else { kind == .point }
      if !isPoint { schema = .list(of: item, minimumCount: 0) }
    }
    if let variable, let value, !value.isTimed, let schema { check(value, of: variable, member.key, schema) }
    return JobField(
      name: member.key, label: (fields.read(\.$label) ?? nil) ?? member.key, group: fields.read(\.$group) ?? nil,
      help: fields.read(\.$help) ?? nil, schema: schema)
  }

  /// Reports keys that its type does not have.
  private func check(
    _ fields: DeclaredReader<FieldObject>, _ type: FieldType?, _ bounds: (low: Double?, high: Double?),
    _ choices: [String]
  ) {
    for place in [fields[\.$min], fields[\.$max]].compactMap(\.self) {
      if !choices.isEmpty || (type != nil && type != .number && type != .integer) {
        context.report(place.found, place.path, "only numbers have a range")
      }
    }
    if let type, type != .text, let place = fields[\.$choices] {
      context.report(place.found, place.path, "only texts are chosen from a list")
    }
    if let low = bounds.low, let high = bounds.high, low > high, let place = fields[\.$max] {
      context.report(
        place.found, place.path, "\(JSONValue.numberText(high)) is below 'min', \(JSONValue.numberText(low))",
        code: .outOfRange)
    }
  }

  private func check(_ value: ResolvedValue, of variable: Variable, _ name: String, _ schema: ParameterSchema) {
    var value = value
    if let origin = variable.origin {
      value.variable = .init(name: name, position: value.position, origin: origin)
    }
    let path = JobPath.key(name, in: .key("variables", in: .root))
    _ = ParameterReader(context: context).value(value, path, schema.withoutFiles, at: "")
  }
}

extension ResolvedValue {
  /// True for an object, which may be keyframes.
  fileprivate var isTimed: Bool { if case .object = kind { true } else { false } }
}

extension ParameterSchema {
  /// With texts for files, which are looked for where they are used.
  fileprivate var withoutFiles: ParameterSchema {
    switch self {
    case .file: .text
    case .list(let item, let count): .list(of: item.withoutFiles, minimumCount: count)
    default: self
    }
  }
}

extension FieldType {
  /// That of a value or of the first item of a list; nil for objects, and for values that time changes.
  fileprivate init?(of kind: SourceValue.Kind) {
    switch kind {
    case .boolean: self = .boolean
    case .number: self = .number
    case .string(let text): self = text.hasPrefix("#") && Color(css: text) != nil ? .color : .text
    case .array(let array):
      guard let first = array.items.first?.kind else { return nil }
      if case .array = first { return nil }
      self.init(of: first)
    case .null, .object, .invalid: return nil
    }
  }

  fileprivate func schema(_ bounds: (low: Double?, high: Double?), _ choices: [String]) -> ParameterSchema {
    switch self {
    case .text: choices.isEmpty ? .text : .choice(choices)
    case .color: .color
    case .number, .integer:
      .number(NumberSchema(minimum: bounds.low, maximum: bounds.high, isInteger: self == .integer))
    case .boolean: .boolean
    case .point: .point
    case .curve: .curve
    case .file: .file(extensions: [])
    }
  }
}
