/// A JSON value to write, its members in the order in which they were given.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// Written as null where it is not finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// An object; members without a value are left out.
  public static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// On one line, without spaces.
  public var text: String {
    var writer = JSONWriter(isPretty: false)
    writer.write(self, depth: 0)
    return writer.text
  }

  /// On many lines, indented by two spaces, with a final line end; short arrays of plain values stay on one line.
  public var prettyText: String {
    var writer = JSONWriter(isPretty: true)
    writer.write(self, depth: 0)
    return writer.text + "\n"
  }

  /// A number as JSON: the shortest that reads back the same, whole ones without a point; null where not finite.
  public static func numberText(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if abs(value) <= 0x1p53, let whole = Int(exactly: value) { return "\(whole)" }
    return "\(value)"
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
