/// Writes JSON text.
struct JSONWriter {
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
        list(items, opener: "[", closer: "]", depth: nil, separator: ", ") { $0.write($1, depth: depth) }
      } else {
        list(items, opener: "[", closer: "]", depth: depth, separator: ",") { $0.write($1, depth: depth + 1) }
      }
    case .object(let members):
      list(members, opener: "{", closer: "}", depth: depth, separator: ",") { writer, member in
        writer.write(member.key)
        writer.text += writer.isPretty ? ": " : ":"
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func list<Item>(
    _ items: [Item], opener: String, closer: String, depth: Int?, separator: String,
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
      case _ where scalar.isControlOrInvisible:
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
