import Reporting

/// A JSON value with its position in the file.
struct SourceValue: Sendable {
  indirect enum Kind: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array(SourceArray)
    case object(SourceObject)
    /// Was reported already.
    case invalid
  }

  let kind: Kind
  let position: SourcePosition
  /// The offset of the first byte.
  let offset: Int32
  /// True if it is data: texts in it refer to nothing.
  let isLiteral: Bool

  init(_ kind: Kind, at position: SourcePosition, offset: Int, isLiteral: Bool = false) {
    self.kind = kind
    self.position = position
    self.offset = Int32(clamping: offset)
    self.isLiteral = isLiteral
  }

  var isObject: Bool { if case .object = kind { true } else { false } }
}

struct SourceArray: Sendable {
  var items: [SourceValue] = []
  /// True if a syntax error may have cost items.
  var isDamaged = false
}

struct SourceObject: Sendable {
  struct Member: Sendable {
    let key: String
    let keyPosition: SourcePosition
    let value: SourceValue
  }

  /// In the order of the file, no key twice.
  var members: [Member] = []
  /// True if a syntax error may have cost members.
  var isDamaged = false
  /// True for the keyframes of an expression that changes with time.
  var isTimed = false
  /// The expression that stands in place of members, since it needs what stages publish.
  var computed: ComputedExpression?

  subscript(key: String) -> SourceValue? { members.first { $0.key == key }?.value }
}

extension SourceValue.Kind {
  /// Such as "a string", for messages about what was found.
  var noun: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object(let object): object.isTimed ? "a value that changes with time" : "an object"
    case .invalid: "nothing"
    }
  }
}

extension SourceValue {
  /// The value of a key. Encoded polylines have braces by chance, which are no message's.
  func under(_ key: String) -> SourceValue {
    guard key == "polyline", case .string(let text) = kind, TextForm(text) == .message else { return self }
    return literal
  }

  /// The value as data: no text in it refers to anything.
  var literal: SourceValue {
    let kind: Kind
    switch self.kind {
    case .array(var array):
      array.items = array.items.map(\.literal)
      kind = .array(array)
    case .object(var object):
      object.members = object.members.map {
        .init(key: $0.key, keyPosition: $0.keyPosition, value: $0.value.literal)
      }
      kind = .object(object)
    default: kind = self.kind
    }
    return SourceValue(kind, at: position, offset: Int(offset), isLiteral: true)
  }
}
