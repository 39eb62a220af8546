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

/// Writes JSON text.
private struct JSONWriter {
  let isPretty: Bool
  private(set) var text = ""

  init(isPretty: Bool) { self.isPretty = isPretty }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let value): text += JSONValue.numberText(value)
    case .string(let value): write(value)
    case .array(let items):
      let isShort = isPretty && items.allSatisfy(\.isPlain) && items.reduce(0) { $0 + $1.text.count + 2 } <= 80
      if isShort {
        list(items, "[", "]", depth: nil, separator: ", ") { $0.write($1, depth: depth) }
      } else {
        list(items, "[", "]", depth: depth, separator: ",") { $0.write($1, depth: depth + 1) }
      }
    case .object(let members):
      list(members, "{", "}", depth: depth, separator: ",") { writer, member in
        writer.write(member.key)
        writer.text += writer.isPretty ? ": " : ":"
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func list<Item>(
    _ items: [Item], _ opener: String, _ closer: String, depth: Int?, separator: String,
    _ write: (inout JSONWriter, Item) -> Void
  ) {
    text += opener
    for (index, item) in items.enumerated() {
      if index > 0 { text += separator }
      if let depth { breakLine(depth + 1) }
      write(&self, item)
    }
    if let depth, !items.isEmpty { breakLine(depth) }
    text += closer
  }

  private mutating func breakLine(_ depth: Int) {
    if isPretty { text += "\n" + String(repeating: "  ", count: depth) }
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isHidden:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue {
  fileprivate var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
