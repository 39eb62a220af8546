/// A value of a running script.
enum ScriptValue {
  case undefined, null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case object(ScriptObject)

  /// A list of values.
  static func list(_ values: [ScriptValue]) -> ScriptValue { .object(ScriptObject(elements: values)) }

  /// A list of numbers.
  static func list(_ numbers: [Double]) -> ScriptValue { .list(numbers.map { .number($0) }) }

  /// A function of the host.
  static func function(_ body: @escaping ([ScriptValue]) throws -> ScriptValue) -> ScriptValue {
    let object = ScriptObject()
    object.function = { _, arguments in try body(arguments) }
    return .object(object)
  }

  init(_ constant: ScriptConstant) {
    switch constant {
    case .undefined: self = .undefined
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let value): self = .number(value)
    case .text(let value): self = .text(value)
    }
  }

  var isTrue: Bool {
    switch self {
    case .undefined, .null: false
    case .boolean(let value): value
    case .number(let value): value != 0 && !value.isNaN
    case .text(let value): !value.isEmpty
    case .object(let object): object.primitive.map { $0 != 0 && !$0.isNaN } ?? true
    }
  }

  /// It as a number; NaN for what is none.
  var number: Double {
    switch self {
    case .undefined: .nan
    case .null: 0
    case .boolean(let value): value ? 1 : 0
    case .number(let value): value
    case .text(let value): value.allSatisfy(\.isWhitespace) ? 0 : Double(value) ?? .nan
    case .object(let object):
      object.primitive ?? object.elements.map { $0.count == 1 ? $0[0].number : .nan } ?? .nan
    }
  }

  /// It as a number that is written with 32 bits.
  var bits: Int32 {
    let value = number
    guard value.isFinite else { return 0 }
    return Int32(truncatingIfNeeded: Int64(value.truncatingRemainder(dividingBy: 0x1p32)))
  }

  /// It as a text.
  var text: String {
    switch self {
    case .undefined: "undefined"
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): Self.text(of: value)
    case .text(let value): value
    case .object(let object):
      object.primitive.map(Self.text) ?? object.elements.map { $0.prefix(1000).map(\.text).joined(separator: ",") }
        ?? "[object Object]"
    }
  }

  /// A number as scripts write it.
  static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }

  /// The elements of a list; nil for anything else.
  var elements: [ScriptValue]? { if case .object(let object) = self { object.elements } else { nil } }

  var type: String {
    switch self {
    case .undefined: "undefined"
    case .null: "object"
    case .boolean: "boolean"
    case .number: "number"
    case .text: "string"
    case .object(let object):
      object.primitive != nil ? "number" : object.function != nil && object.resolve == nil ? "function" : "object"
    }
  }

  /// Equal without a change of kind.
  func isSame(as other: ScriptValue) -> Bool {
    switch (self, other) {
    case (.undefined, .undefined), (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.object(let a), .object(let b)):
      a === b || (a.primitive != nil && a.primitive == b.primitive)
    case (.object(let a), .number(let b)), (.number(let b), .object(let a)): a.primitive == b
    default: false
    }
  }

  /// Equal after a change of kind.
  func isEqual(to other: ScriptValue) -> Bool {
    switch (self, other) {
    case (.undefined, .null), (.null, .undefined): true
    case (.undefined, _), (_, .undefined), (.null, _), (_, .null): false
    case (.text, .number), (.number, .text), (.boolean, _), (_, .boolean): number == other.number
    case (.object(let a), .text(let b)), (.text(let b), .object(let a)): ScriptValue.object(a).text == b
    default: isSame(as: other)
    }
  }
}

/// An object, a list or a function of a running script.
final class ScriptObject {
  /// The number that it stands for in computations, such as that of a property.
  var primitive: Double?
  var elements: [ScriptValue]?
  /// Its members in the order in which they came; they are few.
  private(set) var members: [(name: ScriptName, value: ScriptValue)] = []
  /// Calls it; the first argument is what `this` is.
  var function: ((ScriptValue, [ScriptValue]) throws -> ScriptValue)?
  /// Finds members of the host.
  var resolve: ((String) throws -> ScriptValue?)?
  /// The path that it stands for.
  var path: BezierPath?

  init(elements: [ScriptValue]? = nil) { self.elements = elements }

  /// The member of a name; nil for none.
  subscript(name: ScriptName) -> ScriptValue? { members.first { $0.name == name }?.value }

  /// Changes the member of a name, or adds it.
  func set(_ name: ScriptName, to value: ScriptValue) {
    if let place = members.firstIndex(where: { $0.name == name }) {
      members[place].value = value
    } else {
      members.append((name, value))
    }
  }
}
