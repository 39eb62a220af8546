import Reporting
import StageKit

/// The layout of a text without errors: how its lines begin and end, and which edits add and remove items.
struct TextLayout {
  typealias Change = (range: Range<Int>, text: String)

  let bytes: [UInt8]
  /// The characters that end a line.
  let lineEnd: String

  /// The longest line on which an object or list with several items is written, in characters.
  private static let maxWidth = 120
  /// The longest value that no line end makes better to read, in characters.
  private static let maxShort = 40
  static let unit = "  "

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
    lineEnd =
      switch first {
      case let first? where bytes[first] == 0x0D: bytes.dropFirst(first + 1).first == 0x0A ? "\r\n" : "\r"
      default: "\n"
      }
  }

  // MARK: Lines

  /// The spaces and tabs that the line of an offset begins with.
  func indent(at offset: Int) -> String {
    let start = lineStart(offset)
    return String(decoding: bytes[start..<blanksEnd(start)], as: UTF8.self)
  }

  /// The number of characters before an offset on its line.
  func column(of offset: Int) -> Int { String(decoding: bytes[lineStart(offset)..<offset], as: UTF8.self).count }

  func lineStart(_ offset: Int) -> Int {
    (bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }).map { $0 + 1 } ?? 0
  }

  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  func blanksEnd(_ offset: Int) -> Int { bytes[offset...].firstIndex { !isBlank($0) } ?? bytes.count }

  func blanksStart(_ offset: Int) -> Int { (bytes[..<offset].lastIndex { !isBlank($0) }).map { $0 + 1 } ?? 0 }

  private func spaceStart(_ offset: Int) -> Int {
    (bytes[..<offset].lastIndex { !isBlank($0) && !isLineEnd($0) }).map { $0 + 1 } ?? 0
  }

  func isFirstOnLine(_ offset: Int) -> Bool { blanksStart(offset) == lineStart(offset) }

  private func isLastOnLine(_ offset: Int) -> Bool {
    let end = blanksEnd(offset)
    return end == bytes.count || isLineEnd(bytes[end])
  }

  /// Behind the line end at or after an offset that only blanks follow.
  private func nextLine(_ offset: Int) -> Int {
    let end = blanksEnd(offset)
    guard end < bytes.count else { return end }
    return bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? end + 2 : end + 1
  }

  /// Behind the comments that follow an offset on its line, and whether the last one ends with the line.
  func commentsEnd(_ offset: Int) -> (end: Int, isWholeLine: Bool) {
    var (end, lexer) = (offset, JSONLexer(bytes, .json5))
    while true {
      lexer.scanner.offset = blanksEnd(end)
      let start = lexer.scanner.offset
      guard lexer.scanner.take("/") else { return (end, false) }
      if lexer.scanner.take("/") {
        return (bytes[start...].firstIndex(where: isLineEnd) ?? bytes.count, true)
      }
      while !lexer.scanner.isAtEnd, !(lexer.scanner.take("*") && lexer.scanner.take("/")) { lexer.scanner.offset += 1 }
      if bytes[start..<min(lexer.scanner.offset, bytes.count)].contains(where: isLineEnd) { return (end, false) }
      end = lexer.scanner.offset
    }
  }
}

// MARK: Items

extension TextLayout {
  /// The changes that append an item to a container; the key is nil in a list.
  func insertion(of value: JSONValue, key: String?, in container: SourceContainer) -> [Change] {
    guard let last = container.items.last else { return [filling(container, key, value)] }
    let (end, isWholeLine) = commentsEnd(last.end)
    let onOwnLine = isWholeLine || isFirstOnLine(last.start) || isFirstOnLine(container.close)
    let colon = last.key == nil ? ": " : colon(of: last)
    let comma: Change = (last.value.upperBound..<last.value.upperBound, ",")
    let trailing = last.comma == nil ? "" : ","
    let text: String
    if onOwnLine {
      let indent = itemIndent(in: container)
      text = lineEnd + indent + item(key, value, like: last, colon: colon, column: indent.count, indent: indent)
    } else {
      let space = colon == ":" ? "" : " "
      text = space + item(key, value, like: last, colon: colon, column: column(of: end) + 2, indent: indent(at: end))
    }
    let added: Change = (end..<end, text + trailing)
    if last.comma != nil { return [added] }
    return end == last.value.upperBound ? [(end..<end, "," + text)] : [comma, added]
  }

  /// The first item of a container that has none.
  private func filling(_ container: SourceContainer, _ key: String?, _ value: JSONValue) -> Change {
    let inside = (container.start + 1)..<container.close
    let end = max(inside.lowerBound, spaceStart(container.close))
    if bytes[inside].contains(where: isLineEnd) {
      let indent =
        lineStart(end) > container.start
        ? indent(at: end) : self.indent(at: container.start) + Self.unit
      let text = item(key, value, like: nil, colon: ": ", column: indent.count, indent: indent)
      let close = isFirstOnLine(container.close) ? "" : lineEnd + self.indent(at: container.start)
      return (end..<end, lineEnd + indent + text + close)
    }
    let indent = indent(at: container.start)
    let text = item(key, value, like: nil, colon: ": ", column: column(of: end) + 1, indent: indent)
    let before = container.isObject || end > inside.lowerBound ? " " : ""
    return (end..<container.close, before + text + (container.isObject ? " " : ""))
  }

  /// The indentation of the lines of a container's items.
  private func itemIndent(in container: SourceContainer) -> String {
    let own = container.items.last { isFirstOnLine($0.start) }
    return own.map { indent(at: $0.start) } ?? indent(at: container.start) + Self.unit
  }

  /// The text between a member's key and its value.
  private func colon(of item: SourceItem) -> String {
    let text = String(decoding: bytes[item.keyRange.upperBound..<item.value.lowerBound], as: UTF8.self)
    return [":", " :", " : "].contains(text) ? text : ": "
  }

  /// The changes that remove an item with a comma, and its line too if nothing else is on it. Comments stay, unless those
  /// behind it on its line are to go with it.
  func removal(of place: Int, in container: SourceContainer, withComments: Bool = false) -> [Change] {
    let item = container.items[place]
    let end = withComments ? unit(item, from: item.start, to: container.close).upperBound : item.end
    if container.items.count == 1, isEmpty(container, but: item) {
      return [((container.start + 1)..<container.close, "")]
    }
    if item.comma == nil, place > 0, let comma = container.items[place - 1].comma {
      if spaceStart(item.start) <= comma + 1, end > item.end || commentsEnd(item.end).end == item.end {
        return [(comma..<end, "")]
      }
      return [(comma..<(comma + 1), ""), cut(item.start, end)]
    }
    return [cut(item.start, end)]
  }

  private func cut(_ start: Int, _ end: Int) -> Change {
    if isLastOnLine(end) {
      return isFirstOnLine(start) ? (lineStart(start)..<nextLine(end), "") : (blanksStart(start)..<end, "")
    }
    let isBeforeClose = bytes[blanksEnd(end)] == UInt8(ascii: "}") || bytes[blanksEnd(end)] == UInt8(ascii: "]")
    return isBeforeClose && !isFirstOnLine(start)
      ? (blanksStart(start)..<end, "") : (start..<blanksEnd(end), "")
  }

  /// True if a container has nothing but an item, its comma and spaces.
  private func isEmpty(_ container: SourceContainer, but item: SourceItem) -> Bool {
    let ranges = [(container.start + 1)..<item.start, item.value.upperBound..<container.close]
    return ranges.allSatisfy { range in
      bytes[range].allSatisfy { isBlank($0) || isLineEnd($0) || $0 == UInt8(ascii: ",") }
    }
  }
}

// MARK: Values

extension TextLayout {
  private func item(
    _ key: String?, _ value: JSONValue, like other: SourceItem?, colon: String, column: Int, indent: String
  ) -> String {
    let start = key.map { self.key($0, like: other) + colon } ?? ""
    return start + text(of: value, at: column + start.count, indent: indent)
  }

  /// A key in the quotes of another, or without quotes where that has none.
  func key(_ key: String, like other: SourceItem?) -> String {
    let quoted = JSONValue.string(key).text
    guard let other else { return quoted }
    switch bytes[other.keyRange.lowerBound] {
    case UInt8(ascii: "\""): return quoted
    case UInt8(ascii: "'"):
      let content = quoted.dropFirst().dropLast()
      return "'" + content.replacing("\\\"", with: "\"").replacing("'", with: "\\'") + "'"
    default:
      var reader = SourceReader(bytes: Array(key.utf8))
      let isWord = reader.next.map(reader.isLetter) ?? false
      return isWord && reader.readIdentifier() == key ? key : quoted
    }
  }

  /// A value as a text that begins in a column: on one line if it fits, else with an item on each.
  func text(of value: JSONValue, at column: Int, indent: String) -> String {
    let line = Self.line(value)
    if column + line.count <= Self.maxWidth || line.count <= Self.maxShort { return line }
    let inner = indent + Self.unit
    let items: [String]
    switch value {
    case .array(let list) where !list.isEmpty:
      items = list.map { text(of: $0, at: inner.count, indent: inner) }
    case .object(let members) where !members.isEmpty:
      items = members.map { member in
        let start = JSONValue.string(member.key).text + ": "
        return start + text(of: member.value, at: inner.count + start.count, indent: inner)
      }
    default: return line
    }
    let (open, close) = if case .array = value { ("[", "]") } else { ("{", "}") }
    return open + lineEnd + items.map { inner + $0 }.joined(separator: "," + lineEnd) + lineEnd + indent + close
  }

  /// A value on one line, with spaces as jobs have them.
  private static func line(_ value: JSONValue) -> String {
    switch value {
    case .array(let list): "[" + list.map(line).joined(separator: ", ") + "]"
    case .object(let members) where !members.isEmpty:
      "{ " + members.map { JSONValue.string($0.key).text + ": " + line($0.value) }.joined(separator: ", ") + " }"
    default: value.text
    }
  }
}
