/// A value of a JSON text, with its place in it. Names of objects keep their order; of several that are equal, the last counts.
public struct JSONNode: Sendable {
  /// A name of an object with its value.
  public struct Member: Sendable {
    public var name: String
    public var value: JSONNode

    /// A pair of both.
    public init(name: String, value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  /// The kinds of values.
  public enum Kind: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case object([Member])
  }

  public var kind: Kind
  /// In bytes from the start of the text.
  public var offset: Int

  public init(_ kind: Kind, at offset: Int = 0) {
    self.kind = kind
    self.offset = offset
  }

  /// A list of numbers.
  public init(_ numbers: [Double], at offset: Int = 0) {
    self.init(.list(numbers.map { JSONNode(.number($0), at: offset) }), at: offset)
  }

  /// The value of a name of an object, the last of several; nil for none and for null.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = kind else { return nil }
    // By indices, since elements of a sequence are copied.
    guard let index = members.indices.last(where: { members[$0].name == name }) else { return nil }
    if case .null = members[index].value.kind { return nil }
    return members[index].value
  }

  public var members: [Member]? { if case .object(let members) = kind { members } else { nil } }
  public var list: [JSONNode]? { if case .list(let values) = kind { values } else { nil } }
  public var text: String? { if case .text(let text) = kind { text } else { nil } }
  public var isObject: Bool { if case .object = kind { true } else { false } }

  /// A number, a text of one, a Boolean as 1 or 0, or the number of a list with a single value.
  public var number: Double? {
    switch kind {
    case .number(let number): number
    case .boolean(let isTrue): isTrue ? 1 : 0
    case .list(let values): values.count == 1 ? values[0].number : nil
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A number cut to a whole one; nil for those that are too large.
  public var whole: Int? { number.flatMap { abs($0) < 1e15 ? Int($0) : nil } }

  /// A Boolean, or a number that is not 0.
  public var isTrue: Bool { number.map { $0 != 0 } ?? (text == "true") }

  /// The numbers of a list, or a single one; nil where something else is among them.
  public var numbers: [Double]? {
    switch kind {
    case .number(let number): return [number]
    case .list(let values):
      var result: [Double] = []
      result.reserveCapacity(values.count)
      for value in values {
        guard case .number(let number) = value.kind else { return nil }
        result.append(number)
      }
      return result
    default: return nil
    }
  }

  /// The same object without a name.
  public func removing(_ name: String) -> JSONNode {
    guard case .object(let members) = kind else { return self }
    return JSONNode(.object(members.filter { $0.name != name }), at: offset)
  }

  /// The same object with another value for a name, or with one more.
  public func setting(_ name: String, to value: JSONNode) -> JSONNode {
    guard case .object(var members) = kind else { return self }
    if let index = members.lastIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append(Member(name: name, value: value))
    }
    return JSONNode(.object(members), at: offset)
  }
}
